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
  runCli(['asset', ...args], { DATABASE_URL: database.url, CHAINS_FILE: chainsFile });

it('asset freeze holds an asset with a reason, asset frozen lists it, and asset release lets it go with a reason', async () => {
  const frozen = await cli('freeze', 'local/USDC', '--reason', 'the books differ', '--json');
  expect(JSON.parse(frozen.stdout)).toMatchObject({ frozen: true, reason: 'the books differ' });
  const again = await cli('freeze', 'local/USDC', '--reason', 'again');
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('the books differ')]);

  const shown = await cli('frozen', '--json');
  expect(JSON.parse(shown.stdout)).toEqual([
    {
      chainCode: 'local',
      tokenSymbol: 'USDC',
      reason: 'the books differ',
      frozenAt: expect.stringMatching(/Z$/),
    },
  ]);
  const released = await cli('release', 'local/USDC', '--reason', 'found it', '--json');
  expect(JSON.parse(released.stdout)).toMatchObject({ frozen: false });
  expect((await cli('frozen')).stdout).toBe('none\n');
  expect(await database.db('audit_log').where({ action: 'asset.release' }).first('*')).toMatchObject({
    actor_kind: 'cli',
    actor_id: userInfo().username,
    reason: 'found it',
  });
});

it('asset release says that the asset goes on, or that a difference froze it again in the same moment', async () => {
  const frozenBy = (reason: string): Promise<CliOutcome> => cli('freeze', 'local/USDC', '--reason', reason);
  const release = async (): Promise<string> =>
    (await cli('release', 'local/USDC', '--reason', 'found it')).stderr;
  await frozenBy('maintenance');
  await database.db('reconciliation_differences').insert({
    kind: 'custody',
    chain_code: 'local',
    token_symbol: 'USDC',
    subject: 'custody',
    expected_atomic: '2',
    found_atomic: '1',
    words: '0.000001 USDC are missing.',
    first_seen_at: new Date(),
    last_seen_at: new Date(),
  });
  expect(await release()).toMatch(
    /frozen again at once\. reconciliation: 0\.000001 USDC are missing\. Find out/,
  );
  expect(await release()).toBe('USDC on local is released. Its withdrawals continue within seconds.\n');
});

it('asset freeze refuses an asset that is not offered, and a text that is not an asset', async () => {
  const unknown = await cli('freeze', 'local/NONE', '--reason', 'x');
  expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining('not offered')]);
  expect((await cli('freeze', 'USDC', '--reason', 'x')).stderr).toContain('such as local/USDC');
});
