import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CIRCUIT_MNEMONIC } from '../../helpers/circuits/money-circuit.js';
import { startPayingProcess, type PayingProcess } from '../../helpers/processes/paying-process.js';
import { reconcileCircuit } from '../../helpers/circuits/reconcile-circuit.js';
import { startSweepCircuit, type SweepCircuit } from '../../helpers/circuits/sweep-circuit.js';

/** Two addresses at once go in a batch. */
const ADDRESSES = 2;
const AMOUNT = 2_000_000n;
/** Processes that are made ready while one runs. */
const SPARES = 2;
/** Far more waits than a sweep has. */
const MAX_KILLS = 200;
const FINAL_BLOCKS = 5;
let circuit: SweepCircuit;
const spares: PayingProcess[] = [];

beforeAll(async () => {
  // Finalized is near the head: nothing is reorganised here, and most of the time goes by with reading blocks.
  circuit = await startSweepCircuit({ slotsInAnEpoch: 2, pollIntervalMs: 5 });
  await circuit.gasMoney();
}, 60_000);
afterAll(async () => {
  for (const spare of spares) spare.stop();
  await circuit.close();
});

function nextProcess(): PayingProcess {
  while (spares.length <= SPARES) spares.push(startPayingProcess());
  return spares.shift() as PayingProcess;
}

describe('a sweeping process that is killed', () => {
  it('after any of its waits, each in turn, leaves a sweep that moves everything exactly once, and books that balance', async () => {
    await circuit.earn(ADDRESSES, circuit.usdc, AMOUNT);
    await circuit.sweepUntilDone();
    let kills = 0;
    for (let isDone = false; !isDone; kills += 1) {
      expect(kills).toBeLessThan(MAX_KILLS);
      const invoices = await circuit.earn(ADDRESSES, circuit.usdc, AMOUNT);
      const order = {
        ...{ databaseUrl: circuit.database.url, chain: circuit.chain, mnemonic: CIRCUIT_MNEMONIC },
        ...{ work: { kind: 'sweep' } as const, killAfter: kills },
      };
      const moveOn = (): Promise<void> => circuit.mineAndRead(FINAL_BLOCKS);
      isDone = (await nextProcess().pay(order, moveOn)) !== null;
      // What another worker does once the dead one is missed.
      await circuit.sweepUntilDone();
      const left = await circuit.heldAt(invoices.map(({ depositAddress }) => depositAddress));
      const batches = (await circuit.transactions()).filter(({ purpose }) => purpose === 'batch');
      expect({ kills, left, batches: batches.length }).toEqual({ kills, left: 0n, batches: kills + 2 });
    }
    // A sweep reads, signs, commits, sends and looks after what it sent: a run without any wait would prove nothing.
    expect(kills).toBeGreaterThan(20);
    const swept = BigInt(kills + 1) * BigInt(ADDRESSES) * AMOUNT;
    expect(await circuit.heldAt([circuit.hotWalletAddress])).toBe(swept);
    const nonces = (await circuit.transactions()).map(({ nonce }) => nonce);
    expect(nonces).toEqual(Array.from({ length: kills + 2 }, (_, nonce) => nonce));
    await circuit.untilBooksBalance();
    expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
  }, 600_000);
});
