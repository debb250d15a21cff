import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { privateKeyToAccount } from 'viem/accounts';
import type { Address, Hex } from 'viem';
import { transferCall } from '../../../src/chain/sending/broadcast.js';
import { walletOfPrivateKey } from '../../../src/chain/keys/keys.js';
import { findAssetFreeze } from '../../../src/db/withdrawals/asset-freezes.js';
import { transaction } from '../../../src/db/core/database.js';
import { listDifferences } from '../../../src/db/reconciliation/reconciliation-differences.js';
import { stateOutcome } from '../../../src/db/withdrawals/state-outcome.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { eventTypesOf, settleByCli, tellOfPaidOutside } from '../../helpers/circuits/settle-withdrawal.js';
import { ANVIL_CHAIN_ID, setBaseFee } from '../../helpers/chain/anvil.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { RECIPIENT, startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { reconcileCircuit } from '../../helpers/circuits/reconcile-circuit.js';

const AMOUNT = 10_000_000n;
const GWEI = 1_000_000_000n;
const FINAL_BLOCKS = 20;
const OTHER = addressOf(0x0ddb_a115);
const LAST = addressOf(0x1a57);
/** Key of the hot wallet, which somebody else has as well: another of our installations, or a thief. */
const KEY = `0x${'4b'.repeat(32)}` as const;
/** Code that reverts every call. */
const REVERTS = '0x60006000fd';
let circuit: PayoutCircuit;
let withdrawal: Withdrawal;

/** A withdrawal that is signed, but that no node holds. */
beforeEach(async () => {
  circuit = await startPayoutCircuit({ hotWallet: walletOfPrivateKey(KEY) });
  await circuit.anvil.rpc('evm_setAutomine', [false]);
  withdrawal = await circuit.approvedWithdrawal(AMOUNT);
  await circuit.signer.sendWithdrawal(withdrawal);
  await circuit.anvil.rpc('anvil_dropTransaction', [(await circuit.transactionOf(withdrawal)).txHash]);
});
afterEach(() => circuit.finish());

/**
 * Makes the same payment under the same nonce, by the oldest type of transaction and for lower fees than ours.
 *
 * @returns its hash.
 */
async function payElsewhere(): Promise<string> {
  const { to, data } = transferCall({ asset: circuit.usdc, to: RECIPIENT, amountAtomic: AMOUNT });
  const raw = await privateKeyToAccount(KEY).signTransaction({
    type: 'legacy',
    chainId: ANVIL_CHAIN_ID,
    nonce: 0,
    to: to as Address,
    data: data as Hex,
    value: 0n,
    gas: 100_000n,
    gasPrice: GWEI,
  });
  await setBaseFee(circuit.anvil, 1n);
  return circuit.anvil.rpc<string>('eth_sendRawTransaction', [raw]);
}

const actions = (): Promise<string[]> =>
  circuit.database
    .db('audit_log')
    .where({ object_id: withdrawal.withdrawalId })
    .orderBy('audit_id')
    .pluck<string[]>('action');
describe('a withdrawal whose exact payment somebody else made with its nonce', () => {
  it('waits for an operator, says why, and signs nothing new however often it is tried', async () => {
    const elsewhere = await payElsewhere();
    await tellOfPaidOutside(circuit, withdrawal, FINAL_BLOCKS);
    const { waitingReason, status } = await circuit.reloadWithdrawal(withdrawal);
    expect(status).toBe('broadcast');
    expect(waitingReason).toContain(`${elsewhere} makes this very payment and was not on record here`);
    for (let turn = 0; turn < 3; turn += 1) {
      await Promise.all([
        circuit.signer.sendWithdrawal(withdrawal),
        circuit.signer.sendWithdrawal(withdrawal),
      ]);
      await circuit.drain();
    }
    expect((await circuit.signedRows()).map(({ tx_hash, nonce }) => [tx_hash, nonce])).toEqual([
      [elsewhere, 0],
      [expect.any(String), 0],
    ]);
    expect(await circuit.received()).toBe(AMOUNT);
    expect(await circuit.balances()).toMatchObject({ available: 90_000_000n, reserved: AMOUNT });
    expect(await actions()).toEqual(['withdrawal.approve', 'withdrawal.transaction_adopted']);
  });

  it('completes once when the operator says that it is paid, by that transaction, with its gas in the ledger', async () => {
    const elsewhere = await payElsewhere();
    await tellOfPaidOutside(circuit, withdrawal, FINAL_BLOCKS);
    const settled = await settleByCli(circuit, withdrawal, 'paid', 'signed before the restore');
    expect(JSON.parse(settled.stdout)).toMatchObject({ txHash: elsewhere });
    await circuit.drainUntilIn(withdrawal, 'completed');
    expect((await settleByCli(circuit, withdrawal, 'paid')).stderr).toContain('there is nothing to settle');
    expect((await settleByCli(circuit, withdrawal, 'unpaid')).stderr).toContain('there is nothing to settle');
    await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: withdrawal.withdrawalId });
    await circuit.drain();
    await circuit.signer.sendWithdrawal(withdrawal);
    expect(await circuit.isIn(withdrawal, 'completed')).toBe(true);
    expect(await eventTypesOf(circuit, withdrawal)).toEqual(['withdrawal.approved', 'withdrawal.completed']);
    expect(await circuit.balances()).toMatchObject({ available: 90_000_000n, reserved: 0n });
    expect(await actions()).toEqual([
      'withdrawal.approve',
      'withdrawal.transaction_adopted',
      'withdrawal.settle_paid',
    ]);
    expect(await circuit.received()).toBe(AMOUNT);
    await circuit.untilBooksBalance();
    await circuit.mineAndRead(FINAL_BLOCKS);
    expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
  });

  it('fails once when the operator says that it is unpaid; the missing coins are then found', async () => {
    await payElsewhere();
    await tellOfPaidOutside(circuit, withdrawal, FINAL_BLOCKS);
    await settleByCli(circuit, withdrawal, 'unpaid', 'a payment of somebody else');
    await circuit.drain();
    expect(await circuit.reloadWithdrawal(withdrawal)).toMatchObject({
      status: 'failed',
      failureReason: 'a payment of somebody else',
    });
    expect((await settleByCli(circuit, withdrawal, 'paid')).stderr).toContain('The withdrawal is failed');
    await circuit.signer.sendWithdrawal(withdrawal);
    expect(await circuit.signedRows()).toHaveLength(2);
    expect(await eventTypesOf(circuit, withdrawal)).toEqual(['withdrawal.approved', 'withdrawal.failed']);
    expect(await circuit.balances()).toMatchObject({ available: 100_000_000n, reserved: 0n });
    await circuit.mineAndRead(FINAL_BLOCKS);
    await reconcileCircuit(circuit);
    expect(await listDifferences(circuit.database.db)).toMatchObject([
      { asset: { tokenSymbol: 'USDC' }, subject: circuit.hotWalletAddress, expectedAtomic: 1_000_000_000n },
    ]);
    expect(await findAssetFreeze(circuit.database.db, circuit.usdc)).toBeDefined();
  });

  it('is reported to the operator even when our transaction was never sent', async () => {
    await circuit.database.db('withdrawals').update({ status: 'approved' });
    await circuit.database.db('sent_transactions').update({ first_sent_at: null, last_sent_at: null });
    await payElsewhere();
    await tellOfPaidOutside(circuit, withdrawal, FINAL_BLOCKS);
    await settleByCli(circuit, withdrawal, 'paid');
    await circuit.drainUntilIn(withdrawal, 'completed');
    expect(await circuit.received()).toBe(AMOUNT);
  });

  it('fails when that transaction was reverted, because neither can pay any more, and no operator has to decide', async () => {
    const code = await circuit.anvil.rpc<string>('eth_getCode', [circuit.usdc.address, 'latest']);
    await circuit.anvil.rpc('anvil_setCode', [circuit.usdc.address, REVERTS]);
    await payElsewhere();
    await circuit.mineAndRead(1);
    await circuit.anvil.rpc('anvil_setCode', [circuit.usdc.address, code]);
    await circuit.mineAndRead(FINAL_BLOCKS);
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: withdrawal.withdrawalId });
    await circuit.drainUntilIn(withdrawal, 'failed');
    expect(await circuit.received()).toBe(0n);
    expect(await circuit.balances()).toMatchObject({ available: 100_000_000n, reserved: 0n });
    await circuit.untilBooksBalance();
  });
});

describe('a withdrawal whose nonce was used to pay another one by hand', () => {
  /** Pays by hand through the token, with any further bytes behind the arguments. @returns its hash. */
  async function payByHand(to: string, more = ''): Promise<string> {
    const call = transferCall({ asset: circuit.usdc, to, amountAtomic: AMOUNT });
    const { raw } = await circuit.hotWallet.signTransaction({
      chainId: ANVIL_CHAIN_ID,
      nonce: 0,
      ...call,
      data: `${call.data}${more}`,
      gasLimit: 100_000n,
      maxFeePerGasWei: 100n * GWEI,
      maxPriorityFeePerGasWei: 2n * GWEI,
    });
    const txHash = await circuit.anvil.rpc<string>('eth_sendRawTransaction', [raw]);
    await circuit.mineAndRead(FINAL_BLOCKS);
    return txHash;
  }

  async function takeOnRecord(paid: Withdrawal): Promise<void> {
    await circuit.signer.sendWithdrawal(paid);
    const reason = 'paid by hand';
    await transaction(circuit.database.db, (trx) =>
      stateOutcome(trx, {
        withdrawalId: paid.withdrawalId,
        outcome: 'paid',
        reason,
        nowMs: Date.now(),
        actor: { kind: 'cli', id: 'test', ip: null },
        showAddress: (address) => address,
      }),
    );
    await circuit.signer.sendWithdrawal(paid);
  }

  it.each([
    ['to another address', OTHER],
    ['of the same amount to the same address', RECIPIENT],
  ])('%s is signed again with a later nonce, and blocks no other payment', async (_, to) => {
    const other = await circuit.approvedWithdrawal(AMOUNT, to);
    const byHand = await payByHand(to);
    await takeOnRecord(other);
    // The first call finds the use of the nonce, the second one signs anew.
    await circuit.signer.sendWithdrawal(withdrawal);
    await circuit.signer.sendWithdrawal(withdrawal);
    const last = await circuit.approvedWithdrawal(AMOUNT, LAST);
    await circuit.signer.sendWithdrawal(last);
    await circuit.mineAndRead(FINAL_BLOCKS);
    for (const each of [other, withdrawal, last]) {
      await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: each.withdrawalId });
      await circuit.drainUntilIn(each, 'completed');
    }
    const mined = (await circuit.signedRows()).filter((row) => row.block_hash !== null);
    expect(mined.map(({ nonce, withdrawal_id }) => [nonce, withdrawal_id])).toEqual([
      [0, other.withdrawalId],
      [1, withdrawal.withdrawalId],
      [2, last.withdrawalId],
    ]);
    expect(mined[0]?.tx_hash).toBe(byHand);
    expect((await circuit.received()) + (await circuit.received(OTHER))).toBe(2n * AMOUNT);
    expect(await circuit.received(LAST)).toBe(AMOUNT);
    expect(await actions()).toEqual(['withdrawal.approve', 'withdrawal.nonce_lost']);
    await circuit.untilBooksBalance();
    expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
  });

  it('waits for an operator when it was itself paid by hand with other bytes, and completes by that payment', async () => {
    const byHand = await payByHand(RECIPIENT, '00'.repeat(32));
    await circuit.signer.sendWithdrawal(withdrawal);
    for (let turn = 0; turn < 3; turn += 1) await circuit.signer.sendWithdrawal(withdrawal);
    expect((await circuit.reloadWithdrawal(withdrawal)).waitingReason).toContain(
      `transaction ${byHand} of block`,
    );
    expect(await circuit.signedRows()).toHaveLength(1);
    await takeOnRecord(withdrawal);
    await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: withdrawal.withdrawalId });
    await circuit.drainUntilIn(withdrawal, 'completed');
    expect(await circuit.received()).toBe(AMOUNT);
    await circuit.untilBooksBalance();
    expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
  });
});
