import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { noteChainRead } from '../helpers/chain/chain-reading.js';
import { writeLonelyChainsFile } from '../helpers/chain/chains-file.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';
import { insertWithdrawal } from './insert-withdrawal.js';
import { runCli, type CliOutcome } from './run-cli.js';

let database: TestDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  await noteChainRead(database.db);
  env = { DATABASE_URL: database.url, CHAINS_FILE: writeLonelyChainsFile() };
});
afterAll(() => database.drop());

const attention = (...args: string[]): Promise<CliOutcome> => runCli(['attention', ...args], env);

it('attention lists what needs an operator, as the API does, and prints none when nothing does', async () => {
  expect(await attention()).toMatchObject({ status: 0, stdout: 'none\n', stderr: '' });
  const withdrawalId = await insertWithdrawal(database.db);
  await runCli(['asset', 'freeze', 'local/USDC', '--reason', 'the books differ'], env);
  const { stdout } = await attention('--json');
  const asset = { chainCode: 'local', tokenSymbol: 'USDC' };
  expect(JSON.parse(stdout)).toMatchObject([
    { kind: 'asset_frozen', subjectId: 'local/USDC', ...asset, since: expect.stringMatching(/Z$/) },
    { kind: 'withdrawal_to_decide', subjectId: withdrawalId, ...asset, amountCrypto: '5.000000' },
  ]);
  const message = '5.000000 USDC for Test shop waits for a decision. 0 of 1 approvals.';
  expect((await attention()).stdout).toContain(message);
});
