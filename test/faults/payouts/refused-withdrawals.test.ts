import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import type { Rewrite } from '../../helpers/chain/rpc-proxy.js';
import { drainUntil } from '../../helpers/circuits/money-circuit.js';
import { RECIPIENT, startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';

const AMOUNT = 5_000_000n;
const HOUR_MS = 3_600_000;
const OTHER = `0x${'78'.repeat(20)}`;

let circuit: PayoutCircuit;
beforeEach(async () => {
  circuit = await startPayoutCircuit({ proxies: 2 });
});
afterEach(() => circuit.finish());

/** Answers as nodes do for a token that has blocked the recipient. */
const blocked: Rewrite = (reply, { params }) =>
  JSON.stringify(params).includes(RECIPIENT.slice(2))
    ? { error: { code: 3, message: 'execution reverted: account is blocked' } }
    : reply;
function refuseAt(...proxies: readonly number[]): void {
  for (const index of proxies)
    circuit.proxies[index]?.use({
      methods: ['eth_estimateGas'],
      behaviour: { kind: 'rewrite', rewrite: blocked },
    });
}
/** Lets time pass in checks some hours apart, as the withdrawal's own timer makes them, while the chain continues. */
async function passHours(withdrawal: Withdrawal, hours: number): Promise<void> {
  for (let passed = 0; passed < hours; passed += 6) {
    await circuit.passTime(6 * HOUR_MS);
    await circuit.mineAndRead(1);
    await look(withdrawal);
  }
}
async function look({ withdrawalId }: Withdrawal): Promise<void> {
  await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: withdrawalId });
  const isTold = async (): Promise<boolean> =>
    (await circuit.database.db('outbox').where({ target_id: withdrawalId })).length === 0;
  await drainUntil(circuit, 'it is looked at', isTold);
}

describe('a withdrawal to an address that its token refuses', () => {
  it('shows that to its merchant, fails after a day, makes its amount available again, and is never signed', async () => {
    refuseAt(0, 1);
    const before = await circuit.balances();
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    const other = await circuit.decide(await circuit.withdrawal(AMOUNT, { address: OTHER }), 'approve');
    await circuit.drainUntilIn(other, 'broadcast');
    await look(withdrawal);
    expect(await circuit.reloadWithdrawal(withdrawal)).toMatchObject({
      status: 'approved',
      waitingCode: 'unpayable',
      waitingReason: expect.stringContaining('account is blocked'),
    });
    await passHours(withdrawal, 18);
    expect(await circuit.isIn(withdrawal, 'approved')).toBe(true);
    await passHours(withdrawal, 12);
    expect(await circuit.reloadWithdrawal(withdrawal)).toMatchObject({
      status: 'failed',
      // The view shows what becomes of the amount: a refund's amount is held again.
      failureReason:
        'The token or the chain has refused the payment to this address for too long, and nothing was sent',
    });
    await circuit.drainUntilIn(other, 'completed');
    expect(await circuit.balances()).toMatchObject({ available: before.available - AMOUNT, reserved: 0n });
    // The token would accept it now, which is too late.
    for (const proxy of circuit.proxies) proxy.clear();
    await circuit.signer.sendWithdrawal(withdrawal);
    expect((await circuit.signedRows()).map(({ withdrawal_id }) => withdrawal_id)).toEqual([
      other.withdrawalId,
    ]);
    const told = await circuit.database.db('events').where({ withdrawal_id: withdrawal.withdrawalId });
    expect(told.map(({ type }: { type: string }) => type)).toContain('withdrawal.failed');
  });

  it('is tried again and paid, when the token accepts it within the day', async () => {
    refuseAt(0, 1);
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await passHours(withdrawal, 18);
    for (const proxy of circuit.proxies) proxy.clear();
    await passHours(withdrawal, 6);
    await circuit.drainUntilIn(withdrawal, 'broadcast');
  });

  it('makes its amount available again once, and is never sent, when an operator stops it within the day', async () => {
    refuseAt(0, 1);
    const before = await circuit.balances();
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await passHours(withdrawal, 18);
    expect(await circuit.reloadWithdrawal(withdrawal)).toMatchObject({ waitingCode: 'unpayable' });
    expect(await circuit.balances()).toMatchObject({ reserved: AMOUNT });
    await circuit.decide(withdrawal, 'stop');
    expect(await circuit.balances()).toEqual(before);
    // Its day ends, and the token accepts it: nothing is released again, and nothing is sent.
    await passHours(withdrawal, 12);
    for (const proxy of circuit.proxies) proxy.clear();
    await circuit.signer.sendWithdrawal(withdrawal);
    await passHours(withdrawal, 6);
    expect(await circuit.isIn(withdrawal, 'stopped')).toBe(true);
    expect(await circuit.balances()).toEqual(before);
    expect(await circuit.signedRows()).toEqual([]);
    const told = await circuit.database.db('events').where({ withdrawal_id: withdrawal.withdrawalId });
    expect(told.map(({ type }: { type: string }) => type)).not.toContain('withdrawal.failed');
  });

  it('continues to wait when only one RPC reports the refusal', async () => {
    refuseAt(0);
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await look(withdrawal);
    expect(await circuit.reloadWithdrawal(withdrawal)).toMatchObject({ waitingCode: 'refused' });
    await passHours(withdrawal, 30);
    expect(await circuit.isIn(withdrawal, 'approved')).toBe(true);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'its asset is frozen',
      () =>
        circuit.database.db('asset_freezes').insert({
          chain_code: 'local',
          token_symbol: 'USDC',
          reason: 'a test',
          actor_kind: 'cli',
          frozen_at: new Date(),
        }),
    ],
    [
      'the reading of the chain is behind',
      () => circuit.database.db('chain_cursors').update({ block_time: new Date(0), caught_up_at: null }),
    ],
  ])('is not abandoned while %s', async (_, happen) => {
    refuseAt(0, 1);
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await look(withdrawal);
    await circuit.follower.stop();
    await happen();
    await circuit.passTime(30 * HOUR_MS);
    await look(withdrawal);
    expect(await circuit.reloadWithdrawal(withdrawal)).toMatchObject({
      status: 'approved',
      waitingCode: 'unpayable',
    });
  });

  it('is not abandoned when something was signed for it, whatever else its row says', async () => {
    for (const proxy of circuit.proxies)
      proxy.use({
        methods: ['eth_sendRawTransaction'],
        behaviour: { kind: 'answer', reply: { error: { code: -32000, message: 'txpool is full' } } },
      });
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    await look(withdrawal);
    expect(await circuit.signedRows()).toHaveLength(1);
    await circuit.database
      .db('withdrawals')
      .where({ withdrawal_id: withdrawal.withdrawalId })
      .update({
        waiting_code: 'unpayable',
        waiting_reason: 'refused',
        refused_since: new Date(0),
        wait_until: new Date(Date.now() + HOUR_MS),
      });
    await look(withdrawal);
    expect(await circuit.isIn(withdrawal, 'failed')).toBe(false);
  });
});
