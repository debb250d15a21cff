import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mintTestToken } from '../../../src/chain/contracts/test-token.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
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
/** Too much in the hot wallet. */
const EXCESS = 2_000_000n;
/** Of a withdrawal: less than what is too much, so that the rest of it goes to the cold address. */
const AMOUNT = 250_000n;
/** A withdrawal needs one turn after a death; a few more are no fault. */
const MAX_TURNS = 5;
const FINAL_BLOCKS = 5;
let circuit: SweepCircuit;
/** The hot wallet has just as much as it may have. */
let goToCeiling: () => Promise<void>;

beforeAll(async () => {
  circuit = await startSweepCircuit({
    ...{ slotsInAnEpoch: 2, goesBySteps: true },
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
}, 120_000);
afterAll(() => circuit.close());

/** More than the ceiling by so much. */
async function fillHotWallet(): Promise<void> {
  const { anvil, usdc, hotWalletAddress: to } = circuit;
  await mintTestToken({ rpcUrl: anvil.url, tokenAddress: usdc.address ?? '', to, amountAtomic: EXCESS });
  await circuit.mineAndRead(1);
}

const moveOn = (): Promise<void> => circuit.mineAndRead(FINAL_BLOCKS);

const hotRows = async (): Promise<SweepRow[]> =>
  (await circuit.transactions()).filter((row) => row.from_address === circuit.hotWalletAddress);

/** Each nonce of the hot wallet was used once, and the books say what the chain says. */
async function expectNoGap(): Promise<void> {
  const mined = (await hotRows()).filter((row) => row.block_hash !== null).map(({ nonce }) => nonce);
  expect(mined.toSorted((a, b) => a - b)).toEqual(mined.map((_, nonce) => nonce));
  await circuit.mineAndRead(FINAL_BLOCKS);
  await circuit.untilBooksBalance();
  expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
}

describe(`a process that is killed after any of its waits, each in turn (KILL_SEED=${KILL_SEED})`, () => {
  it(
    'while it sends to the cold address what the hot wallet has too much of, leaves it sent exactly once',
    async () => {
      await goToCeiling();
      const before = await circuit.heldAt([COLD_ADDRESS]);
      const signedBefore = (await hotRows()).length;
      await fillHotWallet();
      const goBack = await keepMoment(circuit);
      const { waits, followedUp } = await killAtEach({
        ...{ circuit, work: { kind: 'sweep' }, goBack, moveOn },
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
      // It reads, signs, commits, sends and looks after what it sent: a run without any wait would prove nothing.
      expect(waits).toBeGreaterThan(20);
      expect(followedUp).toBeGreaterThan(10);
    },
    KILLS_TIMEOUT_MS,
  );

  it(
    'while it pays a withdrawal behind such a transfer that a node refuses for its price, leaves both made once',
    async () => {
      await goToCeiling();
      const before = await circuit.heldAt([COLD_ADDRESS]);
      await leaveColdBehind();
      const withdrawal = await circuit.approvedWithdrawal(AMOUNT, addressOf(0xdead_0000));
      const { withdrawalId } = withdrawal;
      const goBack = await keepMoment(circuit);
      const { waits, followedUp } = await killAtEach({
        ...{ circuit, work: { kind: 'withdrawal', withdrawalId }, goBack, moveOn },
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

/** The transfer to the cold address is signed, and no node holds it nor takes it any more. */
async function leaveColdBehind(): Promise<void> {
  await fillHotWallet();
  await setBaseFee(GWEI);
  await circuit.mineAndRead(1);
  await circuit.anvil.rpc('evm_setAutomine', [false]);
  await circuit.sweep();
  const [cold] = (await hotRows()).slice(-1);
  await setBaseFee(50n * GWEI);
  await circuit.mineAndRead(1);
  await circuit.anvil.rpc('anvil_dropTransaction', [cold?.tx_hash]);
}

async function setBaseFee(wei: bigint): Promise<void> {
  await circuit.anvil.rpc('anvil_setNextBlockBaseFeePerGas', [`0x${wei.toString(16)}`]);
}

/** What another worker does once the dead one is missed; no sweep is among it. */
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
