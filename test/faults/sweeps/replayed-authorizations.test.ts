import type { SignedAuthorization } from '../../../src/chain/keys/types.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { encodeFunctionData, type Abi, type Address } from 'viem';
import { readSigned, transferCall } from '../../../src/chain/sending/broadcast.js';
import depositSweeper from '../../../src/chain/contracts/deposit-sweeper.json' with { type: 'json' };
import { hotWalletOf, sweepKeysOf } from '../../../src/chain/keys/keys.js';
import { sendUnlocked } from '../../../src/chain/contracts/test-token.js';
import { listDifferences } from '../../../src/db/reconciliation/reconciliation-differences.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import { ANVIL_CHAIN_ID, ANVIL_MNEMONIC } from '../../helpers/chain/anvil.js';
import { CIRCUIT_MNEMONIC } from '../../helpers/circuits/money-circuit.js';
import { reconcileCircuit } from '../../helpers/circuits/reconcile-circuit.js';
import { startSweepCircuit, type SweepCircuit, type SweepRow } from '../../helpers/circuits/sweep-circuit.js';

const GWEI = 1_000_000_000n;
const AMOUNT = 100_000_000n;
const ETHER = 10n ** 18n;
const keys = sweepKeysOf(CIRCUIT_MNEMONIC);
/** Somebody with gas money who has seen our batches. */
const outsider = hotWalletOf(ANVIL_MNEMONIC);
let outsiderNonce: number;
let circuit: SweepCircuit;

beforeEach(async () => {
  circuit = await startSweepCircuit({ slotsInAnEpoch: 4 });
  outsiderNonce = 0;
  await sendUnlocked({ rpcUrl: circuit.anvil.url, to: outsider.address, valueAtomic: ETHER });
  await circuit.gasMoney();
  await circuit.earn(2);
  await circuit.sweepUntilDone();
});
afterEach(() => circuit.close());

const addressesOf = (invoices: readonly Invoice[]): string[] =>
  invoices.map(({ depositAddress }) => depositAddress);
const setAutomine = (on: boolean): Promise<unknown> => circuit.anvil.rpc('evm_setAutomine', [on]);
const codeAt = (address: string): Promise<string> => circuit.anvil.rpc('eth_getCode', [address, 'latest']);
const lastSigned = async (): Promise<SweepRow> => {
  const row = (await circuit.transactions()).at(-1);
  if (row === undefined) throw new Error('something is signed');
  return row;
};

/**
 * Sends a batch, which everybody has seen, and uses its nonce of the sweeping wallet for another transaction.
 *
 * @returns the authorizations in the batch.
 */
async function loseBatch(): Promise<readonly SignedAuthorization[]> {
  await setAutomine(false);
  await circuit.sweep();
  const batch = await lastSigned();
  expect(batch.purpose).toBe('batch');
  await circuit.anvil.rpc('anvil_dropTransaction', [batch.tx_hash]);
  const { raw } = await keys.wallet.signTransaction({
    chainId: ANVIL_CHAIN_ID,
    nonce: batch.nonce,
    to: outsider.address,
    valueAtomic: 1n,
    data: '0x',
    gasLimit: 21_000n,
    maxFeePerGasWei: 100n * GWEI,
    maxPriorityFeePerGasWei: 2n * GWEI,
  });
  await circuit.anvil.rpc('eth_sendRawTransaction', [raw]);
  await circuit.mineAndRead(1);
  await setAutomine(true);
  return readSigned(batch.raw_transaction).authorizations ?? [];
}

/** Mines a transaction of the outsider. @returns whether it succeeded. */
async function outsiderSends(call: {
  to: string;
  data?: string;
  valueAtomic?: bigint;
  authorizations?: readonly SignedAuthorization[];
}): Promise<boolean> {
  const { raw, hash } = await outsider.signTransaction({
    chainId: ANVIL_CHAIN_ID,
    nonce: outsiderNonce,
    valueAtomic: 0n,
    data: '0x',
    ...call,
    gasLimit: 500_000n,
    maxFeePerGasWei: 100n * GWEI,
    maxPriorityFeePerGasWei: 2n * GWEI,
  });
  outsiderNonce += 1;
  await circuit.anvil.rpc('eth_sendRawTransaction', [raw]);
  await circuit.mineAndRead(1);
  const receipt = await circuit.anvil.rpc<{ status: string } | null>('eth_getTransactionReceipt', [hash]);
  return receipt?.status === '0x1';
}

/** Expects that the ledger agrees with everything except the foreign use of the sweeping wallet's key. */
async function expectOnlyKeysUseMissing(): Promise<void> {
  await circuit.mineAndRead(20);
  await reconcileCircuit(circuit);
  const found = await listDifferences(circuit.database.db);
  expect(found.map(({ subject, asset }) => [subject, asset.tokenSymbol])).toEqual([
    [circuit.sweepWalletAddress, 'ETH'],
  ]);
}

const callOf = (functionName: string, args: readonly unknown[]): string =>
  encodeFunctionData({ abi: depositSweeper.abi as Abi, functionName, args });

describe('the authorizations of a batch that was lost', () => {
  it('let nobody take anything when somebody else sends them, and the next batch sweeps the addresses', async () => {
    const invoices = await circuit.earn(2);
    const addresses = addressesOf(invoices);
    const authorizations = await loseBatch();
    expect(authorizations).toHaveLength(2);
    expect(await outsiderSends({ to: outsider.address, authorizations })).toBe(true);
    const [authorization] = authorizations;
    for (const address of addresses)
      expect(await codeAt(address)).toBe(`0xef0100${authorization?.address.slice(2)}`);

    const token = circuit.usdc.address as Address;
    const collect = callOf('collect', [token, addresses, [AMOUNT, AMOUNT]]);
    const sweep = callOf('sweep', [token, AMOUNT]);
    const transfer = transferCall({ asset: circuit.usdc, to: outsider.address, amountAtomic: 1n }).data;
    for (const to of [...addresses, authorization?.address ?? '']) {
      for (const data of [collect, sweep, transfer])
        expect({ to, data, done: await outsiderSends({ to, data }) }).toEqual({ to, data, done: false });
    }
    expect(await circuit.heldAt(addresses)).toBe(2n * AMOUNT);

    await circuit.mineAndRead(10);
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt(addresses)).toBe(0n);
    expect(await circuit.heldAt([circuit.hotWalletAddress])).toBe(4n * AMOUNT);
    expect(readSigned((await lastSigned()).raw_transaction).authorizations).toBeUndefined();
    await expectOnlyKeysUseMissing();
  });

  it('may be mined before a batch that is already sent: the batch still moves everything', async () => {
    const addresses = addressesOf(await circuit.earn(2));
    await setAutomine(false);
    await circuit.sweep();
    const batch = await lastSigned();
    await circuit.anvil.rpc('anvil_dropTransaction', [batch.tx_hash]);
    const authorizations = readSigned(batch.raw_transaction).authorizations ?? [];
    expect(await outsiderSends({ to: outsider.address, authorizations })).toBe(true);
    await setAutomine(true);
    await circuit.sweepUntilDone();
    expect((await circuit.transactions()).filter(({ purpose }) => purpose === 'batch')).toHaveLength(2);
    expect(await circuit.heldAt(addresses)).toBe(0n);
    await circuit.untilBooksBalance();
  });

  it("use the nonce of an address's own transaction: that is noticed when final, and the sweep is signed anew", async () => {
    const eth = circuit.asset('ETH');
    const invoices = await circuit.earn(2);
    const addresses = addressesOf(invoices);
    const authorizations = await loseBatch();
    await circuit.mineAndRead(10);
    for (const to of addresses) await circuit.transfer({ asset: eth, to, amountAtomic: ETHER });
    await circuit.mineAndRead(20);
    await circuit.drain();
    await setAutomine(false);
    await circuit.sweep();
    const alone = (await circuit.transactions()).filter(({ purpose }) => purpose === 'sweep');
    expect(alone.map(({ nonce }) => nonce)).toEqual([0, 0]);
    for (const { tx_hash: txHash } of alone) await circuit.anvil.rpc('anvil_dropTransaction', [txHash]);
    // Beside them there is one that is not ours, and one that is no valid authorization.
    const [first] = authorizations as [SignedAuthorization, SignedAuthorization];
    const others = [
      { ...first, chainId: 1 },
      { ...first, r: `0x${'ff'.repeat(32)}`, s: `0x${'ff'.repeat(32)}` },
    ];
    await outsiderSends({ to: outsider.address, authorizations: [...others, ...authorizations] });
    await setAutomine(true);
    expect((await circuit.sweep()).notes.join()).toContain('waits until its block is final');
    await circuit.mineAndRead(10);
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt(addresses)).toBe(0n);
    expect(await circuit.heldAt(addresses, eth)).toBeLessThan(10n ** 16n);
    expect(await circuit.heldAt([circuit.hotWalletAddress])).toBe(4n * AMOUNT);
    await expectOnlyKeysUseMissing();
  });
});
