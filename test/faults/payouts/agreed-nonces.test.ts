import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { SignerActivities, SweepProgress } from '../../../activities/contract.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { approveSigned, ONE_APPROVER } from '../../helpers/circuits/approver.js';
import { asThief } from '../../helpers/circuits/as-thief.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { releaseOutside } from '../../helpers/circuits/release-outside.js';
import { steal } from '../../helpers/circuits/steal.js';
import { COLD_ADDRESS } from '../../helpers/circuits/sweep-circuit.js';

const AMOUNT = 5_000_000n;
const CEILING = 900_000_000n;
const FINAL = 20;

let circuit: PayoutCircuit;
let worker: SignerActivities;
// The hot wallet has sent nonce 0, and somebody else nonce 1, which is unknown to the worker's file.
beforeEach(async () => {
  circuit = await startPayoutCircuit({
    approvers: ONE_APPROVER,
    localMode: false,
    proxies: 2,
    adjust: (chain) => ({
      ...chain,
      coldAddress: COLD_ADDRESS,
      assets: chain.assets.map((asset) =>
        asset.kind === 'erc20' ? { ...asset, hotWalletCeilingAtomic: CEILING } : asset,
      ),
    }),
  });
  worker = circuit.startSigner({
    memoryFile: path.join(mkdtempSync(path.join(tmpdir(), 'signer-')), 'signed'),
  });
  await worker.sendWithdrawal(await approve());
  await circuit.mineAndRead(FINAL);
  await steal(circuit, 1n);
  await circuit.mineAndRead(FINAL);
  await releaseOutside(circuit.database.db);
  expect(await nonces()).toEqual([0]);
});
afterEach(() => circuit.finish());

const approve = (): Promise<Withdrawal> => approveSigned(circuit, { amountAtomic: AMOUNT });
const nonces = async (): Promise<number[]> => (await circuit.signedRows()).map(({ nonce }) => nonce);
const methods = ['eth_getTransactionCount'];
/**
 * Does some work while one of the RPCs says that nonce 1 is free. Each RPC has its turn, because one of them is asked
 * first.
 */
async function whileOneLies(
  work: () => Promise<unknown>,
  { isAlone = false }: { isAlone?: boolean } = {},
): Promise<void> {
  for (const liar of circuit.proxies) {
    await circuit.whileNobodyFollows(async () => {
      liar.use({ methods, behaviour: { kind: 'answer', reply: { result: '0x1' } } });
      for (const other of circuit.proxies)
        if (isAlone && other !== liar) other.use({ methods, behaviour: { kind: 'http', status: 503 } });
      await work();
      for (const proxy of circuit.proxies) proxy.clear();
    });
  }
}

it('no payment is signed for a used nonce when one RPC counts too few nonces', async () => {
  const next = await approve();
  await whileOneLies(() => worker.sendWithdrawal(next));
  expect(await nonces()).toEqual([0]);
  await worker.sendWithdrawal(next);
  expect(await circuit.reloadWithdrawal(next)).toMatchObject({
    waitingCode: 'not_approved',
    waitingReason: expect.stringContaining('nonce 1 of') as unknown,
  });
});

it('no payment is signed for a used nonce even when only the lying RPC answers', async () => {
  const next = await approve();
  await whileOneLies(() => worker.sendWithdrawal(next), { isAlone: true });
  expect(await nonces()).toEqual([0]);
  expect(await circuit.reloadWithdrawal(next)).toMatchObject({
    waitingCode: 'unread',
    waitingReason: expect.stringContaining('only one RPC, or none') as unknown,
  });
});

describe('a transfer to the cold address', () => {
  const sweep = (): Promise<SweepProgress> =>
    worker.sweepChain({ chainCode: circuit.chain.chainCode, plans: true });
  const cold = async (): Promise<number[]> => {
    const rows = await circuit.database
      .db('sent_transactions')
      .where({ purpose: 'cold' })
      .pluck<(number | bigint)[]>('nonce');
    return rows.map(Number);
  };

  it('is not signed for a used nonce either, and is signed when the RPCs agree', async () => {
    await whileOneLies(sweep);
    expect(await cold()).toEqual([]);
    await circuit.mineAndRead(1);
    await sweep();
    expect(await cold()).toEqual([2]);
  });

  it('is not signed for a nonce that only the database counts up to, because each earlier nonce would cost a cancellation', async () => {
    const { db } = circuit.database;
    const countOn = (nextNonce: number): Promise<void> =>
      asThief(db, 'UPDATE wallets SET next_nonce = ? WHERE address = ?', [
        nextNonce,
        circuit.hotWalletAddress,
      ]);
    await countOn(3);
    expect((await sweep()).failed).toContain('signs for nonce 3 next');
    expect(await cold()).toEqual([]);
    await countOn(2);
    await sweep();
    expect(await cold()).toEqual([2]);
  });
});
