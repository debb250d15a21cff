import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readSigned, transferCall } from '../../../src/chain/sending/broadcast.js';
import { hotWalletOf } from '../../../src/chain/keys/keys.js';
import { transaction } from '../../../src/db/core/database.js';
import { stateOutcome } from '../../../src/db/withdrawals/state-outcome.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { setBaseFee } from '../../helpers/chain/anvil.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { CIRCUIT_MNEMONIC, drainUntil } from '../../helpers/circuits/money-circuit.js';
import { reconcileCircuit } from '../../helpers/circuits/reconcile-circuit.js';
import {
  COLD_ADDRESS,
  startSweepCircuit,
  type SweepCircuit,
  type SweepRow,
} from '../../helpers/circuits/sweep-circuit.js';

const GWEI = 1_000_000_000n;
const AMOUNT = 1_000_000n;
/** Ceiling of the hot wallet, which gets 1,000 USDC. */
const CEILING = 900_000_000n;
const EXCESS = 100_000_000n;
const STUCK_SECONDS = 130;

let circuit: SweepCircuit;
/** Milliseconds by which the product's clock is ahead, together with the chain's. */
let aheadMs = 0;

// The excess over the ceiling is sent to the cold address, but is in no block. From here on no sweep runs by itself.
beforeEach(async () => {
  aheadMs = 0;
  circuit = await startSweepCircuit({
    slotsInAnEpoch: 4,
    now: () => Date.now() + aheadMs,
    adjust: (chain) => ({
      ...chain,
      coldAddress: COLD_ADDRESS,
      assets: chain.assets.map((asset) =>
        asset.kind === 'erc20' ? { ...asset, hotWalletCeilingAtomic: CEILING } : asset,
      ),
    }),
  });
  await circuit.earn(1);
  await circuit.fundHotWallet();
  await circuit.mineAndRead(10);
  await circuit.anvil.rpc('evm_setAutomine', [false]);
  await circuit.sweep();
  expect(await signed()).toEqual([['cold', 0]]);
});
afterEach(() => circuit.close());

const hotRows = async (): Promise<SweepRow[]> =>
  (await circuit.transactions()).filter((row) => row.from_address === circuit.hotWalletAddress);
const signed = async (): Promise<(readonly [string, number])[]> =>
  (await hotRows()).map(({ purpose, nonce }) => [purpose, nonce] as const);
const approve = (to: number): Promise<Withdrawal> => circuit.approvedWithdrawal(AMOUNT, addressOf(to));

async function dropCold(): Promise<void> {
  for (const { purpose, tx_hash: txHash } of await hotRows())
    if (purpose === 'cold') await circuit.anvil.rpc('anvil_dropTransaction', [txHash]);
}

/** Sets a base fee too high for what was signed before, and lets time pass until that counts as stuck. */
async function getStuck(baseFeeWei: bigint): Promise<void> {
  await setBaseFee(circuit.anvil, baseFeeWei);
  aheadMs += STUCK_SECONDS * 1_000;
  await circuit.anvil.rpc('evm_increaseTime', [STUCK_SECONDS]);
  await circuit.mineAndRead(1);
}

/**
 * Expects one mined transaction to the cold address and one for each withdrawal, and books that agree with the chain.
 */
async function expectAllMined(paid: readonly Withdrawal[]): Promise<void> {
  for (const { address } of paid) expect(await circuit.heldAt([address])).toBe(AMOUNT);
  expect(await circuit.heldAt([COLD_ADDRESS])).toBe(EXCESS);
  const mined = (await hotRows())
    .filter((row) => row.block_hash !== null)
    .toSorted((a, b) => a.nonce - b.nonce);
  expect(mined.map(({ purpose, nonce }) => [purpose, nonce])).toEqual([
    ['cold', 0],
    ...paid.map((_, index) => ['payment', index + 1]),
  ]);
  await circuit.mineAndRead(10);
  for (const each of paid)
    await drainUntil(
      circuit,
      'completed',
      async () => (await circuit.reloadWithdrawal(each)).status === 'completed',
    );
  await circuit.untilBooksBalance();
  expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
}

describe('a withdrawal behind a transfer to the cold address', () => {
  it('is mined at once when the mempool has dropped that transfer, which is sent again unchanged', async () => {
    await dropCold();
    const [first, second] = [await approve(0xc01d_0001), await approve(0xc01d_0002)];
    await circuit.signer.sendWithdrawal(first);
    await circuit.mineAndRead(1);
    await expectAllMined([first, second]);
  });

  it('is mined when that transfer is dropped later and the withdrawal itself is tried again', async () => {
    const first = await approve(0xc01d_0001);
    await circuit.signer.sendWithdrawal(first);
    await dropCold();
    await circuit.mineAndRead(1);
    expect(await circuit.heldAt([first.address])).toBe(0n);
    await circuit.signer.sendWithdrawal(first);
    await circuit.mineAndRead(1);
    await expectAllMined([first]);
  });

  it.each([
    ['is stuck for its price', false],
    ['is refused for its price', true],
  ])(
    'is mined when that transfer %s: it is sent for at least an eighth more, with its nonce, to the same address',
    async (_, isDropped) => {
      if (isDropped) {
        await setBaseFee(circuit.anvil, 20n * GWEI);
        await circuit.mineAndRead(1);
        await dropCold();
      } else await getStuck(20n * GWEI);
      const first = await approve(0xc01d_0001);
      await circuit.signer.sendWithdrawal(first);
      expect(await signed()).toEqual([
        ['cold', 0],
        ['payment', 1],
        ['cold', 0],
      ]);
      const [original, , raised] = (await hotRows()).map((row) => readSigned(row.raw_transaction));
      const { maxFeePerGasWei = 0n, maxPriorityFeePerGasWei = 0n, gasLimit = 0n } = raised ?? {};
      expect(raised).toEqual({ ...original, maxFeePerGasWei, maxPriorityFeePerGasWei, gasLimit });
      expect(gasLimit).toBeGreaterThanOrEqual(original?.gasLimit ?? 0n);
      expect(maxFeePerGasWei * 8n).toBeGreaterThanOrEqual((original?.maxFeePerGasWei ?? 0n) * 9n);
      await circuit.mineAndRead(1);
      await expectAllMined([first]);
    },
  );

  it('says that it waits for that transfer when no higher fees are allowed, and is mined when fees fall', async () => {
    const first = await approve(0xc01d_0001);
    await circuit.signer.sendWithdrawal(first);
    await getStuck(2_000n * GWEI);
    await circuit.signer.sendWithdrawal(first);
    expect((await circuit.reloadWithdrawal(first)).waitingReason).toBe(
      'waits behind the transfer to the cold address with nonce 0: its transaction is not mined while the base fee of the chain is above maxFeePerGasGwei; waits until fees fall',
    );
    await setBaseFee(circuit.anvil, 1n);
    await circuit.mineAndRead(1);
    await circuit.signer.sendWithdrawal(first);
    await setBaseFee(circuit.anvil, 1n);
    await circuit.mineAndRead(1);
    await expectAllMined([first]);
  });

  it('does not disturb the sweep, which continues that transfer as usual', async () => {
    await dropCold();
    const first = await approve(0xc01d_0001);
    await Promise.all([circuit.signer.sendWithdrawal(first), circuit.sweep()]);
    await circuit.mineAndRead(1);
    await expectAllMined([first]);
    await circuit.sweepUntilDone();
    expect(await signed()).toEqual([
      ['cold', 0],
      ['payment', 1],
    ]);
  });

  it("is mined when another withdrawal was paid by hand with that transfer's nonce; the excess is sent anew", async () => {
    await dropCold();
    const byHand = await approve(0xc01d_0001);
    const { to, data, valueAtomic } = transferCall({
      asset: circuit.usdc,
      to: byHand.address,
      amountAtomic: AMOUNT,
    });
    const { raw } = await hotWalletOf(CIRCUIT_MNEMONIC).signTransaction({
      chainId: circuit.chain.chainId,
      nonce: 0,
      to,
      data,
      valueAtomic,
      gasLimit: 100_000n,
      maxFeePerGasWei: 100n * GWEI,
      maxPriorityFeePerGasWei: 2n * GWEI,
    });
    await circuit.anvil.rpc('eth_sendRawTransaction', [raw]);
    await circuit.mineAndRead(10);
    await circuit.signer.sendWithdrawal(byHand);
    await transaction(circuit.database.db, (trx) =>
      stateOutcome(trx, {
        withdrawalId: byHand.withdrawalId,
        outcome: 'paid',
        reason: 'by hand',
        nowMs: Date.now(),
        actor: { kind: 'cli', id: 'test', ip: null },
        showAddress: (address) => address,
      }),
    );
    await circuit.signer.sendWithdrawal(byHand);
    const next = await approve(0xc01d_0002);
    await circuit.signer.sendWithdrawal(next);
    await circuit.mineAndRead(10);
    for (const each of [byHand, next]) {
      await drainUntil(
        circuit,
        'completed',
        async () => (await circuit.reloadWithdrawal(each)).status === 'completed',
      );
      expect(await circuit.heldAt([each.address])).toBe(AMOUNT);
    }
    await circuit.anvil.rpc('evm_setAutomine', [true]);
    await circuit.sweepUntilDone();
    expect(await circuit.heldAt([COLD_ADDRESS])).toBe(EXCESS - 2n * AMOUNT);
    await circuit.untilBooksBalance();
    expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
  });
});
