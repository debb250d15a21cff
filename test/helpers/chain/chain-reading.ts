import type { Queryable } from '../../../src/db/core/database.js';

const AN_HOUR_MS = 3_600_000;

/**
 * Notes that a follower is caught up with the chain, valid for an hour from now: longer than a test takes. Code that
 * gives reservations back asks for that.
 */
export async function noteChainRead(q: Queryable, chainCode = 'local'): Promise<void> {
  const caughtUpAt = new Date(Date.now() + AN_HOUR_MS);
  await q('chain_cursors')
    .insert({ chain_code: chainCode, fence: 0, caught_up_at: caughtUpAt })
    .onConflict('chain_code')
    .merge({ caught_up_at: caughtUpAt });
}
