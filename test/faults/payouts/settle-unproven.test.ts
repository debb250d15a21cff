import { userInfo } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { settleByCli, untilOperatorIsTold } from '../../helpers/circuits/settle-withdrawal.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';

const AMOUNT = 10_000_000n;
/** Code of a token whose `transfer` does nothing and returns false. */
const RETURNS_FALSE = '0x60205ff3';
let circuit: PayoutCircuit;
let withdrawal: Withdrawal;
/** Original code of the token. */
let code: string;

/** A payout that is confirmed, but not yet final, and that shows no Transfer. */
beforeEach(async () => {
  circuit = await startPayoutCircuit();
  withdrawal = await circuit.approvedWithdrawal(AMOUNT);
  await circuit.anvil.rpc('evm_setAutomine', [false]);
  await circuit.signer.sendWithdrawal(withdrawal);
  code = await circuit.anvil.rpc<string>('eth_getCode', [circuit.usdc.address, 'latest']);
  await circuit.anvil.rpc('anvil_setCode', [circuit.usdc.address, RETURNS_FALSE]);
  await circuit.mineAndRead(4);
  await untilOperatorIsTold(circuit, withdrawal);
});
afterEach(() => circuit.finish());

const hotCustody = async (): Promise<bigint> => {
  const row = await circuit.database
    .db('ledger_accounts')
    .where({ kind: 'custody_hot', token_symbol: 'USDC', merchant_id: null })
    .first<{ balance: bigint } | undefined>('balance');
  return row?.balance ?? 0n;
};
const auditRows = (): Promise<object[]> =>
  circuit.database.db('audit_log').whereLike('action', 'withdrawal.settle%').select<object[]>('*');

describe('a payout whose receipt lacks the exact Transfer event', () => {
  it('is settled only when its block is final, and with a reason', async () => {
    const early = await settleByCli(circuit, withdrawal, 'paid');
    expect(early).toMatchObject({ status: 1, stderr: expect.stringContaining('is not final yet') });
    expect((await settleByCli(circuit, withdrawal, 'perhaps')).stderr).toContain(
      'Allowed choices are paid, unpaid',
    );
    expect(await auditRows()).toEqual([]);
    expect(await circuit.isIn(withdrawal, 'broadcast')).toBe(true);
    expect(await circuit.balances()).toMatchObject({ reserved: AMOUNT });
  });

  it('cannot be settled when a reorganisation undoes it: the same bytes are sent again, and pay once', async () => {
    await circuit.anvil.reorg(4);
    await circuit.anvil.rpc('anvil_setCode', [circuit.usdc.address, code]);
    await circuit.mineAndRead(1);
    for (const outcome of ['paid', 'unpaid'])
      expect((await settleByCli(circuit, withdrawal, outcome)).stderr).toContain(
        'there is nothing to settle',
      );
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.mineAndRead(3);
    await circuit.drainUntilIn(withdrawal, 'completed');
    expect(await circuit.signedRows()).toHaveLength(1);
    expect(await circuit.received()).toBe(AMOUNT);
    expect(await circuit.balances()).toMatchObject({ available: 90_000_000n, reserved: 0n });
    expect((await circuit.reloadWithdrawal(withdrawal)).waitingReason).toBeNull();
    expect(await auditRows()).toEqual([]);
  });

  it('completes when an operator says that it is paid, and the coins leave the ledger once', async () => {
    await circuit.mineAndRead(20);
    const before = await hotCustody();
    expect(await settleByCli(circuit, withdrawal, 'paid', 'a fee on transfer')).toMatchObject({
      status: 0,
      stderr: '',
    });
    await circuit.drainUntilIn(withdrawal, 'completed');
    expect(await hotCustody()).toBe(before - AMOUNT);
    expect(await circuit.balances()).toMatchObject({ available: 90_000_000n, reserved: 0n });
    expect(await auditRows()).toMatchObject([
      {
        action: 'withdrawal.settle_paid',
        actor_kind: 'cli',
        actor_id: userInfo().username,
        reason: 'a fee on transfer',
      },
    ]);
    // It stays so when the operator says it once more, or when it is tried again.
    expect((await settleByCli(circuit, withdrawal, 'unpaid')).stderr).toContain('there is nothing to settle');
    await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: withdrawal.withdrawalId });
    await circuit.drain();
    expect(await circuit.isIn(withdrawal, 'completed')).toBe(true);
    expect(await circuit.signedRows()).toHaveLength(1);
  });

  it('fails when an operator says that it is unpaid, and its amount is available again, once', async () => {
    await circuit.mineAndRead(20);
    const before = await hotCustody();
    const settled = await settleByCli(circuit, withdrawal, 'unpaid', 'the token refused');
    expect(JSON.parse(settled.stdout)).toMatchObject({
      status: 'failed',
      failureReason: 'the token refused',
    });
    await circuit.drain();
    expect(await hotCustody()).toBe(before);
    expect(await circuit.balances()).toMatchObject({ available: 100_000_000n, reserved: 0n });
    expect((await settleByCli(circuit, withdrawal, 'paid')).stderr).toContain('The withdrawal is failed');
    await circuit.signer.sendWithdrawal(withdrawal);
    expect(await circuit.signedRows()).toHaveLength(1);
    expect(await auditRows()).toHaveLength(1);
  });
});
