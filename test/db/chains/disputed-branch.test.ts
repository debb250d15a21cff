import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { DisputedBranch } from '../../../activities/chains/branch/disputed-branch.js';
import { takeOverChain } from '../../../src/db/chains/chain-cursor.js';
import { endDispute, listDisputes } from '../../../src/db/chains/chain-disputes.js';
import { testChain } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await takeOverChain(database.db, 'local');
});
afterEach(() => database.drop());

const DISPUTE = { height: 7, reason: 'block 7 was read as 0xa, and the RPCs have 0xb' };
const shown = async (): Promise<readonly string[]> =>
  (await listDisputes(database.db)).map(({ reason }) => reason);

/** Makes the record of disputes that a follower has from its start. */
function disputedBranch(): DisputedBranch {
  const deps = { db: database.db, now: Date.now, log: pino({ level: 'silent' }) };
  return new DisputedBranch({ deps, chain: { ...testChain, pollIntervalMs: 0 } });
}

describe('a disputed branch', () => {
  it('is shown while the dispute lasts, even when a range below it was verified in the meantime', async () => {
    const disputed = disputedBranch();
    await disputed.note(DISPUTE);
    expect(await shown()).toEqual([DISPUTE.reason]);
    await endDispute(database.db, { chainCode: 'local', about: 'blocks' });
    await disputed.note(DISPUTE);
    expect(await shown()).toEqual([DISPUTE.reason]);
    await disputed.note(null);
    expect(await shown()).toEqual([]);
  });

  it('is no longer shown when it ended while no follower ran', async () => {
    await disputedBranch().note(DISPUTE);
    await disputedBranch().note(null);
    expect(await shown()).toEqual([]);
  });
});
