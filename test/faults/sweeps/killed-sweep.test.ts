import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keepMoment } from '../../helpers/circuits/circuit-checkpoint.js';
import { killAtEach, KILL_SEED, KILLS_TIMEOUT_MS } from '../../helpers/processes/kill-at-each.js';
import { reconcileCircuit } from '../../helpers/circuits/reconcile-circuit.js';
import { startSweepCircuit, type SweepCircuit } from '../../helpers/circuits/sweep-circuit.js';

/** Two addresses, so that they are swept in a batch. */
const ADDRESSES = 2;
const AMOUNT = 2_000_000n;
const FINAL_BLOCKS = 5;
let circuit: SweepCircuit;

beforeAll(async () => {
  // Finalized is near the head. Nothing is reorganised here, and reading blocks takes most of the time.
  circuit = await startSweepCircuit({ slotsInAnEpoch: 2, goesBySteps: true });
  await circuit.gasMoney();
});
afterAll(() => circuit.close());

describe(`a sweeping process that is killed (KILL_SEED=${KILL_SEED})`, () => {
  it(
    'after any of its waits, tried one by one, leaves a sweep that moves everything exactly once, and a balanced ledger',
    async () => {
      // The first sweep deploys what the others use.
      await circuit.earn(ADDRESSES, circuit.usdc, AMOUNT);
      await circuit.sweepUntilDone();
      const invoices = await circuit.earn(ADDRESSES, circuit.usdc, AMOUNT);
      const goBack = await keepMoment(circuit);
      const { waits, followedUp } = await killAtEach({
        circuit,
        work: { kind: 'sweep' },
        goBack,
        moveOn: () => circuit.mineAndRead(FINAL_BLOCKS),
        afterwards: async (killed) => {
          await circuit.sweepUntilDone();
          const transactions = await circuit.transactions();
          expect({
            killed,
            left: await circuit.heldAt(invoices.map(({ depositAddress }) => depositAddress)),
            swept: await circuit.heldAt([circuit.hotWalletAddress]),
            purposes: transactions.map(({ nonce, purpose }) => `${nonce} ${purpose}`),
          }).toEqual({
            killed,
            left: 0n,
            swept: 2n * BigInt(ADDRESSES) * AMOUNT,
            purposes: ['0 deploy', '1 batch', '2 batch'],
          });
          await circuit.untilBooksBalance();
          expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
        },
      });
      // A sweep reads, signs, commits, sends and follows what it sent. A run with few waits would prove nothing.
      expect(waits).toBeGreaterThan(20);
      expect(followedUp).toBeGreaterThan(10);
    },
    KILLS_TIMEOUT_MS,
  );
});
