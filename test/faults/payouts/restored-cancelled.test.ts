import { afterEach, describe, expect, it } from '@jest/globals';
import { toChecksumAddress } from '../../../src/chain/keys/address.js';
import { findAssetFreeze } from '../../../src/db/withdrawals/asset-freezes.js';
import { transaction } from '../../../src/db/core/database.js';
import { stateOutcome, type OutcomeStatement } from '../../../src/db/withdrawals/state-outcome.js';
import { decideWithdrawal, type WithdrawalDecision } from '../../../src/db/withdrawals/decide-withdrawal.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';

const AMOUNT = 10_000_000n;
const STILL_RESERVED = { available: 90_000_000n, reserved: AMOUNT };
const GIVEN_BACK = { available: 100_000_000n, reserved: 0n };
let circuit: PayoutCircuit;
afterEach(() => circuit.finish());

const orderOn = ({ withdrawalId }: Withdrawal) => ({
  withdrawalId,
  reason: 'looked at it',
  actor: { kind: 'cli', id: null, ip: null } as const,
  nowMs: Date.now(),
  showAddress: toChecksumAddress,
});
const decide = (withdrawal: Withdrawal, decision: WithdrawalDecision): Promise<Withdrawal> =>
  transaction(circuit.database.db, (trx) => decideWithdrawal(trx, { ...orderOn(withdrawal), decision }));
const settle = (withdrawal: Withdrawal, outcome: OutcomeStatement['outcome']): Promise<Withdrawal> =>
  transaction(circuit.database.db, (trx) => stateOutcome(trx, { ...orderOn(withdrawal), outcome }));

/** Moves the time of the last read before the backup back by ten minutes. */
async function age(): Promise<void> {
  const { db } = circuit.database;
  const then = (column: string): unknown => db.raw("?? - interval '10 minutes'", [column]);
  await db('chain_cursors').update({ caught_up_at: then('caught_up_at'), block_time: then('block_time') });
}

/**
 * Pays a withdrawal after a backup, and restores the backup. The withdrawal has its old status again.
 *
 * @returns the withdrawal, and the hash of the transaction that paid it.
 */
async function paidBeforeRestore(
  then: 'requested' | 'approved',
): Promise<{ withdrawal: Withdrawal; txHash: string }> {
  circuit = await startPayoutCircuit({ freezesStay: true });
  const withdrawal = await circuit.withdrawal(AMOUNT);
  if (then === 'approved') await decide(withdrawal, 'approve');
  const restore = await circuit.database.backUp();
  if (then === 'requested') await decide(withdrawal, 'approve');
  await circuit.signer.sendWithdrawal(withdrawal);
  await circuit.mineAndRead(3);
  await circuit.drainUntilIn(withdrawal, 'completed');
  const { txHash } = await circuit.transactionOf(withdrawal);
  await circuit.whileNobodyFollows(async () => {
    await restore();
    await age();
    for (const decision of then === 'requested' ? (['reject', 'cancel'] as const) : (['stop'] as const))
      await expect(decide(withdrawal, decision)).rejects.toMatchObject({ code: 'chain_not_read' });
    expect(await circuit.balances()).toMatchObject(STILL_RESERVED);
  });
  await circuit.mineAndRead(1);
  return { withdrawal, txHash };
}

describe('a withdrawal that was paid before a restore', () => {
  it('releases nothing when it is cancelled or rejected; when approved, it completes as paid, even if its asset is frozen', async () => {
    const { withdrawal, txHash } = await paidBeforeRestore('requested');
    await expect(decide(withdrawal, 'cancel')).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(decide(withdrawal, 'reject')).rejects.toThrow(`${txHash} may have paid`);
    await expect(settle(withdrawal, 'paid')).rejects.toThrow('approve it first');
    expect(await circuit.balances()).toMatchObject(STILL_RESERVED);
    expect(await findAssetFreeze(circuit.database.db, circuit.usdc)).toBeDefined();
    await decide(withdrawal, 'approve');
    await settle(withdrawal, 'paid');
    await circuit.mineAndRead(20);
    // The first call says why it waits, the second one records the transaction.
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: withdrawal.withdrawalId });
    await circuit.drainUntilIn(withdrawal, 'completed');
    expect(await circuit.received()).toBe(AMOUNT);
    expect(await circuit.balances()).toMatchObject({ available: 90_000_000n, reserved: 0n });
  });

  it('can be cancelled once an operator says that it is another payment', async () => {
    const { withdrawal } = await paidBeforeRestore('requested');
    await settle(withdrawal, 'other');
    expect(await circuit.isIn(withdrawal, 'pending_approval')).toBe(true);
    await decide(withdrawal, 'cancel');
    expect(await circuit.balances()).toMatchObject(GIVEN_BACK);
  });

  it('cannot be stopped after an operator says that it is paid, until one says that it is not', async () => {
    const { withdrawal, txHash } = await paidBeforeRestore('approved');
    await settle(withdrawal, 'paid');
    await expect(decide(withdrawal, 'stop')).rejects.toThrow(`says that ${txHash} has paid`);
    expect(await circuit.balances()).toMatchObject(STILL_RESERVED);
    await settle(withdrawal, 'other');
    await decide(withdrawal, 'stop');
    expect(await circuit.balances()).toMatchObject(GIVEN_BACK);
  });
});
