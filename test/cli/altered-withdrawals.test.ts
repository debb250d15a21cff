import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { noteChainRead } from '../helpers/chain/chain-reading.js';
import { writeLonelyChainsFile } from '../helpers/chain/chains-file.js';
import { asThief, dropConstraints } from '../helpers/circuits/as-thief.js';
import { addressOf } from '../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';
import { insertWithdrawal } from './insert-withdrawal.js';
import { runCli, type CliOutcome } from './run-cli.js';

/** A terminal shows nothing of the text that follows this. */
const CONCEAL = '\u001b[8m';
const SHOWN = `10.000000 USDC on local (chain id 31337) to ${addressOf(1)}`;
const folder = mkdtempSync(path.join(tmpdir(), 'altered-'));
// The keystore is never opened, because the withdrawal is checked before that.
const keystore = path.join(folder, 'approver.json');
const password = path.join(folder, 'password');

let database: TestDatabase;
let env: Record<string, string>;
let withdrawalId: string;

beforeAll(async () => {
  for (const file of [keystore, password]) writeFileSync(file, '{}', { mode: 0o600 });
  database = await createTestDatabase();
  await noteChainRead(database.db);
  await dropConstraints(database.db, 'withdrawals');
  env = { DATABASE_URL: database.url, CHAINS_FILE: writeLonelyChainsFile(), USER: 'ann' };
});
afterAll(() => database.drop());
beforeEach(async () => {
  withdrawalId = await insertWithdrawal(database.db, 10_000_000_000n);
});

const alter = (column: string, value: unknown): Promise<void> =>
  asThief(database.db, `UPDATE withdrawals SET ${column} = ? WHERE withdrawal_id = ?`, [value, withdrawalId]);
const withdrawal = (...args: string[]): Promise<CliOutcome> => runCli(['withdrawal', ...args], env);

it.each([
  [
    'whose amount is shown as a thousandth',
    'token_decimals',
    9,
    '"9" decimals, where CHAINS_FILE of this process has 6',
  ],
  ['whose merchant is another payment', 'merchant_id', `mer_1: ${SHOWN}.${CONCEAL}`, 'an invalid merchant'],
  ['whose kind is another payment', 'kind', `payout: ${SHOWN}${CONCEAL}`, 'an unknown kind'],
])(
  'withdrawal approve signs nothing, and shows no false amount, for one %s',
  async (_, column, value, words) => {
    await alter(column, value);
    const signed = await withdrawal(
      ...['approve', withdrawalId, '--keystore', keystore, '--password-file', password],
    );
    expect(signed).toMatchObject({ status: 1, stdout: '' });
    expect(signed.stderr).toContain(words);
    expect(signed.stderr).toContain('(withdrawal_altered)');
    expect(signed.stderr).not.toContain('This signs');
    expect(signed.stderr).not.toContain('\u001b');
    const row = database.db('withdrawals').where({ withdrawal_id: withdrawalId });
    expect(await row.pluck('status')).toEqual(['pending_approval']);
    expect(await database.db('approval_signatures').where({ withdrawal_id: withdrawalId })).toEqual([]);
  },
);

it('withdrawal approve without a signature refuses one whose amount is shown as a thousandth', async () => {
  await alter('token_decimals', 9);
  const approved = await withdrawal('approve', withdrawalId);
  expect(approved).toMatchObject({ status: 1, stdout: '' });
  expect(approved.stderr).toContain('(withdrawal_altered)');
  const row = database.db('withdrawals').where({ withdrawal_id: withdrawalId });
  expect(await row.pluck('status')).toEqual(['pending_approval']);
});

it('withdrawal list leaves out altered withdrawals, and reports them without their control characters', async () => {
  const honest = await insertWithdrawal(database.db);
  await alter('merchant_id', `mer_1${CONCEAL}`);
  const listed = await withdrawal('list', '--json');
  expect(listed.status).toBe(0);
  const ids = (JSON.parse(listed.stdout) as { withdrawalId: string }[]).map((one) => one.withdrawalId);
  expect(ids).toContain(honest);
  expect(ids).not.toContain(withdrawalId);
  expect(listed.stderr).toContain(
    `an invalid merchant ("mer_1\\u001b[8m") for the withdrawal "${withdrawalId}"`,
  );
  expect(listed.stderr).not.toContain('\u001b');
});
