import type { Queryable } from '../../../src/db/core/database.js';

const AN_HOUR_MS = 3_600_000;

/**
 * Stores that a follower is caught up with the chain. This is valid for an hour from now, which is longer than a test
 * takes. Code that releases reservations requires it.
 */
export async function noteChainRead(q: Queryable, chainCode = 'local'): Promise<void> {
  const caughtUpAt = new Date(Date.now() + AN_HOUR_MS);
  await q('chain_cursors')
    .insert({ chain_code: chainCode, fence: 0, caught_up_at: caughtUpAt })
    .onConflict('chain_code')
    .merge({ caught_up_at: caughtUpAt });
}
