import { expect } from '@jest/globals';
import type { Queryable } from '../../src/db/core/database.js';
import { Life } from './life.js';
import { CIRCUIT_MNEMONIC, type MoneyCircuit } from './circuits/money-circuit.js';
import { doPayingWork, type PayingOrder } from './paying-work.js';
import { startPayingProcess, type PayingProcess } from './processes/paying-process.js';
import { until } from './until.js';

/** Chooses the waits at which a process of its own is killed. */
export const KILL_SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000);
/** Kills of a process of its own: spread evenly over the waits, from one that the seed chooses. */
const SAMPLES = 3;
/** Far more waits than any of these works has. */
const MAX_WAITS = 400;

/** A work, and what has to be true whatever its worker dies at. */
export interface Killing {
  readonly circuit: Pick<MoneyCircuit, 'database' | 'chain'>;
  readonly work: PayingOrder['work'];
  /** Brings everything back to where the work begins. */
  goBack(): Promise<void>;
  /** Moves the chain on: the worker waits for that. */
  moveOn(): Promise<void>;
  /** Does what another worker does once the dead one is missed, and expects what is to be true then. */
  afterwards(killed: string): Promise<void>;
}

/**
 * Has the work done again and again, each time by a worker that dies one wait later, until one comes to its end; then by
 * some that are processes of their own, killed by SIGKILL: in a long run at each wait.
 *
 * @returns how many waits it has.
 */
export async function killAtEach(killing: Killing): Promise<number> {
  const { circuit, work, goBack, moveOn, afterwards } = killing;
  const { chain, database } = circuit;
  const order = { databaseUrl: database.url, chain, mnemonic: CIRCUIT_MNEMONIC, work };
  let waits = 0;
  for (let isDone = false; !isDone; waits += isDone ? 0 : 1) {
    expect(waits).toBeLessThan(MAX_WAITS);
    await goBack();
    isDone = (await payInLife({ ...order, killAfter: waits }, killing)) !== null;
    await afterwards(isDone ? 'not killed' : `killed at wait ${waits}`);
  }
  const processes = new Processes();
  try {
    for (const killAfter of sampleOf(waits)) {
      await goBack();
      expect(await processes.next().pay({ ...order, killAfter }, moveOn)).toBeNull();
      await afterwards(`killed by SIGKILL at wait ${killAfter}`);
    }
  } finally {
    processes.stop();
  }
  return waits;
}

/** @returns how many waits it took; null when it has died. */
async function payInLife(order: PayingOrder, { circuit, moveOn }: Killing): Promise<number | null> {
  const life = new Life({ killAfter: order.killAfter });
  const work = doPayingWork(order, life, () => life.unlessOver(moveOn()));
  const waits = await Promise.race([work, life.died.then(() => null)]);
  if (waits === null) await untilMissed(circuit.database.db, life);
  return waits;
}

/** Until the server has noticed that the dead one is gone: what that has locked is passed over before. */
async function untilMissed(q: Queryable, { name }: Life): Promise<void> {
  await until(
    'the server has noticed a death',
    async () => {
      const { rows } = await q.raw<{ rows: unknown[] }>(
        'SELECT 1 FROM pg_stat_activity WHERE application_name = ?',
        [name],
      );
      return rows.length === 0;
    },
    { everyMs: 2 },
  );
}

/** In a long run all of them. */
function sampleOf(waits: number): readonly number[] {
  const step = process.env['TEST_LONG'] === '1' ? 1 : Math.ceil(waits / SAMPLES);
  const first = KILL_SEED % step;
  return Array.from({ length: Math.ceil((waits - first) / step) }, (_, i) => first + i * step);
}

/** One is made ready while another runs. */
class Processes {
  readonly #ready: PayingProcess[] = [];

  next(): PayingProcess {
    while (this.#ready.length < 2) this.#ready.push(startPayingProcess());
    return this.#ready.shift() as PayingProcess;
  }

  stop(): void {
    for (const each of this.#ready) each.stop();
  }
}
