import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keepMoment } from '../../helpers/circuits/circuit-checkpoint.js';
import { killAtEach, KILL_SEED, KILLS_TIMEOUT_MS } from '../../helpers/processes/kill-at-each.js';
import { reconcileCircuit } from '../../helpers/circuits/reconcile-circuit.js';
import { startSweepCircuit, type SweepCircuit } from '../../helpers/circuits/sweep-circuit.js';

const AMOUNT = 2_000_000n;
const FINAL_BLOCKS = 5;
let circuit: SweepCircuit;

beforeAll(async () => {
  // Before Prague no deposit address can run a contract. Each gets gas money and sends its tokens by itself.
  circuit = await startSweepCircuit({ hardfork: 'cancun', slotsInAnEpoch: 2, goesBySteps: true });
  await circuit.gasMoney();
});
afterAll(() => circuit.close());

/** Returns what is signed for an address: gas money to it, and sweeps from it. */
async function signedFor(address: string): Promise<string[]> {
  const rows = await circuit.database
    .db('movement_parts')
    .join('movements', 'movements.movement_id', 'movement_parts.movement_id')
    .where({ subject_address: address })
    .orderBy('movements.movement_id')
    .pluck<string[]>('kind');
  return rows;
}

describe(`a process that gives gas money to an address and sweeps it, and is killed (KILL_SEED=${KILL_SEED})`, () => {
  it(
    'after any of its waits, tried one by one, leaves gas money given once, tokens moved once, and a balanced ledger',
    async () => {
      const [invoice] = await circuit.earn(1, circuit.usdc, AMOUNT);
      const address = invoice?.depositAddress ?? '';
      const goBack = await keepMoment(circuit);
      const { waits, followedUp } = await killAtEach({
        circuit,
        work: { kind: 'sweep' },
        goBack,
        moveOn: () => circuit.mineAndRead(FINAL_BLOCKS),
        afterwards: async (killed) => {
          await circuit.sweepUntilDone();
          const funds = (await circuit.transactions()).filter(({ purpose }) => purpose === 'fund');
          expect({
            killed,
            left: await circuit.heldAt([address]),
            swept: await circuit.heldAt([circuit.hotWalletAddress]),
            signed: await signedFor(address),
            funds: funds.map(({ nonce }) => nonce),
          }).toEqual({ killed, left: 0n, swept: AMOUNT, signed: ['fund', 'sweep'], funds: [0] });
          await circuit.untilBooksBalance();
          expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
        },
      });
      // It reads, signs, commits, sends and follows two transactions. A run with few waits would prove nothing.
      expect(waits).toBeGreaterThan(60);
      expect(followedUp).toBeGreaterThan(10);
    },
    KILLS_TIMEOUT_MS,
  );
});
