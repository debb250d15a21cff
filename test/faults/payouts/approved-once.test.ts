import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { parseTransaction, toHex, type Hex } from 'viem';
import type { SignedTransaction } from '../../../src/chain/keys/types.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import type { Rewrite } from '../../helpers/chain/rpc-proxy.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { approveSigned, ONE_APPROVER } from '../../helpers/circuits/approver.js';
import {
  asThief as asThiefOf,
  dropConstraints as dropConstraintsOf,
} from '../../helpers/circuits/as-thief.js';
import { keepBytes } from '../../helpers/circuits/keep-bytes.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';

const AMOUNT = 5_000_000n;
const STUCK_MS = 200_000;
const FINAL = 20;

let circuit: PayoutCircuit;
beforeEach(async () => {
  circuit = await startPayoutCircuit({ approvers: ONE_APPROVER, proxies: 1 });
});
afterEach(() => circuit.finish());

const asThief = (statement: string, values: readonly unknown[] = []): Promise<void> =>
  asThiefOf(circuit.database.db, statement, values);
const dropConstraints = (...tables: string[]): Promise<void> =>
  dropConstraintsOf(circuit.database.db, ...tables);
const setStatus = ({ withdrawalId }: Withdrawal, status: string): Promise<void> =>
  asThief(
    `UPDATE withdrawals SET status = ?, completed_at = NULL, waiting_code = NULL, waiting_reason = NULL
      WHERE withdrawal_id = ?`,
    [status, withdrawalId],
  );
/** Removes the follower's records of payments that are not stored. */
async function hideOutside(): Promise<void> {
  await asThief('DELETE FROM outside_payments');
  await asThief('DELETE FROM asset_freezes');
}
const send = (withdrawal: Withdrawal): Promise<unknown> => circuit.signer.sendWithdrawal(withdrawal);
/** Lets blocks come without the sent transactions. */
async function makeStuck(): Promise<void> {
  await circuit.anvil.rpc('anvil_dropAllTransactions');
  await circuit.passTime(STUCK_MS);
  await circuit.mineAndRead(1);
}
async function expectMalformed(withdrawal: Withdrawal): Promise<void> {
  expect(await circuit.reloadWithdrawal(withdrawal)).toMatchObject({
    waitingCode: 'malformed',
    waitingReason: expect.stringContaining('has signed to pay') as unknown,
  });
}
/** Signs with the hot wallet's key, elsewhere, a transaction of nonce 0 that pays nobody. */
function signNothing(chainId: number): Promise<SignedTransaction> {
  const { address: to } = circuit.hotWallet;
  return circuit.hotWallet.signTransaction({
    chainId,
    nonce: 0,
    to,
    valueAtomic: 0n,
    data: '0x',
    gasLimit: 50_000n,
    maxFeePerGasWei: 10n ** 11n,
    maxPriorityFeePerGasWei: 10n ** 9n,
  });
}
/** Makes the only RPC show a signed transaction in place of another one that differs only in its chain. */
function showInstead(real: SignedTransaction, shown: SignedTransaction): void {
  const { chainId, r, s, yParity = 0 } = parseTransaction(shown.raw as Hex);
  const signed = {
    hash: shown.hash,
    chainId: toHex(chainId ?? 0),
    r,
    s,
    v: toHex(yParity),
    yParity: toHex(yParity),
  };
  const inPlace = (one: unknown): unknown =>
    (one as { hash?: string }).hash === real.hash ? { ...(one as object), ...signed } : one;
  const rewrite: Rewrite = async (reply, { method, params: [what, isFull] }, ask) => {
    if (method === 'eth_getTransactionReceipt' && what === shown.hash) {
      const receipt = (await ask(method, [real.hash])) as object;
      return { result: { ...receipt, transactionHash: shown.hash } };
    }
    if (isFull !== true || !('result' in reply)) return reply;
    const block = reply.result as { transactions: readonly unknown[] };
    return { result: { ...block, transactions: block.transactions.map(inPlace) } };
  };
  const methods = ['eth_getBlockByNumber', 'eth_getTransactionReceipt'];
  circuit.proxies[0]?.use({ methods, behaviour: { kind: 'rewrite', rewrite } });
}
const mineByHand = (): Promise<unknown> => circuit.anvil.rpc('evm_setAutomine', [false]);

it('one approval pays once, even when the database receives the signed bytes and stores none of them', async () => {
  const withdrawal = await approveSigned(circuit, { amountAtomic: AMOUNT });
  const kept = await keepBytes(circuit, () => send(withdrawal));
  await circuit.anvil.rpc('eth_sendRawTransaction', [kept]);
  await circuit.mineAndRead(FINAL);
  await hideOutside();
  await send(withdrawal);
  await circuit.mineAndRead(1);
  expect(await circuit.received()).toBe(AMOUNT);
  expect((await circuit.reloadWithdrawal(withdrawal)).waitingCode).toBe('not_approved');
});

it('one approval pays once, even when the row of its payment does not say what it pays', async () => {
  await mineByHand();
  const paid = await approveSigned(circuit, { amountAtomic: AMOUNT });
  await send(paid);
  await dropConstraints('sent_transactions');
  await asThief('UPDATE sent_transactions SET token_symbol = NULL, amount_atomic = NULL, to_address = NULL');
  await makeStuck();
  await send(paid);
  expect((await circuit.reloadWithdrawal(paid)).waitingCode).toBe('malformed');
  expect(await circuit.signedRows()).toHaveLength(1);
});

it('one approval pays once, even when its transaction is relabelled as one that pays nobody, to have it replaced', async () => {
  await mineByHand();
  const paid = await approveSigned(circuit, { amountAtomic: AMOUNT });
  const other = await approveSigned(circuit, { amountAtomic: 1n, address: addressOf(0xbbb) });
  for (const one of [paid, other]) await send(one);
  const [row, second] = await circuit.signedRows();
  await dropConstraints('sent_transactions');
  await asThief(
    `UPDATE sent_transactions SET purpose = 'cancellation', withdrawal_id = ? WHERE tx_hash = ?`,
    [other.withdrawalId, row?.tx_hash],
  );
  await makeStuck();
  await send(other);
  await expectMalformed(other);
  await circuit.mineAndRead(FINAL);
  // The replacement has vanished, and the replaced transaction makes another call: its nonce seems to be lost.
  await asThief('DELETE FROM sent_transactions WHERE replaces IS NOT NULL');
  await asThief(
    `UPDATE sent_transactions t SET purpose = 'payment', withdrawal_id = ?, block_hash = NULL, block_number = NULL,
       superseded_by = NULL, raw_transaction = o.raw_transaction
       FROM sent_transactions o WHERE t.tx_hash = ? AND o.tx_hash = ?`,
    [paid.withdrawalId, row?.tx_hash, second?.tx_hash],
  );
  await hideOutside();
  for (let turn = 0; turn < 2; turn += 1) {
    await send(paid);
    await circuit.mineAndRead(FINAL);
    await hideOutside();
  }
  expect(await circuit.received()).toBeLessThanOrEqual(AMOUNT);
});

it("one approval pays once, even when another withdrawal's transaction is relabelled as its own, to have it replaced", async () => {
  const paid = await approveSigned(circuit, { amountAtomic: AMOUNT });
  await send(paid);
  await circuit.mineAndRead(FINAL);
  await circuit.drainUntilIn(paid, 'completed');
  await mineByHand();
  const other = await approveSigned(circuit, { amountAtomic: 1n, address: addressOf(0xbbb) });
  await send(other);
  await dropConstraints('sent_transactions', 'withdrawals');
  await asThief('DELETE FROM sent_transactions WHERE withdrawal_id = ?', [paid.withdrawalId]);
  await asThief(`UPDATE sent_transactions SET withdrawal_id = ?`, [paid.withdrawalId]);
  await setStatus(paid, 'broadcast');
  await makeStuck();
  await send(paid);
  await expectMalformed(paid);
  await circuit.anvil.rpc('anvil_dropAllTransactions');
  await asThief('DELETE FROM sent_transactions');
  await asThief('UPDATE wallets SET next_nonce = 1 WHERE address = ?', [circuit.hotWalletAddress]);
  await setStatus(paid, 'approved');
  await hideOutside();
  await send(paid);
  await circuit.mineAndRead(1);
  expect(await circuit.received()).toBe(AMOUNT);
});

it('one approval pays once, even when the database calls a block final that is later undone', async () => {
  await mineByHand();
  const paid = await approveSigned(circuit, { amountAtomic: AMOUNT });
  await send(paid);
  const first = await circuit.transactionOf(paid);
  await circuit.anvil.rpc('anvil_dropAllTransactions');
  const { raw } = await signNothing(circuit.chain.chainId);
  await circuit.anvil.rpc('eth_sendRawTransaction', [raw]);
  await circuit.mineAndRead(1);
  await circuit.whileNobodyFollows(async () => {
    await asThief('UPDATE chain_cursors SET finalized_height = height');
    await send(paid);
    await circuit.anvil.reorg(1);
    await circuit.anvil.rpc('anvil_dropAllTransactions');
    await circuit.anvil.rpc('eth_sendRawTransaction', [first.rawTransaction]);
    const again = await circuit.database
      .db('sent_transactions')
      .where({ nonce: 1 })
      .pluck<string[]>('raw_transaction');
    for (const bytes of again) await circuit.anvil.rpc('eth_sendRawTransaction', [bytes]);
    await circuit.anvil.mine(1);
    expect(await circuit.received()).toBe(AMOUNT);
    expect((await circuit.reloadWithdrawal(paid)).waitingCode).toBe('nonce_used');
  });
});

it('one approval pays once, even when the only RPC shows a transaction for another chain at its nonce', async () => {
  await mineByHand();
  const paid = await approveSigned(circuit, { amountAtomic: AMOUNT });
  await send(paid);
  await circuit.anvil.rpc('anvil_dropAllTransactions');
  const ours = await signNothing(circuit.chain.chainId);
  await circuit.anvil.rpc('eth_sendRawTransaction', [ours.raw]);
  await circuit.mineAndRead(FINAL);
  showInstead(ours, await signNothing(1));
  await send(paid).catch(() => undefined);
  expect((await circuit.signedRows()).map(({ nonce }) => nonce)).toEqual([0]);
  // A transaction that the key signed for this chain is believed.
  circuit.proxies[0]?.clear();
  await send(paid);
  expect((await circuit.signedRows()).map(({ nonce }) => nonce)).toEqual([0, 1]);
});

it('a withdrawal that was signed and not stored gets its nonce again, even when another one is asked for first', async () => {
  const first = await approveSigned(circuit, { amountAtomic: AMOUNT });
  await keepBytes(circuit, () => send(first));
  const second = await approveSigned(circuit, { amountAtomic: AMOUNT });
  for (const one of [second, first]) await send(one);
  const rows = await circuit.signedRows();
  expect(rows.map((row) => row.withdrawal_id)).toEqual([first.withdrawalId, second.withdrawalId]);
  await circuit.mineAndRead(1);
  expect(await circuit.received()).toBe(2n * AMOUNT);
});
