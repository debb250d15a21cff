import { expect, afterAll, describe, it } from '@jest/globals';
import path from 'node:path';
import fc from 'fast-check';
import { seedOf } from '../helpers/seed.js';
import { describePlan, walkPlans, type WalkPlan, type WalkSize } from './commands.js';
import { findDisagreements } from './oracle.js';
import { takeWalk } from './walk.js';
import { startWalkWorld, type WalkWorld } from './walk-world.js';

/** WALK_RUNS counts the walks of all test files together. WALK_SEED and WALK_PATH of a report repeat its walks. */
const RUNS_OF_ALL = Number(process.env['WALK_RUNS'] ?? 60);
const TEST_FILES = 2;
const RUNS = Math.ceil(RUNS_OF_ALL / TEST_FILES);
const SEED = seedOf('WALK_SEED');
const PATH = process.env['WALK_PATH'];
/** A walk takes about a second. On a busy machine, or when a failed walk is shortened, it takes far more. */
const TIME_LIMIT_MS = 600_000 + RUNS * 4_000;
/** A chain keeps the state of each block in memory. */
const WALKS_IN_ONE_WORLD = 50;

/** Takes one walk after the other. Many of them share a world. */
class Walker {
  #world: WalkWorld | undefined;
  #walksHere = 0;

  async walk(plan: WalkPlan): Promise<void> {
    if (this.#walksHere >= WALKS_IN_ONE_WORLD) await this.leave();
    this.#world ??= await startWalkWorld();
    this.#walksHere += 1;
    try {
      const wrong = await findDisagreements(this.#world, await takeWalk(this.#world, plan));
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
    } catch (error) {
      // After a failure the next walk needs a new world.
      await this.leave();
      throw error;
    }
  }

  async leave(): Promise<void> {
    const left = this.#world;
    this.#world = undefined;
    this.#walksHere = 0;
    await left?.close();
  }
}

function report(run: fc.RunDetails<[WalkPlan]>): void {
  if (!run.failed) return;
  const [plan] = run.counterexample ?? [];
  throw new Error(
    [
      `Walk ${run.numRuns} of ${RUNS} went wrong; shortened ${run.numShrinks} times to:`,
      plan === undefined ? 'no walk at all: the time was up' : describePlan(plan),
      String(run.errorInstance),
      `Again: WALK_SEED=${run.seed} WALK_PATH=${run.counterexamplePath} npm test -- ${path.relative(process.cwd(), expect.getState().testPath ?? 'test/walks')}`,
    ].join('\n\n'),
  );
}

/** Tests that everything agrees after many random walks of this size. */
export function describeWalks(size: WalkSize): void {
  const walker = new Walker();
  afterAll(() => walker.leave());

  describe('after any walk of payments, reorganisations, restarts and faults', () => {
    it(
      `books, invoices and chain agree (${RUNS} walks, seed ${SEED})`,
      async () => {
        const walk = fc.asyncProperty(walkPlans(size), (plan) => walker.walk(plan));
        const run = await fc.check(walk, {
          numRuns: RUNS,
          seed: SEED,
          plugins: [fc.interruptAfterTimeLimit(TIME_LIMIT_MS, { failOnInterrupt: true })],
          ...(PATH === undefined ? {} : { path: PATH }),
        });
        // The plugin is typed for any property, and so is the run then.
        report(run as fc.RunDetails<[WalkPlan]>);
      },
      TIME_LIMIT_MS + 60_000,
    );
  });
}
