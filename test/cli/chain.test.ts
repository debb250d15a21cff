import { userInfo } from 'node:os';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { writeLonelyChainsFile } from '../helpers/chain/chains-file.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';
import { runCli, type CliOutcome } from './run-cli.js';

let database: TestDatabase;
const chainsFile = writeLonelyChainsFile();

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const cli = (...args: string[]): Promise<CliOutcome> =>
  runCli(args, { DATABASE_URL: database.url, CHAINS_FILE: chainsFile, USER: 'ann' });

it('chain status shows each chain; chain resume orders a halted chain to go on, and refuses for a running one', async () => {
  await database
    .db('chain_cursors')
    .insert({ chain_code: 'local', height: 5, block_hash: '0x1', block_time: new Date() });
  const refused = await cli('chain', 'resume', 'local', '--reason', 'why not');
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('not halted');

  await database.db('chain_cursors').update({ halted_at: new Date(), halted_reason: 'reorganised' });
  const shown = await cli('chain', 'status', '--json');
  expect(JSON.parse(shown.stdout)).toMatchObject([
    { chainCode: 'local', status: 'halted', height: 5, haltedReason: 'reorganised', rpcs: [] },
  ]);
  const told = await cli('chain', 'resume', 'local', '--reason', 'looked at it');
  expect(told.stderr).toContain('Ordered. The follower of local continues within seconds');
  expect(told.stdout).not.toContain('rpcs');
  const resumed = await cli('chain', 'resume', 'local', '--reason', 'looked at it', '--json');
  expect(JSON.parse(resumed.stdout)).toMatchObject({ resumeRequestedAt: expect.stringMatching(/Z$/) });
  expect(await database.db('audit_log').where({ action: 'chain.resume' }).first('*')).toMatchObject({
    actor_kind: 'cli',
    actor_id: userInfo().username,
    reason: 'looked at it',
  });
});
