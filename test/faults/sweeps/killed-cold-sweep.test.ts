import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mintTestToken } from '../../../src/chain/contracts/test-token.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { setBaseFee } from '../../helpers/chain/anvil.js';
import { keepMoment } from '../../helpers/circuits/circuit-checkpoint.js';
import { addressOf } from '../../helpers/facts/facts.js';
import { killAtEach, KILL_SEED, KILLS_TIMEOUT_MS } from '../../helpers/processes/kill-at-each.js';
import { reconcileCircuit } from '../../helpers/circuits/reconcile-circuit.js';
import {
  COLD_ADDRESS,
  startSweepCircuit,
  type SweepCircuit,
  type SweepRow,
} from '../../helpers/circuits/sweep-circuit.js';

const GWEI = 1_000_000_000n;
const CEILING = 500_000_000n;
/** Amount above the ceiling of the hot wallet. */
const EXCESS = 2_000_000n;
/** Amount of a withdrawal. It is less than the excess, so the rest of the excess goes to the cold address. */
const AMOUNT = 250_000n;
/** A withdrawal needs one try after a death; a few more are no fault. */
const MAX_TURNS = 5;
const FINAL_BLOCKS = 5;
let circuit: SweepCircuit;
/** Goes back to the moment when the hot wallet holds exactly its ceiling. */
let goToCeiling: () => Promise<void>;

beforeAll(async () => {
  circuit = await startSweepCircuit({
    slotsInAnEpoch: 2,
    goesBySteps: true,
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
  await circuit.mineAndRead(FINAL_BLOCKS);
  await circuit.sweepUntilDone();
  goToCeiling = await keepMoment(circuit);
});
afterAll(() => circuit.close());

/** Gives the hot wallet the excess over its ceiling. */
async function fillHotWallet(): Promise<void> {
  const { anvil, usdc, hotWalletAddress: to } = circuit;
  await mintTestToken({ rpcUrl: anvil.url, tokenAddress: usdc.address ?? '', to, amountAtomic: EXCESS });
  await circuit.mineAndRead(1);
}

const moveOn = (): Promise<void> => circuit.mineAndRead(FINAL_BLOCKS);

const hotRows = async (): Promise<SweepRow[]> =>
  (await circuit.transactions()).filter((row) => row.from_address === circuit.hotWalletAddress);

/** Expects that each nonce of the hot wallet was used once, and that the books agree with the chain. */
async function expectNoGap(): Promise<void> {
  const mined = (await hotRows()).filter((row) => row.block_hash !== null).map(({ nonce }) => nonce);
  expect(mined.toSorted((a, b) => a - b)).toEqual(mined.map((_, nonce) => nonce));
  await circuit.mineAndRead(FINAL_BLOCKS);
  await circuit.untilBooksBalance();
  expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
}

describe(`a process that is killed after any of its waits, tried one by one (KILL_SEED=${KILL_SEED})`, () => {
  it(
    'while it sends the excess of the hot wallet to the cold address, leaves the excess sent exactly once',
    async () => {
      await goToCeiling();
      const before = await circuit.heldAt([COLD_ADDRESS]);
      const signedBefore = (await hotRows()).length;
      await fillHotWallet();
      const goBack = await keepMoment(circuit);
      const { waits, followedUp } = await killAtEach({
        circuit,
        work: { kind: 'sweep' },
        goBack,
        moveOn,
        afterwards: async (killed) => {
          await circuit.sweepUntilDone();
          expect({
            killed,
            cold: (await circuit.heldAt([COLD_ADDRESS])) - before,
            hot: await circuit.heldAt([circuit.hotWalletAddress]),
            signed: (await hotRows()).length - signedBefore,
          }).toEqual({ killed, cold: EXCESS, hot: CEILING, signed: 1 });
          await expectNoGap();
        },
      });
      // It reads, signs, commits, sends and follows what it sent. A run with few waits would prove nothing.
      expect(waits).toBeGreaterThan(20);
      expect(followedUp).toBeGreaterThan(10);
    },
    KILLS_TIMEOUT_MS,
  );

  it(
    'while it pays a withdrawal behind such a transfer, which the node refuses for its price, leaves both sent once',
    async () => {
      await goToCeiling();
      const before = await circuit.heldAt([COLD_ADDRESS]);
      await leaveColdBehind();
      const withdrawal = await circuit.approvedWithdrawal(AMOUNT, addressOf(0xdead_0000));
      const { withdrawalId } = withdrawal;
      const goBack = await keepMoment(circuit);
      const { waits, followedUp } = await killAtEach({
        circuit,
        work: { kind: 'withdrawal', withdrawalId },
        goBack,
        moveOn,
        afterwards: async (killed) => {
          await takeOver(withdrawal);
          await circuit.anvil.rpc('evm_setAutomine', [true]);
          await circuit.sweepUntilDone();
          expect({
            killed,
            cold: (await circuit.heldAt([COLD_ADDRESS])) - before,
            paid: await circuit.heldAt([withdrawal.address]),
            signed: (await hotRows()).slice(-3).map(({ purpose }) => purpose),
          }).toEqual({ killed, cold: EXCESS, paid: AMOUNT, signed: ['cold', 'payment', 'cold'] });
          await expectNoGap();
        },
      });
      expect(waits).toBeGreaterThan(60);
      expect(followedUp).toBeGreaterThan(10);
    },
    KILLS_TIMEOUT_MS,
  );
});

/** Leaves the transfer to the cold address signed, but no node holds it or accepts it any more. */
async function leaveColdBehind(): Promise<void> {
  await fillHotWallet();
  await setBaseFee(circuit.anvil, GWEI);
  await circuit.mineAndRead(1);
  await circuit.anvil.rpc('evm_setAutomine', [false]);
  await circuit.sweep();
  const [cold] = (await hotRows()).slice(-1);
  await setBaseFee(circuit.anvil, 50n * GWEI);
  await circuit.mineAndRead(1);
  await circuit.anvil.rpc('anvil_dropTransaction', [cold?.tx_hash]);
}

/** Does what another worker does after the death, without any sweep. */
async function takeOver(withdrawal: Withdrawal): Promise<void> {
  const { withdrawalId } = withdrawal;
  const isCompleted = async (): Promise<boolean> =>
    (await circuit.reloadWithdrawal(withdrawal)).status === 'completed';
  for (let turn = 0; turn < MAX_TURNS && !(await isCompleted()); turn += 1) {
    await circuit.signer.sendWithdrawal({ withdrawalId });
    await circuit.mineAndRead(3);
    await circuit.database.db('outbox').insert({ kind: 'withdrawal', target_id: withdrawalId });
    await circuit.drain();
  }
  expect(await isCompleted()).toBe(true);
}
