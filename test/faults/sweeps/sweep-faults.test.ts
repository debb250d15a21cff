import { afterEach, describe, expect, it } from '@jest/globals';
import { readSigned } from '../../../src/chain/sending/broadcast.js';
import { sweepKeysOf } from '../../../src/chain/keys/keys.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import { findDepositIndex } from '../../../src/db/sweeps/movements.js';
import { setBaseFee } from '../../helpers/chain/anvil.js';
import { useKeyElsewhere } from '../../helpers/chain/use-key-elsewhere.js';
import { CIRCUIT_MNEMONIC, type MoneyCircuitOptions } from '../../helpers/circuits/money-circuit.js';
import { reconcileCircuit } from '../../helpers/circuits/reconcile-circuit.js';
import { startSweepCircuit, type SweepCircuit } from '../../helpers/circuits/sweep-circuit.js';

const GWEI = 1_000_000_000n;
const STUCK_SECONDS = 130;
const STRANGER = `0x${'88'.repeat(20)}`;
const keys = sweepKeysOf(CIRCUIT_MNEMONIC);

let circuit: SweepCircuit;
const start = async (options: MoneyCircuitOptions = {}): Promise<void> => {
  aheadMs = 0;
  circuit = await startSweepCircuit({ slotsInAnEpoch: 4, now: () => Date.now() + aheadMs, ...options });
};
/** Milliseconds by which the product's clock is ahead, together with the chain's. */
let aheadMs = 0;
afterEach(() => circuit.close());

const setAutomine = (on: boolean): Promise<unknown> => circuit.anvil.rpc('evm_setAutomine', [on]);
const addressesOf = (invoices: readonly Invoice[]): string[] =>
  invoices.map(({ depositAddress }) => depositAddress);
const purposes = async (): Promise<string[]> => (await circuit.transactions()).map(({ purpose }) => purpose);
const codeAt = (address: string): Promise<string> => circuit.anvil.rpc('eth_getCode', [address, 'latest']);

/** Deploys the contract for batches by a first sweep, and waits until that is final. */
async function deploySweeper(): Promise<void> {
  await circuit.gasMoney();
  await circuit.earn(2);
  await circuit.sweepUntilDone();
  expect(await purposes()).toEqual(['deploy', 'batch']);
}

/** Sets a base fee too high for what was signed before, and lets time pass until that counts as stuck. */
async function getStuck(baseFeeWei: bigint): Promise<void> {
  await setBaseFee(circuit.anvil, baseFeeWei);
  await passTime();
}

async function passTime(): Promise<void> {
  aheadMs += STUCK_SECONDS * 1_000;
  await circuit.anvil.rpc('evm_increaseTime', [STUCK_SECONDS]);
  await circuit.mineAndRead(1);
}

describe('a sweep that is stuck', () => {
  it('is sent with higher fees and all that it was signed for, and moves its coins once', async () => {
    await start();
    await deploySweeper();
    const invoices = await circuit.earn(3);
    await setAutomine(false);
    await circuit.sweep();
    await getStuck(20n * GWEI);
    await circuit.sweep();
    const [first, raised, ...others] = (await circuit.transactions())
      .slice(2)
      .map((row) => readSigned(row.raw_transaction));
    expect(others).toEqual([]);
    expect(raised).toEqual({
      ...first,
      maxFeePerGasWei: raised?.maxFeePerGasWei,
      maxPriorityFeePerGasWei: raised?.maxPriorityFeePerGasWei,
    });
    expect(raised?.authorizations).toHaveLength(3);
    expect(raised?.maxFeePerGasWei).toBeGreaterThanOrEqual(20n * GWEI);
    await circuit.mineAndRead(1);
    await setAutomine(true);
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt(addressesOf(invoices))).toBe(0n);
    expect(await circuit.heldAt([circuit.hotWalletAddress])).toBe(500_000_000n);
    await circuit.untilBooksBalance();
  });
});

describe('an address', () => {
  it('that holds a token and a coin is emptied of both, each once', async () => {
    await start();
    await deploySweeper();
    const eth = circuit.asset('ETH');
    const invoices = await circuit.earn(2);
    for (const { depositAddress: to } of invoices)
      await circuit.transfer({ asset: eth, to, amountAtomic: 10n ** 18n });
    await circuit.mineAndRead(20);
    await circuit.drain();
    await setAutomine(false);
    await circuit.sweep();
    // The node forgets what the addresses sent by themselves. If there were a batch too, it would be mined first.
    for (const { purpose, tx_hash: txHash } of await circuit.transactions())
      if (purpose === 'sweep') await circuit.anvil.rpc('anvil_dropTransaction', [txHash]);
    await circuit.mineAndRead(1);
    await setAutomine(true);
    await circuit.sweepUntilDone();
    expect((await purposes()).toSorted()).toEqual(['batch', 'batch', 'deploy', 'sweep', 'sweep']);
    expect(await circuit.heldAt(addressesOf(invoices))).toBe(0n);
    expect(await circuit.heldAt(addressesOf(invoices), eth)).toBeLessThan(10n ** 16n);
    await circuit.untilBooksBalance();
  });

  it('of an invoice in the native coin never runs a contract, whatever is paid to it', async () => {
    await start();
    await deploySweeper();
    const eth = circuit.asset('ETH');
    const invoices = await circuit.earn(2, eth, 10n ** 18n);
    for (const { depositAddress: to } of invoices)
      await circuit.transfer({ asset: circuit.usdc, to, amountAtomic: 50_000_000n });
    await circuit.mineAndRead(20);
    await circuit.drain();
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt(addressesOf(invoices))).toBe(0n);
    expect(await circuit.heldAt(addressesOf(invoices), eth)).toBeLessThan(10n ** 16n);
    for (const address of addressesOf(invoices)) expect(await codeAt(address)).toBe('0x');
    await circuit.untilBooksBalance();
  });
});

describe('a batch', () => {
  it('fails completely when one address has lost its tokens, and the next one moves those of the others', async () => {
    await start();
    await deploySweeper();
    const invoices = await circuit.earn(3);
    const [robbed, ...others] = addressesOf(invoices);
    await setAutomine(false);
    await circuit.sweep();
    await circuit.anvil.rpc('anvil_setBalance', [robbed, `0x${(10n ** 18n).toString(16)}`]);
    await circuit.anvil.rpc('anvil_impersonateAccount', [robbed]);
    await circuit.anvil.rpc('eth_sendTransaction', [
      {
        from: robbed,
        to: circuit.usdc.address,
        gas: '0x20000',
        maxFeePerGas: `0x${(100n * GWEI).toString(16)}`,
        maxPriorityFeePerGas: `0x${(50n * GWEI).toString(16)}`,
        data: `0xa9059cbb${STRANGER.slice(2).padStart(64, '0')}${(1).toString(16).padStart(64, '0')}`,
      },
    ]);
    await circuit.mineAndRead(1);
    await setAutomine(true);
    await circuit.mineAndRead(10);
    const { notes } = await circuit.sweep();
    expect(notes.join()).toContain(
      `${robbed} holds 99.999999 USDC, less than the 100.000000 USDC in the books`,
    );
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt(others)).toBe(0n);
    expect(await circuit.heldAt([robbed ?? ''])).toBe(99_999_999n);
    const batches = (await circuit.transactions()).filter(({ purpose }) => purpose === 'batch');
    expect(batches.map(({ succeeded }) => succeeded)).toEqual([true, false, true]);
    expect(await circuit.heldAt([circuit.hotWalletAddress])).toBe(400_000_000n);
  });
});

describe("a sweep that somebody else with the address's key made with its nonce", () => {
  it('is recorded when it is final, and is in the ledger with its gas', async () => {
    await start();
    const eth = circuit.asset('ETH');
    const [invoice] = await circuit.earn(1, eth, 10n ** 18n);
    await setAutomine(false);
    await circuit.sweep();
    const [signed] = await circuit.transactions();
    await circuit.anvil.rpc('anvil_dropTransaction', [signed?.tx_hash]);
    const index = await findDepositIndex(circuit.database.db, invoice?.depositAddress ?? '');
    const elsewhere = await keys.deposit(index ?? -1).signTransaction({
      ...readSigned(signed?.raw_transaction ?? ''),
      gasLimit: 22_000n,
      maxPriorityFeePerGasWei: 2n,
    });
    await circuit.anvil.rpc('eth_sendRawTransaction', [elsewhere.raw]);
    await setAutomine(true);
    await circuit.mineAndRead(10);
    await circuit.sweepUntilDone();
    const rows = await circuit.transactions();
    expect(rows.map(({ tx_hash, block_hash }) => [tx_hash, block_hash !== null])).toEqual([
      [signed?.tx_hash, false],
      [elsewhere.hash, true],
    ]);
    expect(await circuit.heldAt([invoice?.depositAddress ?? ''], eth)).toBeLessThan(10n ** 16n);
    await circuit.untilBooksBalance();
    expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
  });
});

describe('a nonce of the sweeping wallet', () => {
  it('that was used outside the product is noticed when that use is final, and the sweep is signed anew', async () => {
    await start();
    await deploySweeper();
    const invoices = await circuit.earn(2);
    await setAutomine(false);
    await circuit.sweep();
    const signed = (await circuit.transactions()).at(-1);
    await circuit.anvil.rpc('anvil_dropTransaction', [signed?.tx_hash]);
    const foreignHash = await useKeyElsewhere(
      { anvil: circuit.anvil, signer: keys.wallet },
      signed?.nonce ?? -1,
    );
    await circuit.mineAndRead(1);
    expect((await circuit.sweep()).notes.join()).toContain('waits until its block is final');
    await setAutomine(true);
    await circuit.mineAndRead(10);
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt(addressesOf(invoices))).toBe(0n);
    expect(await circuit.heldAt([circuit.hotWalletAddress])).toBe(400_000_000n);
    const rows = await circuit.database
      .db('sent_transactions')
      .whereNotNull('foreign_hash')
      .select('foreign_hash');
    expect(rows).toEqual([{ foreign_hash: foreignHash }]);
  });

  it('that was skipped gets a cancellation transaction, so that the transactions behind it are mined', async () => {
    await start();
    await deploySweeper();
    const invoices = await circuit.earn(2);
    await circuit.database
      .db('wallets')
      .where({ address: circuit.sweepWalletAddress })
      .update({ next_nonce: 4 });
    await circuit.sweep();
    expect((await circuit.transactions()).map(({ nonce }) => nonce)).toEqual([0, 1, 4]);
    await passTime();
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt(addressesOf(invoices))).toBe(0n);
    expect((await circuit.transactions()).map(({ nonce }) => nonce).toSorted()).toEqual([0, 1, 2, 3, 4]);
    await circuit.untilBooksBalance();
  });
});
