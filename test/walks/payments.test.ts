import { afterAll, describe, it } from '@jest/globals';
import fc from 'fast-check';
import { describePlan, walkPlan, type WalkPlan } from './commands.js';
import { findDisagreements } from './oracle.js';
import { takeWalk } from './walk.js';
import { startWalkWorld, type WalkWorld } from './walk-world.js';

/** WALK_RUNS and WALK_SEED, with WALK_PATH of a report, walk another number of walks, or the same ones again. */
const RUNS = Number(process.env['WALK_RUNS'] ?? 200);
const SEED = Number(process.env['WALK_SEED'] ?? Date.now() % 2 ** 31);
const PATH = process.env['WALK_PATH'];
/** A walk takes about a second; on a busy machine, and with one to be shortened, far more. */
const TIME_LIMIT_MS = 600_000 + RUNS * 4_000;
/** A chain keeps the state of each block in memory. */
const WALKS_IN_ONE_WORLD = 50;

let world: WalkWorld | undefined;
let walksHere = 0;

async function leaveWorld(): Promise<void> {
  const left = world;
  world = undefined;
  await left?.close();
}
afterAll(leaveWorld);

async function walk(plan: WalkPlan): Promise<void> {
  if (walksHere >= WALKS_IN_ONE_WORLD) await leaveWorld();
  if (world === undefined) walksHere = 0;
  world ??= await startWalkWorld();
  walksHere += 1;
  try {
    const wrong = await findDisagreements(world, await takeWalk(world, plan));
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
  } catch (error) {
    // What a failure leaves behind is no place for the next walk.
    await leaveWorld();
    throw error;
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
      `Again: WALK_SEED=${run.seed} WALK_PATH=${run.counterexamplePath} npm test -- test/walks`,
    ].join('\n\n'),
  );
}

describe('after any walk of payments, reorganisations, restarts and faults', () => {
  it(
    `books, invoices and chain agree (${RUNS} walks, seed ${SEED})`,
    async () => {
      const run = await fc.check(fc.asyncProperty(walkPlan, walk), {
        ...{ numRuns: RUNS, seed: SEED },
        ...{ interruptAfterTimeLimit: TIME_LIMIT_MS, markInterruptAsFailure: true },
        ...(PATH === undefined ? {} : { path: PATH }),
      });
      report(run);
    },
    TIME_LIMIT_MS + 60_000,
  );
});
