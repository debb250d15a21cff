import { afterEach, describe, expect, it } from '@jest/globals';
import { hotWalletOf } from '../../../src/chain/keys/keys.js';
import type { Asset } from '../../../src/domain/core/asset.js';
import { ANVIL_CHAIN_ID, setBaseFee } from '../../helpers/chain/anvil.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { CIRCUIT_MNEMONIC, drainUntil } from '../../helpers/circuits/money-circuit.js';
import { expectClean } from '../../helpers/circuits/reconcile-circuit.js';
import {
  COLD_ADDRESS,
  startSweepCircuit,
  type SweepCircuit,
  type SweepRow,
} from '../../helpers/circuits/sweep-circuit.js';
import { undoFinal } from '../../helpers/circuits/undo-final.js';

const AMOUNT = 1_000_000n;
/** Ceiling of the hot wallet, which gets 1,000 USDC. */
const CEILING = 900_000_000n;
const EXCESS = 100_000_000n;
/** Half of its coins. */
const COINS_CEILING = 5n * 10n ** 17n;
const FINAL_BLOCKS = 10;
const STUCK_SECONDS = 300;
const GWEI = 1_000_000_000n;
/** Code that reverts every call. */
const REVERTS = '0x60006000fd';

let circuit: SweepCircuit;
/** Milliseconds by which the product's clock is ahead, together with the chain's. */
let aheadMs = 0;

async function start(coldAddress: string | null, kind: Asset['kind'] = 'erc20'): Promise<void> {
  aheadMs = 0;
  circuit = await startSweepCircuit({
    slotsInAnEpoch: 4,
    now: () => Date.now() + aheadMs,
    adjust: (chain) => ({
      ...chain,
      coldAddress,
      assets: chain.assets.map((asset) =>
        asset.kind === kind
          ? { ...asset, hotWalletCeilingAtomic: kind === 'native' ? COINS_CEILING : CEILING }
          : asset,
      ),
    }),
  });
  await circuit.earn(2);
  await circuit.fundHotWallet();
  await circuit.mineAndRead(FINAL_BLOCKS);
}
afterEach(() => circuit.close());

type MinedRow = SweepRow & { readonly block_number: number | null };
const rows = async (): Promise<MinedRow[]> => (await circuit.transactions()) as MinedRow[];
const outcomes = (): Promise<(string | null)[]> =>
  circuit.database.db('movements').orderBy('movement_id').pluck<(string | null)[]>('outcome');

/** Undoes past finality what movements did. The empty blocks in its place become final. */
async function undoAll(): Promise<void> {
  const heights = (await rows()).flatMap(({ block_number: height }) => height ?? []);
  await undoFinal(circuit, Math.min(...heights));
  await circuit.mineAndRead(FINAL_BLOCKS);
  expect((await rows()).every(({ block_hash: hash }) => hash === null)).toBe(true);
}

/** Pays a withdrawal, which is sent once behind the undone transactions. */
async function payOut(): Promise<void> {
  const withdrawal = await circuit.approvedWithdrawal(AMOUNT, addressOf(0xc01d_0001));
  await circuit.signer.sendWithdrawal(withdrawal);
  await circuit.mineAndRead(FINAL_BLOCKS);
  await drainUntil(
    circuit,
    'completed',
    async () => (await circuit.reloadWithdrawal(withdrawal)).status === 'completed',
  );
  expect(await circuit.heldAt([withdrawal.address])).toBe(AMOUNT);
}

const hashes = async (): Promise<string[]> => (await rows()).map((row) => row.tx_hash).toSorted();
const hotRows = async (): Promise<MinedRow[]> =>
  (await rows()).filter((row) => row.from_address === circuit.hotWalletAddress);

describe('a final sweep transaction that is undone past finality, and that the chain does not mine again', () => {
  it('to the cold address is sent again unchanged, before a withdrawal that waits behind its nonce', async () => {
    await start(COLD_ADDRESS);
    await circuit.sweepUntilDone();
    const before = await hashes();
    expect(await outcomes()).toEqual(['done']);
    await undoAll();
    expect(await circuit.heldAt([COLD_ADDRESS])).toBe(0n);
    await payOut();
    expect(await circuit.heldAt([COLD_ADDRESS])).toBe(EXCESS);
    await circuit.sweepUntilDone();
    expect(await outcomes()).toEqual(['done']);
    expect(await hashes()).toEqual(expect.arrayContaining(before));
    expect(await rows()).toHaveLength(2);
    await expectClean(circuit, FINAL_BLOCKS);
  });

  it('to the cold address waits for coins, and is not called given up, when the hot wallet can not pay it', async () => {
    await start(COLD_ADDRESS, 'native');
    await circuit.sweepUntilDone();
    expect(await outcomes()).toEqual(['done']);
    await undoAll();
    const { anvil, hotWalletAddress } = circuit;
    const before = await anvil.rpc<string>('eth_getBalance', [hotWalletAddress, 'latest']);
    await anvil.rpc('anvil_setBalance', [hotWalletAddress, '0x2386f26fc10000']);
    const notes = (await circuit.sweep()).notes.join();
    expect(notes).toContain('does not take its transaction');
    expect(notes).not.toContain('cancellation');
    await anvil.rpc('anvil_setBalance', [hotWalletAddress, before]);
    await circuit.sweepUntilDone();
    expect((await rows()).map(({ purpose }) => purpose)).toEqual(['cold']);
    await expectClean(circuit, FINAL_BLOCKS);
  });

  it('to the cold address gets higher fees like any other when it is stuck', async () => {
    await start(COLD_ADDRESS);
    await circuit.sweepUntilDone();
    await undoAll();
    await circuit.anvil.rpc('evm_setAutomine', [false]);
    await setBaseFee(circuit.anvil, 20n * GWEI);
    aheadMs += STUCK_SECONDS * 1_000;
    await circuit.anvil.rpc('evm_increaseTime', [STUCK_SECONDS]);
    await circuit.mineAndRead(1);
    await circuit.sweep();
    await circuit.mineAndRead(1);
    expect((await hotRows()).map(({ purpose, block_hash: hash }) => [purpose, hash !== null])).toEqual([
      ['cold', false],
      ['cold', true],
    ]);
    await payOut();
    expect(await circuit.heldAt([COLD_ADDRESS])).toBe(EXCESS);
    await expectClean(circuit, FINAL_BLOCKS);
  });

  it('to the cold address is never sent again when it had failed: a cancellation transaction uses its nonce', async () => {
    await start(COLD_ADDRESS);
    const { address } = circuit.usdc;
    const code = await circuit.anvil.rpc<string>('eth_getCode', [address, 'latest']);
    await circuit.anvil.rpc('evm_setAutomine', [false]);
    await circuit.sweep();
    await circuit.anvil.rpc('anvil_setCode', [address, REVERTS]);
    await circuit.mineAndRead(FINAL_BLOCKS);
    // This ends the movement and plans no new one: the token refuses everything.
    await circuit.signer.sweepChain({ chainCode: circuit.chain.chainCode, plans: false });
    expect(await outcomes()).toEqual(['failed']);
    await undoAll();
    await circuit.anvil.rpc('anvil_setCode', [address, code]);
    await payOut();
    expect(await circuit.heldAt([COLD_ADDRESS])).toBe(0n);
    const mined = (await hotRows())
      .filter((row) => row.block_hash !== null)
      .toSorted((a, b) => a.nonce - b.nonce);
    expect(mined.map(({ purpose, nonce }) => [purpose, nonce])).toEqual([
      ['cancellation', 0],
      ['payment', 1],
    ]);
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt([COLD_ADDRESS])).toBe(EXCESS - AMOUNT);
    expect(await outcomes()).toEqual(['failed', 'done']);
    await expectClean(circuit, FINAL_BLOCKS);
  });

  it('from outside, with the nonce of one to the cold address: a cancellation transaction uses that nonce', async () => {
    await start(COLD_ADDRESS);
    await circuit.anvil.rpc('evm_setAutomine', [false]);
    await circuit.sweep();
    const [lost] = await rows();
    await circuit.anvil.rpc('anvil_dropTransaction', [lost?.tx_hash]);
    const { raw } = await hotWalletOf(CIRCUIT_MNEMONIC).signTransaction({
      chainId: ANVIL_CHAIN_ID,
      nonce: 0,
      to: addressOf(0x57),
      valueAtomic: 1n,
      data: '0x',
      gasLimit: 100_000n,
      maxFeePerGasWei: 100n * GWEI,
      maxPriorityFeePerGasWei: 2n * GWEI,
    });
    await circuit.anvil.rpc('eth_sendRawTransaction', [raw]);
    await circuit.anvil.mine(1);
    const height = Number(await circuit.anvil.rpc<string>('eth_blockNumber'));
    await circuit.mineAndRead(FINAL_BLOCKS);
    await circuit.sweep();
    await circuit.mineAndRead(FINAL_BLOCKS);
    await circuit.sweepUntilDone();
    expect(await outcomes()).toEqual(['lost', 'done']);
    await undoFinal(circuit, height);
    await circuit.mineAndRead(FINAL_BLOCKS);
    aheadMs += STUCK_SECONDS * 1_000;
    await circuit.anvil.rpc('evm_increaseTime', [STUCK_SECONDS]);
    await circuit.mineAndRead(1);
    await circuit.sweep();
    await payOut();
    expect(
      (await hotRows()).map(({ nonce, purpose, block_hash: hash }) => [nonce, purpose, hash !== null]),
    ).toEqual(
      expect.arrayContaining([
        [0, 'cold', false],
        [0, 'cancellation', true],
        [1, 'cold', true],
        [2, 'payment', true],
      ]),
    );
    expect(await circuit.heldAt([COLD_ADDRESS])).toBe(EXCESS);
    await expectClean(circuit, FINAL_BLOCKS);
  });

  it('out of deposit addresses is sent again unchanged, in order, and moves the coins once', async () => {
    await start(null);
    await circuit.gasMoney();
    await circuit.mineAndRead(FINAL_BLOCKS);
    const hotBefore = await circuit.heldAt([circuit.hotWalletAddress]);
    await circuit.sweepUntilDone();
    const [before, ended] = [await hashes(), await outcomes()];
    expect(new Set(ended)).toEqual(new Set(['done']));
    const swept = await circuit.heldAt([circuit.hotWalletAddress]);
    expect(swept).toBeGreaterThan(hotBefore);
    await undoAll();
    expect(await circuit.heldAt([circuit.hotWalletAddress])).toBe(hotBefore);
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt([circuit.hotWalletAddress])).toBe(swept);
    expect([await hashes(), await outcomes()]).toEqual([before, ended]);
    await expectClean(circuit, FINAL_BLOCKS);
  });
});
