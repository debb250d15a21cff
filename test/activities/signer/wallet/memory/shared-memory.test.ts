import { fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from '../../../../helpers/properties.js';
import {
  createSigningMemory,
  type SigningMemory,
} from '../../../../../activities/signer/wallet/memory/signing-memory.js';
import type { NewSignature } from '../../../../../src/db/wallets/sent-transactions.js';
import { addressOf } from '../../../../helpers/facts/facts.js';
import type { RememberingOrder } from '../../../../faults/programs/remember.js';

const WALLET = { chainCode: 'local', fromAddress: addressOf(1) };

let file: string;
beforeEach(() => {
  file = path.join(mkdtempSync(path.join(tmpdir(), 'memory-')), 'below', 'signed.jsonl');
});

function payment(withdrawalId: string, nonce: number, by = 'a'): NewSignature {
  return {
    ...WALLET,
    nonce,
    txHash: `0x${by}${nonce}${withdrawalId}`,
    rawTransaction: '0x',
    withdrawalId,
    purpose: 'payment',
    replaces: null,
    maxFeePerGasWei: 1n,
    maxCostWei: 1n,
    signedAtMs: 1_000,
    payment: { tokenSymbol: 'USDC', amountAtomic: 5n, to: addressOf(2) },
  };
}
const cancellation = (nonce: number): NewSignature => ({
  ...payment('wd_1', nonce),
  txHash: `0xf${nonce}`,
  purpose: 'cancellation',
  payment: null,
});
const toCold = (nonce: number): NewSignature => ({
  ...payment('wd_1', nonce),
  txHash: `0xc${nonce}`,
  purpose: 'cold',
  withdrawalId: null,
});
const nonceOf = (nonce: number): { chainCode: string; fromAddress: string; nonce: number } => ({
  ...WALLET,
  nonce,
});
/** A transaction of the wallet that moves nothing. */
const OTHER = {
  txHash: '0xother',
  own: {
    to: WALLET.fromAddress,
    valueAtomic: 0n,
    data: '0x',
    raw: '0x',
    gasLimit: 21_000n,
    maxFeePerGasWei: 1n,
  },
};
const nextOf = (memory: SigningMemory): number => memory.coverage(WALLET).next;

describe('signing workers with one file', () => {
  it('know what each other has signed; of two workers that sign one withdrawal, the first one counts', () => {
    const [one, two] = [createSigningMemory(file), createSigningMemory(file)];
    expect(one.remember([payment('wd_1', 0)])).toEqual(new Set());
    expect(two.findOther('wd_1', nonceOf(1))).toMatchObject({ nonce: 0 });
    expect(two.findSigned(payment('wd_1', 0).txHash)).toEqual({ pays: 'wd_1' });
    expect(two.findSigned(payment('wd_1', 3).txHash)).toBeNull();
    expect(two.remember([payment('wd_2', 1, 'b'), payment('wd_1', 2, 'b')])).toEqual(new Set(['wd_1']));
    expect(one.findOther('wd_1', nonceOf(2))).toMatchObject({ nonce: 0 });
    expect(one.findOther('wd_2', nonceOf(2))).toMatchObject({ nonce: 1 });
    expect(two.sumSince({ chainCode: 'local', tokenSymbol: 'USDC' }, 0)).toBe(10n);
    expect(createSigningMemory(file).findOther('wd_1', nonceOf(2))).toMatchObject({ nonce: 0 });
  });

  it('forget a payment whose nonce was lost, and not the one that was signed after it', () => {
    const [one, two] = [createSigningMemory(file), createSigningMemory(file)];
    one.remember([payment('wd_1', 0)]);
    const lost = { ...nonceOf(0), use: OTHER };
    one.forgetLost('wd_1', lost);
    expect(two.findOther('wd_1', nonceOf(1))).toBeNull();
    one.remember([payment('wd_1', 1)]);
    two.forgetLost('wd_1', lost);
    appendFileSync(file, `${JSON.stringify({ withdrawalId: 'wd_1', lost: nonceOf(0) })}\n`);
    expect(two.findOther('wd_1', nonceOf(2))).toMatchObject({ nonce: 1 });
  });

  it('do not accept a line that calls a payment lost as proof; they remember the payment again when the line is removed', () => {
    const [one, two] = [createSigningMemory(file), createSigningMemory(file)];
    one.remember([payment('wd_1', 0), payment('wd_2', 1)]);
    one.forgetLost('wd_1', { ...nonceOf(0), use: OTHER });
    expect(one.listForgotten('wd_1')).toEqual([]);
    const hashes = new Set([payment('wd_1', 0).txHash]);
    expect(two.listForgotten('wd_1')).toEqual([expect.objectContaining({ ...nonceOf(0), hashes })]);
    const before = readFileSync(file, 'utf8');
    appendFileSync(file, `${JSON.stringify({ withdrawalId: 'wd_2', lost: nonceOf(1) })}\n`);
    for (const memory of [one, two, createSigningMemory(file)])
      expect(memory.listForgotten('wd_2')).toMatchObject([nonceOf(1)]);
    writeFileSync(file, before);
    expect(one.listForgotten('wd_2')).toEqual([]);
    expect(one.find('wd_2')).toMatchObject({ nonce: 1 });
  });

  it('know a replacement that another worker has signed, so its nonce is not lost for them', () => {
    const [one, two] = [createSigningMemory(file), createSigningMemory(file)];
    one.remember([payment('wd_1', 0)]);
    two.remember([payment('wd_1', 0, 'b')]);
    one.forgetLost('wd_1', { ...nonceOf(0), use: { ...OTHER, txHash: payment('wd_1', 0, 'b').txHash } });
    expect(one.findOther('wd_1', nonceOf(1))).toMatchObject({ nonce: 0 });
  });

  it('know which nonces they have used, for whatever purpose, and which nonce is missing', () => {
    const [one, two] = [createSigningMemory(file), createSigningMemory(file)];
    one.remember([payment('wd_1', 0)]);
    two.remember([toCold(1)]);
    one.remember([payment('wd_2', 2), payment('wd_4', 4)]);
    expect(nextOf(two)).toBe(3);
    two.remember([cancellation(3)]);
    expect(nextOf(one)).toBe(3);
    two.remember([toCold(3)]);
    for (const memory of [one, two, createSigningMemory(file)]) {
      expect(nextOf(memory)).toBe(5);
      for (const { txHash } of [toCold(1), cancellation(3)])
        expect(memory.findSigned(txHash)).toEqual({ pays: null });
    }
  });

  it('read a line that an operator appends, even when an editor has replaced their file', () => {
    const memory = createSigningMemory(file);
    memory.remember([payment('wd_1', 0)]);
    appendFileSync(file, `${JSON.stringify({ ...WALLET, accountedTo: 7 })}\n`);
    expect(memory.coverage(WALLET)).toMatchObject({ next: 7, accountedTo: 7 });
    writeFileSync(
      `${file}~`,
      `${readFileSync(file, 'utf8')}${JSON.stringify({ ...WALLET, accountedTo: 9 })}\n`,
    );
    renameSync(`${file}~`, file);
    expect(nextOf(memory)).toBe(9);
    memory.remember([payment('wd_9', 9)]);
    expect(createSigningMemory(file).findOther('wd_9', nonceOf(10))).toMatchObject({ nonce: 9 });
  });

  it('read a name with a brace in it correctly, and write nothing that they could not read again', () => {
    const memory = createSigningMemory(file);
    const named = (tokenSymbol: string, amountAtomic: bigint): NewSignature => ({
      ...payment('wd_1', 0),
      payment: { tokenSymbol, amountAtomic, to: addressOf(2) },
    });
    memory.remember([named('USDC{', 5n)]);
    expect(createSigningMemory(file).findOther('wd_1', nonceOf(1))).toMatchObject({ nonce: 0 });
    const before = readFileSync(file, 'utf8');
    expect(() => memory.remember([named('USDC', -5n)])).toThrow();
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('sign nothing while their file is missing, and create no other file', () => {
    const memory = createSigningMemory(file);
    memory.remember([payment('wd_1', 0)]);
    renameSync(file, `${file}.kept`);
    expect(() => memory.findOther('wd_1', nonceOf(1))).toThrow('is missing');
    expect(() => memory.remember([payment('wd_2', 1)])).toThrow('ENOENT');
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
    renameSync(`${file}.kept`, file);
    expect(memory.findOther('wd_1', nonceOf(1))).toMatchObject({ nonce: 0 });
  });

  it('skip a line that was not written to its end, and refuse a foreign line with an explanation', () => {
    const memory = createSigningMemory(file);
    memory.remember([payment('wd_1', 0)]);
    const whole = readFileSync(file, 'utf8').trim().split('\n').at(-1) ?? '';
    for (let end = 1; end < whole.length; end += 1) {
      appendFileSync(file, whole.replace('wd_1', 'wd_2').slice(0, end));
      expect(memory.remember([payment('wd_3', 1)])).toEqual(new Set());
    }
    const anew = createSigningMemory(file);
    expect(anew.find('wd_2')).toBeNull();
    expect(anew.find('wd_3')).toMatchObject({ nonce: 1 });
    appendFileSync(file, '\n{"withdrawalId":"wd_4","paid":true}\n');
    expect(() => anew.find('wd_1')).toThrow(/line \d+ of .*signed\.jsonl is not one that a signing worker/);
    expect(() => createSigningMemory(file)).toThrow(/is not one that a signing worker/);
  });

  it('keep the file readable by its owner alone, in a folder that they create', () => {
    createSigningMemory(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  });
});

describe('a file of an older version, which lists payments only', () => {
  const older = (nonce: number): string => {
    const { withdrawalId, txHash } = payment(`wd_${nonce}`, nonce);
    const amount = { asset: 'local/USDC', amountAtomic: '5', atMs: 1 };
    return `${JSON.stringify({ withdrawalId, paid: { ...nonceOf(nonce), txHash, ...amount } })}\n`;
  };

  it('is trusted to have no gaps, and must have none from then on', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'memory-'));
    file = path.join(folder, 'signed.jsonl');
    writeFileSync(file, [3, 5, 8].map(older).join(''));
    expect(createSigningMemory(file).coverage(WALLET)).toMatchObject({ next: 9, accountedTo: 9 });
    const memory = createSigningMemory(file);
    memory.remember([toCold(12)]);
    for (const one of [memory, createSigningMemory(file)]) expect(nextOf(one)).toBe(9);
    expect(memory.findOther('wd_5', nonceOf(9))).toMatchObject({ nonce: 5 });
  });
});

/** Steps of some processes that share a file. Each process asks before it signs, and may sign late. */
const step = fc.record({
  what: fc.constantFrom('ask', 'ask', 'sign', 'sign', 'lose', 'die', 'restart'),
  process: fc.nat({ max: 2 }),
  withdrawal: fc.nat({ max: 2 }),
  nonce: fc.nat({ max: 4 }),
});

it('for one withdrawal, no two signatures leave that could both be mined, in whatever order processes sign', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      file = path.join(mkdtempSync(path.join(tmpdir(), 'memory-')), 'signed.jsonl');
      const memories = [0, 1, 2].map(() => createSigningMemory(file));
      const asked = new Map<number, NewSignature>();
      /** The nonces with a signature that has left and is not lost, by withdrawal. */
      const left = new Map<string, Set<number>>();
      for (const { what, process, withdrawal, nonce } of steps) {
        const memory = memories[process] as SigningMemory;
        const id = `wd_${withdrawal}`;
        if (what === 'restart') {
          memories[process] = createSigningMemory(file);
          asked.delete(process);
        } else if (what === 'die') {
          appendFileSync(file, `{"withdrawalId":"${id}","paid":{"nonce"`);
          asked.delete(process);
        } else if (what === 'ask') {
          if (memory.findOther(id, nonceOf(nonce)) === null)
            asked.set(process, payment(id, nonce, String(process)));
        } else if (what === 'lose') {
          memory.forgetLost(id, { ...nonceOf(nonce), use: OTHER });
          left.get(id)?.delete(nonce);
        } else {
          const signed = asked.get(process);
          asked.delete(process);
          if (signed?.withdrawalId == null || memory.remember([signed]).has(signed.withdrawalId)) continue;
          left.set(signed.withdrawalId, (left.get(signed.withdrawalId) ?? new Set()).add(signed.nonce));
        }
        for (const nonces of left.values()) expect(nonces.size).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 150 },
  );
});

/** Starts a separate process. */
async function startRemembering(order: RememberingOrder): Promise<() => Promise<readonly number[]>> {
  const child = fork('test/faults/programs/remember.ts', [JSON.stringify(order)], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return async () => {
    const answer = once(child, 'message') as Promise<[readonly number[]]>;
    child.send('go');
    return (await answer)[0];
  };
}

it('when real processes sign the same withdrawals at the same moment, one process signs each withdrawal', async () => {
  const withdrawals = 100;
  const going = await Promise.all([0, 1, 2].map((who) => startRemembering({ file, who, withdrawals })));
  const left = (await Promise.all(going.map((go) => go()))).flat();
  expect(left.map((nonce) => nonce % withdrawals).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: withdrawals }, (_, index) => index),
  );
  const memory = createSigningMemory(file);
  for (const nonce of left) expect(memory.find(`wd_${nonce % withdrawals}`)).toMatchObject({ nonce });
});
