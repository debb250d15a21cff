import { afterEach, describe, expect, it } from '@jest/globals';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { waitsForRecord } from '../../../src/domain/wallets/outside-payment.js';
import { settleByCli } from '../../helpers/circuits/settle-withdrawal.js';
import { useKeyElsewhere } from '../../helpers/chain/use-key-elsewhere.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { drainUntil } from '../../helpers/circuits/money-circuit.js';
import { RECIPIENT, startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { reconcileCircuit } from '../../helpers/circuits/reconcile-circuit.js';

const AMOUNT = 10_000_000n;
/** Enough blocks that the ones before them are read in ranges. */
const MANY_BLOCKS = 60;
let circuit: PayoutCircuit;
const hotKey = () => ({ anvil: circuit.anvil, signer: circuit.hotWallet });
afterEach(() => circuit.finish());

const send = (withdrawal: Withdrawal): Promise<unknown> => circuit.signer.sendWithdrawal(withdrawal);
const waitingReasonOf = async (withdrawal: Withdrawal): Promise<string> =>
  (await circuit.reloadWithdrawal(withdrawal)).waitingReason ?? '';
const codeOf = async ({ withdrawalId }: Withdrawal): Promise<string | null> => {
  const [code] = await circuit.database
    .db('withdrawals')
    .where({ withdrawal_id: withdrawalId })
    .pluck<(string | null)[]>('waiting_code');
  return code ?? null;
};
const actions = (withdrawal: Withdrawal): Promise<string[]> =>
  circuit.database
    .db('audit_log')
    .where({ object_id: withdrawal.withdrawalId })
    .orderBy('audit_id')
    .pluck<string[]>('action');

/** Sends the withdrawal and mines until it is final. @returns the transaction's hash. */
async function pay(withdrawal: Withdrawal, blocks = MANY_BLOCKS): Promise<string> {
  await send(withdrawal);
  await circuit.mineAndRead(blocks);
  await circuit.drainUntilIn(withdrawal, 'completed');
  return (await circuit.transactionOf(withdrawal)).txHash;
}

/** Restores the backup while the signing worker is away, and lets the follower read again what happened since. */
async function restoreWith(restore: () => Promise<void>): Promise<void> {
  await restore();
  circuit.restartSigner();
  await circuit.mineAndRead(1);
}

/** Tries the withdrawal again and again, twice at the same time. Expects that it waits and nothing is signed. */
async function expectToWait(withdrawal: Withdrawal, txHash: string): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await Promise.all([send(withdrawal), send(withdrawal)]);
  expect(await codeOf(withdrawal)).toBe('maybe_paid');
  expect(await waitingReasonOf(withdrawal)).toContain(txHash);
  const signed = (await circuit.signedRows()).filter((row) => row.withdrawal_id === withdrawal.withdrawalId);
  expect(signed).toEqual([]);
}

async function completeAndCheck(...withdrawals: readonly Withdrawal[]): Promise<void> {
  for (const withdrawal of withdrawals) {
    await drainUntil(circuit, 'completed', async () => {
      await circuit.mineAndRead(1);
      return circuit.isIn(withdrawal, 'completed');
    });
  }
  await circuit.mineAndRead(20);
  await circuit.untilBooksBalance();
  expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
}

describe('after a restore to an earlier moment', () => {
  it.each([
    ['approved', 'a while ago', MANY_BLOCKS],
    ['requested', 'just now', 4],
  ])(
    'a withdrawal that was %s then and was paid %s is not paid again; an operator completes it by its transaction',
    async (then, _when, blocks) => {
      circuit = await startPayoutCircuit();
      const withdrawal = await circuit.withdrawal(AMOUNT);
      if (then === 'approved') await circuit.decide(withdrawal, 'approve');
      const restore = await circuit.database.backUp();
      if (then === 'requested') await circuit.decide(withdrawal, 'approve');
      const txHash = await pay(withdrawal, blocks);
      await restoreWith(restore);
      if (then === 'requested') await circuit.decide(withdrawal, 'approve');
      expect(await circuit.isIn(withdrawal, 'approved')).toBe(true);
      await expectToWait(withdrawal, txHash);
      expect(await circuit.received()).toBe(AMOUNT);

      expect((await settleByCli(circuit, withdrawal, 'unpaid')).stderr).toContain(
        'Say paid or other about a transaction found on the chain, or stop the withdrawal',
      );
      const settled = await settleByCli(circuit, withdrawal, 'paid');
      expect(settled).toMatchObject({ status: 0 });
      expect(JSON.parse(settled.stdout)).toMatchObject({ waitingReason: waitsForRecord({ txHash }) });
      await send(withdrawal);
      if (blocks < MANY_BLOCKS) expect(await waitingReasonOf(withdrawal)).toContain('is final');
      await circuit.mineAndRead(20);
      await send(withdrawal);
      await completeAndCheck(withdrawal);
      expect((await circuit.transactionOf(withdrawal)).txHash).toBe(txHash);
      expect(await circuit.received()).toBe(AMOUNT);
      expect(await circuit.balances()).toMatchObject({ available: 90_000_000n, reserved: 0n });
      expect(await actions(withdrawal)).toEqual([
        ...['withdrawal.approve', 'withdrawal.settle_paid', 'withdrawal.transaction_adopted'],
      ]);
      expect((await settleByCli(circuit, withdrawal, 'other')).stderr).toContain('was signed for it');
    },
  );

  it('a withdrawal is paid when an operator says that the found transaction is another payment', async () => {
    circuit = await startPayoutCircuit();
    const withdrawal = await circuit.approvedWithdrawal(AMOUNT);
    const restore = await circuit.database.backUp();
    const txHash = await pay(withdrawal);
    await restoreWith(restore);
    await expectToWait(withdrawal, txHash);
    const settled = await settleByCli(circuit, withdrawal, 'other');
    expect(settled).toMatchObject({ status: 0 });
    expect(JSON.parse(settled.stdout)).toMatchObject({
      waitingReason: `an operator says that ${txHash} is another payment`,
    });
    await send(withdrawal);
    await circuit.mineAndRead(20);
    await circuit.drainUntilIn(withdrawal, 'completed');
    expect(await circuit.received()).toBe(2n * AMOUNT);
    expect(await actions(withdrawal)).toEqual(['withdrawal.approve', 'withdrawal.settle_other']);
    expect((await settleByCli(circuit, withdrawal, 'paid')).stderr).toContain('there is nothing to settle');
  });

  it('one of two equal withdrawals that was paid makes both wait; the other is paid when an operator says which one it was', async () => {
    circuit = await startPayoutCircuit();
    const [first, second] = [
      await circuit.approvedWithdrawal(AMOUNT),
      await circuit.approvedWithdrawal(AMOUNT),
    ];
    const different = await circuit.approvedWithdrawal(AMOUNT, addressOf(0xd1ff));
    await circuit.database.db('withdrawals').update({ wait_until: new Date(Date.now() + 3_600_000) });
    const restore = await circuit.database.backUp();
    const txHash = await pay(second);
    await restoreWith(restore);
    await expectToWait(first, txHash);
    await expectToWait(second, txHash);
    await send(different);
    expect(await settleByCli(circuit, second, 'paid')).toMatchObject({ status: 0 });
    await send(first);
    await send(second);
    await completeAndCheck(first, second, different);
    expect(await circuit.received()).toBe(2n * AMOUNT);
    expect(await circuit.received(different.address)).toBe(AMOUNT);
    expect((await circuit.transactionOf(second)).txHash).toBe(txHash);
  });

  it('a withdrawal in the native coin is not paid again either', async () => {
    circuit = await startPayoutCircuit();
    const { eth } = circuit;
    const invoice = await circuit.invoice({ asset: eth });
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'credited', async () => (await circuit.balances(eth)).available > 0n);
    const withdrawal = await circuit.decide(await circuit.withdrawal(1_000n, { asset: eth }), 'approve');
    const restore = await circuit.database.backUp();
    const txHash = await pay(withdrawal);
    await restoreWith(restore);
    await expectToWait(withdrawal, txHash);
    expect(await settleByCli(circuit, withdrawal, 'paid')).toMatchObject({ status: 0 });
    await send(withdrawal);
    await completeAndCheck(withdrawal);
    expect(await circuit.received(RECIPIENT, eth)).toBe(1_000n);
  });

  it('a withdrawal is not paid again when its payment has a nonce that was used again for another one since', async () => {
    circuit = await startPayoutCircuit({ proxies: 1 });
    const [proxy] = circuit.proxies;
    const withdrawal = await circuit.withdrawal(AMOUNT);
    const other = await circuit.withdrawal(AMOUNT, { address: addressOf(0xd1ff) });
    const restore = await circuit.database.backUp();
    await circuit.decide(withdrawal, 'approve');
    const txHash = await pay(withdrawal);
    await restoreWith(restore);
    await circuit.decide(other, 'approve');
    // The count of an RPC that is behind.
    const reply = { result: '0x0' };
    proxy?.use({ methods: ['eth_getTransactionCount'], times: 1, behaviour: { kind: 'answer', reply } });
    await send(other);
    const [lost] = await circuit.signedRows();
    expect(lost).toMatchObject({ nonce: 0, withdrawal_id: other.withdrawalId, foreign_hash: txHash });
    await circuit.decide(withdrawal, 'approve');
    await expectToWait(withdrawal, txHash);
    await send(other);
    expect(await circuit.transactionOf(other)).toMatchObject({ nonce: 1 });
    expect(await settleByCli(circuit, withdrawal, 'paid')).toMatchObject({ status: 0 });
    await send(withdrawal);
    await completeAndCheck(withdrawal, other);
    expect(await circuit.received()).toBe(AMOUNT);
    expect(await circuit.received(other.address)).toBe(AMOUNT);
  });
});

describe('a hot wallet that was used outside the product', () => {
  it('before its first payment here, and between two payments, pays without asking anybody', async () => {
    circuit = await startPayoutCircuit();
    for (const nonce of [0, 1, 2]) await useKeyElsewhere(hotKey(), nonce);
    await circuit.mineAndRead(3);
    const first = await circuit.approvedWithdrawal(AMOUNT);
    await send(first);
    expect(await circuit.transactionOf(first)).toMatchObject({ nonce: 3 });
    await useKeyElsewhere(hotKey(), 4);
    await circuit.mineAndRead(1);
    const second = await circuit.approvedWithdrawal(AMOUNT);
    await send(second);
    expect(await circuit.transactionOf(second)).toMatchObject({ nonce: 5 });
    await circuit.mineAndRead(3);
    for (const withdrawal of [first, second]) await circuit.drainUntilIn(withdrawal, 'completed');
    expect(await circuit.received()).toBe(2n * AMOUNT);
  });
});
