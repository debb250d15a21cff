import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readSigned } from '../../../src/chain/sending/broadcast.js';
import { walletOfPrivateKey } from '../../../src/chain/keys/keys.js';
import { transaction, type Transaction } from '../../../src/db/core/database.js';
import { undoReceiptsAbove } from '../../../src/db/wallets/sent-transactions.js';
import { stateOutcome } from '../../../src/db/withdrawals/state-outcome.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { eventTypesOf, settleByCli, tellOfPaidOutside } from '../../helpers/circuits/settle-withdrawal.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { reconcileCircuit } from '../../helpers/circuits/reconcile-circuit.js';
import { undoFinal } from '../../helpers/circuits/undo-final.js';
import { until } from '../../helpers/until.js';

const AMOUNT = 10_000_000n;
/** Finalized is 8 blocks behind the head. */
const SLOTS_IN_AN_EPOCH = 4;
const FINAL_BLOCKS = 12;
/** Key of the hot wallet, which another of our installations has as well. */
const KEY = `0x${'4b'.repeat(32)}` as const;
let circuit: PayoutCircuit;
let withdrawal: Withdrawal;

/** A withdrawal that is signed, but that no node holds. */
beforeEach(async () => {
  circuit = await startPayoutCircuit({
    hotWallet: walletOfPrivateKey(KEY),
    slotsInAnEpoch: SLOTS_IN_AN_EPOCH,
  });
  await circuit.anvil.rpc('evm_setAutomine', [false]);
  withdrawal = await circuit.approvedWithdrawal(AMOUNT);
  await circuit.signer.sendWithdrawal(withdrawal);
  await circuit.anvil.rpc('anvil_dropTransaction', [(await circuit.transactionOf(withdrawal)).txHash]);
});
afterEach(() => circuit.finish());

/** Makes the same payment under the same nonce with other fees. It is mined in the next block. */
async function payElsewhere(): Promise<{ raw: string; hash: string }> {
  const signed = readSigned((await circuit.transactionOf(withdrawal)).rawTransaction);
  const elsewhere = await circuit.hotWallet.signTransaction({
    ...signed,
    maxFeePerGasWei: signed.maxFeePerGasWei - 1n,
  });
  await circuit.anvil.rpc('eth_sendRawTransaction', [elsewhere.raw]);
  await circuit.mineAndRead(1);
  return elsewhere;
}

async function lookAgain(): Promise<void> {
  await circuit.signer.sendWithdrawal(withdrawal);
  await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: withdrawal.withdrawalId });
  await circuit.drain();
}

async function expectPaidOnce(): Promise<void> {
  await circuit.mineAndRead(FINAL_BLOCKS);
  expect(await circuit.received()).toBe(AMOUNT);
  expect(await circuit.balances()).toMatchObject({ available: 90_000_000n, reserved: 0n });
  expect(await eventTypesOf(circuit, withdrawal)).toEqual(['withdrawal.approved', 'withdrawal.completed']);
  const mined = (await circuit.signedRows()).filter((row) => row.block_hash !== null);
  expect(mined.map(({ nonce }) => nonce)).toEqual([0]);
  await circuit.untilBooksBalance();
  expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
}

describe('a payment that our key made outside the product', () => {
  it('needs no settlement when a reorganisation undoes it before it is final; then ours is sent, and pays once', async () => {
    await payElsewhere();
    await circuit.mineAndRead(2);
    await lookAgain();
    const { waitingReason } = await circuit.reloadWithdrawal(withdrawal);
    expect(waitingReason).toContain('waits until its block is final');
    for (const outcome of ['paid', 'unpaid'] as const)
      expect((await settleByCli(circuit, withdrawal, outcome)).stderr).toContain(
        'there is nothing to settle',
      );
    await circuit.anvil.reorg(4);
    await circuit.mineAndRead(1);
    await lookAgain();
    await circuit.mineAndRead(3);
    await circuit.drainUntilIn(withdrawal, 'completed');
    expect(await circuit.signedRows()).toHaveLength(1);
    await expectPaidOnce();
  });

  it('is settled in the block in which it is final after a reorganisation moved it, and stays settled', async () => {
    const { raw, hash } = await payElsewhere();
    await circuit.mineAndRead(2);
    const { block_hash: before } = await receiptOf(hash);
    await circuit.anvil.reorg(4, [[raw, 3]]);
    await tellOfPaidOutside(circuit, withdrawal, FINAL_BLOCKS);
    const [adopted] = (await circuit.signedRows()).filter((row) => row.tx_hash === hash);
    const { block_hash: after } = await receiptOf(hash);
    expect(adopted?.block_hash).toBe(after);
    expect(after).not.toBe(before);
    expect(await settleByCli(circuit, withdrawal, 'paid')).toMatchObject({ status: 0 });
    await circuit.drainUntilIn(withdrawal, 'completed');
    // As deep as possible without undoing a final block.
    await circuit.anvil.reorg(2 * SLOTS_IN_AN_EPOCH - 1);
    await circuit.mineAndRead(1);
    await lookAgain();
    expect(await circuit.isIn(withdrawal, 'completed')).toBe(true);
    await expectPaidOnce();
  });

  it('is sent again, and pays once, when it is undone past finality after it was settled as paid', async () => {
    const { hash } = await payElsewhere();
    const { block_number: height } = await receiptOf(hash);
    await tellOfPaidOutside(circuit, withdrawal, FINAL_BLOCKS);
    await settleByCli(circuit, withdrawal, 'paid');
    await circuit.drainUntilIn(withdrawal, 'completed');
    await undoFrom(height);
    expect(await circuit.received()).toBe(0n);
    await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: withdrawal.withdrawalId });
    await circuit.drainUntilIn(withdrawal, 'broadcast');
    await lookAgain();
    await circuit.mineAndRead(3);
    await circuit.drainUntilIn(withdrawal, 'completed');
    await expectPaidOnce();
  });
});

describe('nothing is recorded about a final block', () => {
  it.each(['paid', 'unpaid'] as const)(
    'that is undone while an operator says that the withdrawal is %s',
    async (outcome) => {
      const { hash } = await payElsewhere();
      const { block_number: height } = await receiptOf(hash);
      await tellOfPaidOutside(circuit, withdrawal, FINAL_BLOCKS);
      const order = await whileCursorIsLocked(
        () => settleHere(outcome),
        (trx) => undoReceiptsAbove(trx, { chainCode: circuit.chain.chainCode, above: height - 1 }),
      );
      expect(order).toMatchObject({ code: 'invalid_state' });
      expect(await circuit.isIn(withdrawal, 'broadcast')).toBe(true);
      expect(await circuit.balances()).toMatchObject({ available: 90_000_000n, reserved: AMOUNT });
    },
  );

  it('when the chain is halted while the use of a nonce is recorded', async () => {
    await payElsewhere();
    await circuit.mineAndRead(FINAL_BLOCKS);
    const { chainCode } = circuit.chain;
    const failure = await whileCursorIsLocked(
      () => circuit.signer.sendWithdrawal(withdrawal),
      (trx) =>
        trx('chain_cursors')
          .where({ chain_code: chainCode })
          .update({ halted_at: new Date(), halted_reason: 'reorganised' }),
    );
    expect(failure).toBeNull();
    expect((await circuit.reloadWithdrawal(withdrawal)).waitingReason).toContain(
      'was final and is not final any more',
    );
    expect(await circuit.signedRows()).toHaveLength(1);
  });
});

/** Undoes the chain while the work waits for its cursor. @returns the error of the work; null if it did not fail. */
async function whileCursorIsLocked(
  work: () => Promise<unknown>,
  undo: (trx: Transaction) => Promise<unknown>,
): Promise<unknown> {
  const { db } = circuit.database;
  let outcome: Promise<unknown> = Promise.resolve(null);
  await transaction(db, async (trx) => {
    await trx('chain_cursors').where({ chain_code: circuit.chain.chainCode }).forUpdate().select('*');
    outcome = work().then(
      () => null,
      (error: unknown) => error,
    );
    await until('it waits for the cursor', async () => {
      const { rows } = await db.raw<{ rows: unknown[] }>(
        `SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%for share%'`,
      );
      return rows.length > 0;
    });
    await undo(trx);
  });
  return outcome;
}

/** Settles in this process, so that the test can make it wait. */
function settleHere(outcome: 'paid' | 'unpaid'): Promise<Withdrawal> {
  return transaction(circuit.database.db, (trx) =>
    stateOutcome(trx, {
      withdrawalId: withdrawal.withdrawalId,
      outcome,
      reason: 'looked',
      nowMs: Date.now(),
      actor: { kind: 'cli', id: 'test', ip: null },
      showAddress: (address) => address,
    }),
  );
}

async function receiptOf(hash: string): Promise<{ block_hash: string; block_number: number }> {
  const receipt = await circuit.anvil.rpc<{ blockHash: string; blockNumber: string }>(
    'eth_getTransactionReceipt',
    [hash],
  );
  return { block_hash: receipt.blockHash, block_number: Number(receipt.blockNumber) };
}

/** Replaces all blocks from this final one on by empty ones, which become final too. */
async function undoFrom(height: number): Promise<void> {
  await undoFinal(circuit, height);
  await circuit.mineAndRead(FINAL_BLOCKS);
}
