import { expect } from '@jest/globals';
import type { Queryable } from '../../../src/db/core/database.js';
import { Life } from './life.js';
import { rowsTeller } from '../circuits/keep-rows.js';
import { CIRCUIT_MNEMONIC, type MoneyCircuit } from '../circuits/money-circuit.js';
import { doPayingWork, type PayingOrder } from './paying-work.js';
import { startPayingProcess, type PayingProcess } from './paying-process.js';
import { until } from '../until.js';

/** Chooses the waits at which a process of its own is killed. */
export const KILL_SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000);
/** Kills of a process of its own: spread evenly over the waits, from one that the seed chooses. */
const SAMPLES = 3;
/** Every wait is one of a process that is killed by SIGKILL too, and every death is followed up: `npm run test:long`. */
const IS_LONG = process.env['TEST_LONG'] === '1';
/** Of all kills of a work: on a quiet machine half a minute, and in a long run some minutes. */
export const KILLS_TIMEOUT_MS = 1_800_000;
/** Far more waits than any of these works has. */
const MAX_WAITS = 400;

/** A work, and what has to be true whatever its worker dies at. */
export interface Killing {
  readonly circuit: Pick<MoneyCircuit, 'anvil' | 'database' | 'chain'>;
  readonly work: PayingOrder['work'];
  /** Brings everything back to where the work begins. */
  readonly goBack: () => Promise<void>;
  /** Moves the chain on: the worker waits for that. */
  readonly moveOn: () => Promise<void>;
  /** Does what another worker does once the dead one is missed, and expects what is to be true then. */
  readonly afterwards: (killed: string) => Promise<void>;
}

/**
 * Has the work done again and again, each time by a worker that dies one wait later, until one comes to its end; then by
 * some that are processes of their own, killed by SIGKILL: in a long run at each wait.
 *
 * Whoever takes over finds nothing of the dead but rows and what the chain has. Of the deaths between two of which the
 * worker has changed neither since the chain last moved, the first is followed up; of the others, each.
 *
 * @returns how many waits it has, and how many deaths were followed up.
 */
export async function killAtEach(killing: Killing): Promise<{ waits: number; followedUp: number }> {
  const { circuit, work, goBack, moveOn, afterwards } = killing;
  const { chain, database } = circuit;
  const order = { databaseUrl: database.url, chain, mnemonic: CIRCUIT_MNEMONIC, work };
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

/** What workers that die leave behind them. */
class Traces {
  readonly #read: () => Promise<string>;
  /** How often the chain had moved when one died that had changed nothing since. */
  readonly #unchangedAfter = new Set<number>();
  #moves = 0;
  #before = '';

  private constructor(read: () => Promise<string>) {
    this.#read = read;
  }

  static async of({ anvil, database }: Killing['circuit']): Promise<Traces> {
    const rowsTold = await rowsTeller(database.db);
    return new Traces(async () => {
      const block = await anvil.rpc<{ hash: string }>('eth_getBlockByNumber', ['latest', false]);
      const pool = await anvil.rpc('txpool_inspect');
      return [await rowsTold(), block.hash, JSON.stringify(pool)].join();
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

  /** Is what one leaves who has died just now more, or at another place, than what was left before? */
  async areNew(): Promise<boolean> {
    if ((await this.#read()) !== this.#before) return true;
    const isFirst = !this.#unchangedAfter.has(this.#moves);
    this.#unchangedAfter.add(this.#moves);
    return isFirst;
  }
}

/** @returns how many waits it took; null when it has died. */
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

/** Until the server has noticed that the dead one is gone: what that has locked is passed over before. */
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

/** In a long run all of them. */
function sampleOf(waits: number): readonly number[] {
  const step = IS_LONG ? 1 : Math.ceil(waits / SAMPLES);
  const first = KILL_SEED % step;
  return Array.from({ length: Math.ceil((waits - first) / step) }, (_, i) => first + i * step);
}

/** With a process for each: the next one is made ready while one runs. */
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
