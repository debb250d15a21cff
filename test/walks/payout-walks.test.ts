import { afterAll, describe, expect, it } from '@jest/globals';
import path from 'node:path';
import fc from 'fast-check';
import { seedOf } from '../helpers/seed.js';
import { describePayouts, payoutPlans, type PayoutPlan } from './payout-commands.js';
import { findWrongPayouts } from './payout-oracle.js';
import { payOutAtRandom } from './payout-walk.js';
import { startPayoutWorld, type PayoutWorld } from './payout-world.js';

/**
 * One of these walks for seven of the others, because each takes some seconds. WALK_SEED and WALK_PATH work as for
 * those.
 */
const RUNS = Math.ceil(Number(process.env['WALK_RUNS'] ?? 60) / 7);
const SEED = seedOf('WALK_SEED');
const PATH = process.env['WALK_PATH'];
const TIME_LIMIT_MS = 600_000 + RUNS * 10_000;
/** Walks in one world. Each of them is compared together with everything that the ones before have left. */
const WALKS_IN_ONE_WORLD = 15;

let world: PayoutWorld | undefined;
let walksHere = 0;
async function leave(): Promise<void> {
  const left = world;
  world = undefined;
  walksHere = 0;
  await left?.close();
}
afterAll(leave);

async function walk(plan: PayoutPlan): Promise<void> {
  if (walksHere >= WALKS_IN_ONE_WORLD) await leave();
  world ??= await startPayoutWorld();
  walksHere += 1;
  try {
    const wrong = await findWrongPayouts(world, await payOutAtRandom(world, plan));
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
  } catch (error) {
    // After a failure the next walk needs a new world.
    await leave();
    throw error;
  }
}

function report(run: fc.RunDetails<[PayoutPlan]>): void {
  if (!run.failed) return;
  const [plan] = run.counterexample ?? [];
  throw new Error(
    [
      `Walk ${run.numRuns} of ${RUNS} went wrong; shortened ${run.numShrinks} times to:`,
      plan === undefined ? 'no walk at all: the time was up' : describePayouts(plan),
      String(run.errorInstance),
      `Again: WALK_SEED=${run.seed} WALK_PATH=${run.counterexamplePath} npm test -- ${path.relative(process.cwd(), expect.getState().testPath ?? 'test/walks')}`,
    ].join('\n\n'),
  );
}

describe('after any walk of withdrawals, sweeps, reorganisations, deaths, faults and rising fees', () => {
  it(
    `each approved withdrawal is paid once, and ledger and chain agree (${RUNS} walks, seed ${SEED})`,
    async () => {
      const property = fc.asyncProperty(payoutPlans(), walk);
      const run = await fc.check(property, {
        numRuns: RUNS,
        seed: SEED,
        plugins: [fc.interruptAfterTimeLimit(TIME_LIMIT_MS, { failOnInterrupt: true })],
        ...(PATH === undefined ? {} : { path: PATH }),
      });
      // The plugin is typed for any property, and so is the run then.
      report(run as fc.RunDetails<[PayoutPlan]>);
    },
    TIME_LIMIT_MS + 60_000,
  );
});
