import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { walletOfPrivateKey } from '../../../src/chain/keys/keys.js';
import { transaction } from '../../../src/db/core/database.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import { stateOutcome } from '../../../src/db/withdrawals/state-outcome.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { ANVIL_CHAIN_ID } from '../../helpers/chain/anvil.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { mineWithCode } from '../../helpers/circuits/mine-with-code.js';
import { startPayoutCircuit, type PayoutCircuit } from '../../helpers/circuits/payout-circuit.js';
import { expectClean } from '../../helpers/circuits/reconcile-circuit.js';
import { undoFinal } from '../../helpers/circuits/undo-final.js';

const AMOUNT = 10_000_000n;
const GWEI = 1_000_000_000n;
/** More blocks than finality takes: finalized is 8 blocks behind the head. */
const FINAL_BLOCKS = 12;
const STRANGER = addressOf(0x5742_a6e4);
const OTHER = addressOf(0x0ddb_a115);
/** Key of the hot wallet, which somebody else has as well. */
const KEY = `0x${'4b'.repeat(32)}` as const;
/** Code that reverts every call, and code that does nothing. */
const REVERTS = '0x60006000fd';
const DOES_NOTHING = '0x00';

let circuit: PayoutCircuit;
let withdrawal: Withdrawal;
/** First transaction signed for the withdrawal. Anybody may have kept it. */
let first: SentTransaction;
/** Height of the block with the other use of the key. */
let foreignHeight: number;

// The withdrawal has a first transaction. Its nonce is then used from outside, in a final block.
beforeEach(async () => {
  circuit = await startPayoutCircuit({ hotWallet: walletOfPrivateKey(KEY), slotsInAnEpoch: 4 });
  await circuit.anvil.rpc('evm_setAutomine', [false]);
  withdrawal = await circuit.approvedWithdrawal(AMOUNT);
  await circuit.signer.sendWithdrawal(withdrawal);
  first = await circuit.transactionOf(withdrawal);
  await circuit.anvil.rpc('anvil_dropTransaction', [first.txHash]);
  const { raw } = await circuit.hotWallet.signTransaction({
    chainId: ANVIL_CHAIN_ID,
    nonce: 0,
    to: STRANGER,
    valueAtomic: 1n,
    data: '0x',
    gasLimit: 100_000n,
    maxFeePerGasWei: 100n * GWEI,
    maxPriorityFeePerGasWei: 2n * GWEI,
  });
  await circuit.anvil.rpc('eth_sendRawTransaction', [raw]);
  await circuit.anvil.mine(1);
  foreignHeight = Number(await circuit.anvil.rpc<string>('eth_blockNumber'));
  await circuit.mineAndRead(FINAL_BLOCKS);
});
afterEach(() => circuit.finish());

const send = (): Promise<unknown> => circuit.signer.sendWithdrawal(withdrawal);

/** Undoes the other use of the key past finality. The empty blocks in its place become final. */
async function undo(): Promise<void> {
  await undoFinal(circuit, foreignHeight);
  await circuit.mineAndRead(FINAL_BLOCKS);
  expect(await circuit.mined()).toEqual([]);
}

/** Pays another withdrawal of the wallet, which goes out behind the first. */
async function payOther(): Promise<void> {
  const other = await circuit.approvedWithdrawal(AMOUNT, OTHER);
  await circuit.signer.sendWithdrawal(other);
  await circuit.mineAndRead(FINAL_BLOCKS);
  await circuit.drainUntilIn(other, 'completed');
  expect(await circuit.received(OTHER)).toBe(AMOUNT);
}

/** Sends the first transaction to a node, as somebody who kept it could. */
const sendFirst = (): Promise<string> =>
  circuit.anvil.rpc<string>('eth_sendRawTransaction', [first.rawTransaction]);

/**
 * Mines the first transaction after all, in a final block, so that it pays nothing. The new transaction is in no
 * mempool. The wallet has no gas to cancel it until `giveGas` is called.
 *
 * @returns the new transaction, and `giveGas`.
 */
async function mineFirstInVain(
  code: string,
): Promise<{ again: SentTransaction; giveGas: () => Promise<unknown> }> {
  await send();
  const again = await circuit.transactionOf(withdrawal);
  await undo();
  await circuit.anvil.rpc('anvil_dropAllTransactions');
  await sendFirst();
  await mineWithCode(circuit, code);
  const eth = await circuit.hotBalance(circuit.eth);
  const setBalance = (wei: bigint): Promise<unknown> =>
    circuit.anvil.rpc('anvil_setBalance', [circuit.hotWalletAddress, `0x${wei.toString(16)}`]);
  await setBalance(1n);
  await send();
  expect((await circuit.reloadWithdrawal(withdrawal)).waitingReason).toContain('for gas; top it up');
  await circuit.mineAndRead(FINAL_BLOCKS);
  await tell();
  return { again, giveGas: () => setBalance(eth) };
}

async function tell(): Promise<void> {
  await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: withdrawal.withdrawalId });
  await circuit.drain();
}

async function expectReserved(): Promise<void> {
  expect(await circuit.reloadWithdrawal(withdrawal)).toMatchObject({ status: 'broadcast' });
  expect(await circuit.balances()).toMatchObject({ available: 90_000_000n, reserved: AMOUNT });
}

const settleUnpaid = (): Promise<unknown> =>
  transaction(circuit.database.db, (trx) =>
    stateOutcome(trx, {
      withdrawalId: withdrawal.withdrawalId,
      outcome: 'unpaid',
      reason: 'looked',
      nowMs: Date.now(),
      actor: { kind: 'cli', id: 'test', ip: null },
      showAddress: (address) => address,
    }),
  );

describe('a withdrawal whose nonce was used elsewhere, when that use is undone past finality', () => {
  it('is paid once by the new signature: a cancellation transaction uses its first nonce', async () => {
    await send();
    expect((await circuit.signedRows()).map(({ nonce }) => nonce)).toEqual([0, 1]);
    await undo();
    // Two signers try at the same time.
    await Promise.all([send(), send()]);
    expect((await circuit.signedRows()).map(({ nonce, purpose }) => [nonce, purpose])).toEqual([
      [0, 'payment'],
      [0, 'cancellation'],
      [1, 'payment'],
    ]);
    await expect(sendFirst()).rejects.toThrow();
    await circuit.mineAndRead(1);
    await send();
    await circuit.mineAndRead(FINAL_BLOCKS);
    expect(await circuit.mined()).toEqual([
      [0, 'cancellation'],
      [1, 'payment'],
    ]);
    await circuit.passTime(20_000);
    await circuit.lookUntilIn(withdrawal, 'completed');
    await payOther();
    expect(await circuit.received()).toBe(AMOUNT);
    await expectClean(circuit, FINAL_BLOCKS);
  });

  it('is paid by its first transaction when that is mined after all; a cancellation transaction replaces the new one', async () => {
    await send();
    const again = await circuit.transactionOf(withdrawal);
    expect(again.nonce).toBe(1);
    await undo();
    await circuit.anvil.rpc('anvil_dropTransaction', [again.txHash]);
    await sendFirst();
    await circuit.mineAndRead(1);
    await send();
    await send();
    await circuit.mineAndRead(FINAL_BLOCKS);
    expect(await circuit.mined()).toEqual([
      [0, 'payment'],
      [1, 'cancellation'],
    ]);
    await circuit.passTime(20_000);
    await circuit.lookUntilIn(withdrawal, 'completed');
    await payOther();
    expect(await circuit.received()).toBe(AMOUNT);
    expect(await circuit.balances()).toMatchObject({ available: 80_000_000n, reserved: 0n });
    await expectClean(circuit, FINAL_BLOCKS);
    // Another try signs nothing.
    const before = (await circuit.signedRows()).map((row) => row.tx_hash);
    await send();
    expect((await circuit.signedRows()).map((row) => row.tx_hash)).toEqual(before);
  });

  it('is signed once more when its first transaction is mined after all but undone again, and nothing else can pay it', async () => {
    await send();
    const again = await circuit.transactionOf(withdrawal);
    await undo();
    await circuit.anvil.rpc('anvil_dropTransaction', [again.txHash]);
    await sendFirst();
    await circuit.mineAndRead(1);
    await send();
    expect((await circuit.signedRows()).map(({ nonce, purpose }) => [nonce, purpose])).toEqual([
      [0, 'payment'],
      [1, 'payment'],
      [1, 'cancellation'],
    ]);
    await circuit.anvil.reorg(1);
    await circuit.mineAndRead(1);
    expect(await circuit.mined()).toEqual([]);
    await send();
    await circuit.mineAndRead(FINAL_BLOCKS);
    expect(await circuit.mined()).toEqual([
      [0, 'cancellation'],
      [1, 'cancellation'],
    ]);
    await send();
    await circuit.mineAndRead(FINAL_BLOCKS);
    expect(await circuit.mined()).toEqual([
      [0, 'cancellation'],
      [1, 'cancellation'],
      [2, 'payment'],
    ]);
    await circuit.passTime(20_000);
    await circuit.lookUntilIn(withdrawal, 'completed');
    expect(await circuit.received()).toBe(AMOUNT);
    await expectClean(circuit, FINAL_BLOCKS);
  });

  it('is signed anew only when its first nonce is used again, if nothing was signed anew before', async () => {
    const eth = await circuit.hotBalance(circuit.eth);
    const setBalance = (wei: bigint): Promise<unknown> =>
      circuit.anvil.rpc('anvil_setBalance', [circuit.hotWalletAddress, `0x${wei.toString(16)}`]);
    await setBalance(1n);
    await send();
    expect((await circuit.signedRows()).map(({ foreign_hash }) => foreign_hash !== null)).toEqual([true]);
    await undo();
    await setBalance(eth);
    await send();
    expect((await circuit.signedRows()).map(({ nonce, purpose }) => [nonce, purpose])).toEqual([
      [0, 'payment'],
      [0, 'cancellation'],
    ]);
    await circuit.mineAndRead(1);
    await send();
    await circuit.mineAndRead(FINAL_BLOCKS);
    expect(await circuit.mined()).toEqual([
      [0, 'cancellation'],
      [1, 'payment'],
    ]);
    await circuit.lookUntilIn(withdrawal, 'completed');
    expect(await circuit.received()).toBe(AMOUNT);
  });

  it('is never paid when it has failed since: cancellation transactions use both nonces', async () => {
    await send();
    const restoreCode = await mineWithCode(circuit, REVERTS);
    await circuit.mineAndRead(FINAL_BLOCKS);
    await circuit.passTime(20_000);
    await circuit.lookUntilIn(withdrawal, 'failed');
    await undo();
    await restoreCode();
    await send();
    await circuit.mineAndRead(1);
    await send();
    await circuit.mineAndRead(FINAL_BLOCKS);
    expect(await circuit.mined()).toEqual([
      [0, 'cancellation'],
      [1, 'cancellation'],
    ]);
    await payOther();
    expect(await circuit.received()).toBe(0n);
    await expectClean(circuit, FINAL_BLOCKS);
  });

  it('is paid when its new transaction is mined, after its first transaction was mined and reverted', async () => {
    const { again, giveGas } = await mineFirstInVain(REVERTS);
    await expectReserved();
    await giveGas();
    await circuit.anvil.rpc('eth_sendRawTransaction', [again.rawTransaction]);
    await circuit.mineAndRead(FINAL_BLOCKS);
    await circuit.lookUntilIn(withdrawal, 'completed');
    expect(await circuit.received()).toBe(AMOUNT);
    expect(await circuit.balances()).toMatchObject({ available: 90_000_000n, reserved: 0n });
    await circuit.untilBooksBalance();
  });

  it.each([
    ['is reverted fails', REVERTS],
    ['does nothing can be settled as unpaid', DOES_NOTHING],
  ])(
    'whose first transaction is mined after all and %s only when no other transaction for it can be mined',
    async (_, code) => {
      const { giveGas } = await mineFirstInVain(code);
      const isSaid = code === DOES_NOTHING;
      await expectReserved();
      if (isSaid) await expect(settleUnpaid()).rejects.toThrow('can still be mined');
      await giveGas();
      await send();
      await circuit.mineAndRead(1);
      expect(await circuit.mined()).toEqual([
        [0, 'payment'],
        [1, 'cancellation'],
      ]);
      await tell();
      await expectReserved();
      if (isSaid) await expect(settleUnpaid()).rejects.toThrow('can still be mined');
      await circuit.mineAndRead(FINAL_BLOCKS);
      if (isSaid) await settleUnpaid();
      await circuit.lookUntilIn(withdrawal, 'failed');
      expect(await circuit.received()).toBe(0n);
      expect(await circuit.balances()).toMatchObject({ available: 100_000_000n, reserved: 0n });
    },
  );

  it('stays paid by its first transaction when the new one is mined and reverted', async () => {
    await send();
    const again = await circuit.transactionOf(withdrawal);
    await undo();
    await circuit.anvil.rpc('anvil_dropAllTransactions');
    await sendFirst();
    await circuit.mineAndRead(1);
    await circuit.anvil.rpc('eth_sendRawTransaction', [again.rawTransaction]);
    await mineWithCode(circuit, REVERTS);
    expect(await circuit.mined()).toEqual([
      [0, 'payment'],
      [1, 'payment'],
    ]);
    await circuit.mineAndRead(FINAL_BLOCKS);
    await tell();
    await circuit.lookUntilIn(withdrawal, 'completed');
    expect(await circuit.received()).toBe(AMOUNT);
    expect(await circuit.balances()).toMatchObject({ available: 90_000_000n, reserved: 0n });
    await circuit.untilBooksBalance();
  });
});
