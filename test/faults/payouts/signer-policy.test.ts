import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSigningMemory } from '../../../activities/signer/wallet/memory/signing-memory.js';
import type { TransactionSigner } from '../../../src/chain/keys/types.js';
import { afterEach, describe, expect, it } from '@jest/globals';
import { hotWalletOf } from '../../../src/chain/keys/keys.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import type { SignerLimits } from '../../../src/domain/wallets/signer-limits.js';
import type { RpcReply } from '../../helpers/chain/rpc-proxy.js';
import { approveAsOperator } from '../../helpers/circuits/approve-as-operator.js';
import { CIRCUIT_MNEMONIC } from '../../helpers/circuits/money-circuit.js';
import { STOP_ORDERS, whileAsked } from '../../helpers/circuits/stop-orders.js';
import { tamper } from '../../helpers/circuits/tamper.js';
import { untilWaiting } from '../../helpers/facts/orders.js';
import { RECIPIENT, startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';

const AMOUNT = 10_000_000n;
const DAY_MS = 86_400_000;
const THIEF = `0x${'66'.repeat(20)}`;
let circuit: PayoutCircuit;

async function start(limits: SignerLimits = null): Promise<void> {
  circuit = await startPayoutCircuit({ limits, proxies: 1 });
}
afterEach(async () => {
  await circuit.finish();
});
const limited = (perTransactionAtomic: bigint | null, perDayAtomic: bigint | null): SignerLimits =>
  new Map([['local/USDC', { perTransactionAtomic, perDayAtomic }]]);
const change = (withdrawal: Withdrawal, fields: object): Promise<unknown> =>
  circuit.database.db('withdrawals').where({ withdrawal_id: withdrawal.withdrawalId }).update(fields);

/** Asks to sign the withdrawal, and expects that it is not signed and says why. No nonce is taken. */
async function expectRefusal(withdrawal: Withdrawal, why: string): Promise<void> {
  const signed = async (): Promise<string[]> => (await circuit.signedRows()).map((row) => row.tx_hash);
  const before = await signed();
  await circuit.signer.sendWithdrawal(withdrawal);
  expect((await circuit.reloadWithdrawal(withdrawal)).waitingReason).toContain(why);
  expect(await signed()).toEqual(before);
}
async function expectSigned(withdrawal: Withdrawal): Promise<void> {
  await circuit.signer.sendWithdrawal(withdrawal);
  expect(await circuit.reloadWithdrawal(withdrawal)).toMatchObject({
    status: 'broadcast',
    waitingReason: null,
  });
}

describe('the signer does not sign a withdrawal', () => {
  it('that was changed after it was approved', async () => {
    await start();
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    for (const [fields, back] of [
      [{ address: THIEF }, { address: RECIPIENT }],
      [{ amount_atomic: '90000000' }, { amount_atomic: AMOUNT.toString() }],
    ] as const) {
      await change(withdrawal, fields);
      await expectRefusal(withdrawal, 'not what was approved');
      await change(withdrawal, back);
    }
    await expectSigned(withdrawal);
    await circuit.mineAndRead(1);
    expect(await circuit.received(THIEF)).toBe(0n);
  });

  it('that nobody has approved, whatever its status says', async () => {
    await start();
    const withdrawal = await circuit.withdrawal(AMOUNT, { address: THIEF });
    await change(withdrawal, { status: 'approved', approved_at: new Date() });
    await expectRefusal(withdrawal, '0 of 1 approvals are on record');
  });

  it('that needs two people and was approved by one', async () => {
    await start();
    const withdrawal = await circuit.withdrawal(AMOUNT);
    await approveAsOperator(circuit.database.db, withdrawal);
    await change(withdrawal, { approvals_required: 2 });
    await expectRefusal(withdrawal, '1 of 2 approvals are on record');
  });

  it('that needs two people and was approved at the command line, which counts as no person', async () => {
    await start();
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await change(withdrawal, { approvals_required: 2 });
    await expectRefusal(withdrawal, '0 of 2 approvals are on record');
  });

  it('that was changed while the chain was asked about it', async () => {
    await start();
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await change(withdrawal, { address: THIEF });
    // The row is restored after the signer has read it. The signer signs the row as it is when it is locked.
    const rewrite = async (reply: RpcReply): Promise<RpcReply> => {
      await change(withdrawal, { address: RECIPIENT });
      return reply;
    };
    circuit.proxies[0]?.use({
      methods: ['eth_estimateGas'],
      times: 1,
      behaviour: { kind: 'rewrite', rewrite },
    });
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.mineAndRead(1);
    expect(await circuit.received(THIEF)).toBe(0n);
    expect(await circuit.received()).toBe(AMOUNT);
  });

  it('on a chain that is halted', async () => {
    await start();
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    const cursor = circuit.database.db('chain_cursors').where({ chain_code: 'local' });
    await cursor.clone().update({ halted_at: new Date(), halted_reason: 'reorganised below final' });
    await expectRefusal(withdrawal, 'the chain is halted');
    await cursor.clone().update({ halted_at: null, halted_reason: null });
    await expectSigned(withdrawal);
  });
});

describe.each(STOP_ORDERS)('%s', (_, order, words) => {
  it('that is given while the chain is asked about a withdrawal prevents its signature', async () => {
    await start();
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.whileNobodyFollows(async () => {
      whileAsked(circuit.proxies[0], () => order(circuit.database.db));
      await expectRefusal(withdrawal, words);
    });
  });

  it('that is given during a signature is answered after that signature is stored, and prevents every later one', async () => {
    const key = hotWalletOf(CIRCUIT_MNEMONIC);
    let answered: Promise<number> | undefined;
    const hotWallet: TransactionSigner = {
      address: key.address,
      signTransaction: async (unsigned) => {
        const { db } = circuit.database;
        answered ??= order(db).then(async () => (await circuit.signedRows()).length);
        await untilWaiting(db);
        return key.signTransaction(unsigned);
      },
    };
    circuit = await startPayoutCircuit({ hotWallet });
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await circuit.whileNobodyFollows(async () => {
      await circuit.signer.sendWithdrawal(withdrawal);
      expect(await answered).toBe(1);
      await expectRefusal(await circuit.approvedWithdrawal(AMOUNT), words);
    });
  });
});

describe("the signer's own caps", () => {
  it('limit one transaction', async () => {
    await start(limited(AMOUNT, null));
    await expectRefusal(
      await circuit.approvedWithdrawal(AMOUNT + 1n),
      'the signer pays at most 10.000000 USDC in one transaction',
    );
    await expectSigned(await circuit.approvedWithdrawal(AMOUNT));
  });

  it('limit what is signed in any 24 hours, whoever asks at the same moment', async () => {
    await start(limited(null, 2n * AMOUNT));
    const withdrawals = await Promise.all(
      Array.from({ length: 4 }, () => circuit.approvedWithdrawal(AMOUNT)),
    );
    await Promise.all(withdrawals.map((withdrawal) => circuit.signer.sendWithdrawal(withdrawal)));
    expect(await circuit.signedRows()).toHaveLength(2);
    const reloaded = await Promise.all(withdrawals.map((withdrawal) => circuit.reloadWithdrawal(withdrawal)));
    const waiting = reloaded.filter(({ status }) => status === 'approved');
    expect(waiting.map(({ waitingReason }) => waitingReason)).toEqual(
      Array.from({ length: 2 }, () => expect.stringContaining('has signed 20.000000 USDC')),
    );
    await circuit.passTime(DAY_MS + 60_000);
    await circuit.mineAndRead(1);
    await expectSigned(waiting[0] as Withdrawal);
  });

  it('count what was signed even when a thief who owns the database changes its time, or deletes it', async () => {
    await start(limited(null, AMOUNT));
    const { db } = circuit.database;
    await expectSigned(await circuit.approvedWithdrawal(AMOUNT));
    const another = await circuit.approvedWithdrawal(AMOUNT);
    const words = 'has signed 10.000000 USDC';
    const long = new Date(Date.now() - 2 * DAY_MS);
    await tamper(db, 'sent_transactions', () => db('sent_transactions').update({ signed_at: long }));
    await expectRefusal(another, words);
    await tamper(db, 'sent_transactions', () => db('sent_transactions').delete());
    await expectRefusal(another, words);
    await circuit.passTime(DAY_MS + 60_000);
    await circuit.mineAndRead(1);
    await circuit.signer.sendWithdrawal(another);
    expect((await circuit.reloadWithdrawal(another)).waitingCode).not.toBe('signer_limit');
  });

  it('limit what signing workers with one file sign at the same moment, even without other coordination', async () => {
    const memoryFile = path.join(mkdtempSync(path.join(tmpdir(), 'signer-')), 'signed');
    const key = hotWalletOf(CIRCUIT_MNEMONIC);
    const other = createSigningMemory(memoryFile);
    const hotWallet: TransactionSigner = {
      address: key.address,
      signTransaction: async (unsigned) => {
        other.remember([
          {
            chainCode: 'local',
            fromAddress: key.address,
            nonce: 1,
            txHash: '0xother',
            rawTransaction: '0x',
            withdrawalId: 'wd_other',
            purpose: 'payment',
            replaces: null,
            signedAtMs: Date.now(),
            maxFeePerGasWei: 1n,
            maxCostWei: 1n,
            payment: { tokenSymbol: 'USDC', amountAtomic: 1n, to: THIEF },
          },
        ]);
        return key.signTransaction(unsigned);
      },
    };
    circuit = await startPayoutCircuit({ hotWallet, limits: limited(null, AMOUNT) });
    const worker = circuit.startSigner({ memoryFile });
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await worker.sendWithdrawal(withdrawal);
    expect(await circuit.signedRows()).toEqual([]);
    expect(await circuit.reloadWithdrawal(withdrawal)).toMatchObject({ waitingCode: 'signer_limit' });
    expect(other.find(withdrawal.withdrawalId)).toMatchObject({ nonce: 0 });
  });

  it('forbid an asset that they do not name', async () => {
    await start(new Map([['local/ETH', { perTransactionAtomic: 1n, perDayAtomic: null }]]));
    await expectRefusal(await circuit.approvedWithdrawal(AMOUNT), 'has no entry "local/USDC"');
  });
});
