import type { Anvil } from '../chain/anvil.js';
import { keepBlocks } from '../chain/keep-blocks.js';
import type { CircuitFollower } from './circuit-follower.js';
import { keepRows } from './keep-rows.js';
import type { TestDatabase } from '../services/postgres.js';

/** The parts of a prepared circuit that are restored. Sweep circuits and payout circuits have them. */
export interface Restorable {
  readonly anvil: Anvil;
  readonly database: TestDatabase;
  readonly follower: CircuitFollower;
}

/**
 * Keeps the database and the chain of a prepared circuit as they are now. Each of many tries can then start from there,
 * so the common preparation is done once. Going back takes about 20 ms.
 *
 * Two things are not put back: the client's knowledge of its RPCs, and the effect of `passTime`. See {@link keepBlocks}
 * for the chain.
 *
 * @returns a function that puts everything back. It can be called any number of times; a new follower begins each time.
 */
export async function keepMoment({ anvil, database, follower }: Restorable): Promise<() => Promise<void>> {
  let restoreBlocks = (): Promise<void> => Promise.resolve();
  let restoreRows = (): Promise<void> => Promise.resolve();
  await follower.whileAway(async () => {
    restoreBlocks = await keepBlocks(anvil);
    restoreRows = await keepRows(database.db);
  });
  return () =>
    follower.whileAway(async () => {
      await restoreBlocks();
      await restoreRows();
    });
}
