import { expect } from '@jest/globals';
import type { Queryable } from '../../../src/db/core/database.js';
import { Life } from './life.js';
import { rowsTeller } from '../circuits/keep-rows.js';
import { CIRCUIT_MNEMONIC, type MoneyCircuit } from '../circuits/money-circuit.js';
import { doPayingWork, type PayingOrder } from './paying-work.js';
import { startPayingProcess, type PayingProcess } from './paying-process.js';
import { throughSocket } from '../services/services.js';
import { seedOf } from '../seed.js';
import { until } from '../until.js';

/** Seed that chooses at which waits a real process is killed. */
export const KILL_SEED = seedOf('KILL_SEED');
/** Number of real processes to kill. The kills are spread evenly over the waits, from one that the seed chooses. */
const SAMPLES = 3;
/** Whether a real process is killed at every wait, and every death is followed up: `npm run test:long`. */
const IS_LONG = process.env['TEST_LONG'] === '1';
/** Time-out for all kills of one work. They take half a minute on a quiet machine, and some minutes in a long run. */
export const KILLS_TIMEOUT_MS = 1_800_000;
/** Far more waits than any of these works has. */
const MAX_WAITS = 400;

/** A piece of work, and the conditions that hold wherever its worker dies. */
export interface Killing {
  readonly circuit: Pick<MoneyCircuit, 'anvil' | 'database' | 'chain'>;
  readonly work: PayingOrder['work'];
  /** Puts everything back to the moment at which the work begins. */
  readonly goBack: () => Promise<void>;
  /** Moves the chain on, when the worker waits for that. */
  readonly moveOn: () => Promise<void>;
  /** Does the work of another worker after the death, and expects the conditions that hold then. */
  readonly afterwards: (killed: string) => Promise<void>;
}

/**
 * Repeats the work. Each time the worker dies one wait later, until one worker finishes. Then some real processes do
 * the work and are killed by SIGKILL; in a long run there is one for each wait.
 *
 * The next worker finds only the rows and the chain. So two deaths are equal when neither worker had changed these
 * since the last chain move, and the number of chain moves was equal. Of equal deaths only the first is followed up,
 * except in a long run, which follows up every death.
 *
 * @returns the number of waits in the work, and the number of deaths that were followed up.
 */
export async function killAtEach(killing: Killing): Promise<{ waits: number; followedUp: number }> {
  const { circuit, work, goBack, moveOn, afterwards } = killing;
  const { chain, database } = circuit;
  const order = { databaseUrl: throughSocket(database.url), chain, mnemonic: CIRCUIT_MNEMONIC, work };
  const traces = await Traces.of(circuit);
  let waits = 0;
  let followedUp = 0;
  for (let isDone = false; !isDone; waits += isDone ? 0 : 1) {
    expect(waits).toBeLessThan(MAX_WAITS);
    await goBack();
    await traces.begin();
    isDone =
      (await payInLife({ ...order, killAfter: waits }, circuit, async () => {
        await moveOn();
        await traces.moved();
      })) !== null;
    if (!isDone && !IS_LONG && !(await traces.areNew())) continue;
    followedUp += 1;
    await afterwards(isDone ? 'not killed' : `killed at wait ${waits}`);
  }
  for (const [killAfter, process] of withProcesses(sampleOf(waits))) {
    await goBack();
    expect(await process.pay({ ...order, killAfter }, moveOn)).toBeNull();
    followedUp += 1;
    await afterwards(`killed by SIGKILL at wait ${killAfter}`);
  }
  return { waits, followedUp };
}

/** Tells whether a dead worker leaves something behind that no earlier one has left. */
class Traces {
  readonly #read: () => Promise<string>;
  /** Numbers of chain moves after which a worker has died without changing anything since the last move. */
  readonly #unchangedAfter = new Set<number>();
  #moves = 0;
  #before = '';

  private constructor(read: () => Promise<string>) {
    this.#read = read;
  }

  static async of({ anvil, database }: Killing['circuit']): Promise<Traces> {
    const readRows = await rowsTeller(database.db);
    return new Traces(async () => {
      const block = await anvil.rpc<{ hash: string }>('eth_getBlockByNumber', ['latest', false]);
      const pool = await anvil.rpc('txpool_inspect');
      return [await readRows(), block.hash, JSON.stringify(pool)].join();
    });
  }

  async begin(): Promise<void> {
    this.#moves = 0;
    this.#before = await this.#read();
  }

  async moved(): Promise<void> {
    this.#moves += 1;
    this.#before = await this.#read();
  }

  /**
   * Returns whether the worker that has just died changed something since the chain last moved, or is the first to die
   * after this number of moves.
   */
  async areNew(): Promise<boolean> {
    if ((await this.#read()) !== this.#before) return true;
    const isFirst = !this.#unchangedAfter.has(this.#moves);
    this.#unchangedAfter.add(this.#moves);
    return isFirst;
  }
}

/** Does the work in this process. @returns the number of waits; null when the worker has died. */
async function payInLife(
  order: PayingOrder,
  { database }: Killing['circuit'],
  moveOn: () => Promise<void>,
): Promise<number | null> {
  const life = new Life({ killAfter: order.killAfter });
  const work = doPayingWork(order, life, () => life.unlessOver(moveOn()));
  const waits = await Promise.race([work, life.died.then(() => null)]);
  if (waits === null) await untilMissed(database.db, life);
  return waits;
}

/** Waits until the server has noticed that the dead client is gone. Before that, others skip the rows it has locked. */
export async function untilMissed(q: Queryable, { name }: Life): Promise<void> {
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

/** Returns the waits at which a real process is killed; in a long run all of them. */
function sampleOf(waits: number): readonly number[] {
  const step = IS_LONG ? 1 : Math.ceil(waits / SAMPLES);
  const first = KILL_SEED % step;
  return Array.from({ length: Math.ceil((waits - first) / step) }, (_, i) => first + i * step);
}

/** Pairs each wait with a real process. The next process starts while the current one runs. */
function* withProcesses(killAfters: readonly number[]): Generator<readonly [number, PayingProcess]> {
  let next: PayingProcess | null = null;
  try {
    for (const [i, killAfter] of killAfters.entries()) {
      const process: PayingProcess = next ?? startPayingProcess();
      next = i + 1 < killAfters.length ? startPayingProcess() : null;
      yield [killAfter, process];
    }
  } finally {
    next?.stop();
  }
}
