import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askBeforeApproval } from '../../src/cli/ask-before-approval.js';
import { toChecksumAddress } from '../../src/chain/keys/address.js';
import { transaction } from '../../src/db/core/database.js';
import { createRefund } from '../../src/db/withdrawals/create-withdrawal.js';
import { setWaiting } from '../../src/db/withdrawals/withdrawals.js';
import { noteChainRead } from '../helpers/chain/chain-reading.js';
import { writeLonelyChainsFile } from '../helpers/chain/chains-file.js';
import { addressOf, insertInvoice, insertMerchant, testChain, usdc } from '../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';
import { insertWithdrawal } from './insert-withdrawal.js';
import { runCli, type CliOutcome } from './run-cli.js';

const TO = toChecksumAddress(addressOf(77));

let database: TestDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  await noteChainRead(database.db);
  env = { DATABASE_URL: database.url, CHAINS_FILE: writeLonelyChainsFile() };
});
afterAll(() => database.drop());

const withdrawal = (...args: string[]): Promise<CliOutcome> => runCli(['withdrawal', ...args], env);
const insert = (): Promise<string> => insertWithdrawal(database.db);
const statusOf = async (withdrawalId: string): Promise<unknown> =>
  (await database.db('withdrawals').where({ withdrawal_id: withdrawalId }).pluck('status'))[0];

/** Inserts a refund to an address from which nothing came. */
async function insertStrangersRefund(): Promise<string> {
  const merchantId = await insertMerchant(database.db);
  const { invoiceId } = await insertInvoice(database.db, { merchantId });
  const refund = await transaction(database.db, (trx) =>
    createRefund(trx, {
      merchantId,
      invoiceId,
      asset: usdc(),
      amountAtomic: 5_000_000n,
      address: addressOf(77),
      merchantReference: null,
      metadata: {},
      nowMs: Date.now(),
    }),
  );
  return refund.withdrawalId;
}

describe('withdrawal show', () => {
  it('says for whom it is, where it goes, and what speaks against it', async () => {
    const withdrawalId = await insert();
    const { status, stdout } = await withdrawal('show', withdrawalId);
    expect(status).toBe(0);
    const lines = stdout.split('\n');
    const lineOf = (name: string): string | undefined => lines.find((line) => line.startsWith(name));
    expect(lineOf('amount')).toMatch(/ 5\.000000 USDC on local$/);
    expect(lineOf('address')).toMatch(new RegExp(` ${TO}$`));
    expect(lineOf('merchant')).toMatch(/ Test shop \(mer_\w+\)$/);
    expect(lineOf('approvals')).toMatch(/ 0 of 1$/);
    const against = lines.slice(lines.indexOf('speaksAgainst') + 1, lines.indexOf('otherChecks'));
    expect(against.map((line) => line.split('  ')[1])).toEqual([
      ...['A new address', 'The first withdrawal of USDC', 'Nobody is known to have asked'],
    ]);
    expect(stdout).toContain('0.000000 USDC stays available after it.');
  });

  it('has with --json what the API has, and refuses an unknown one', async () => {
    const withdrawalId = await insert();
    const shown = await withdrawal('show', withdrawalId, '--json');
    expect(JSON.parse(shown.stdout)).toMatchObject({
      withdrawalId,
      address: TO,
      kind: 'payout',
      review: { paidBefore: { times: 0 }, chainId: 31_337, hotWallet: null },
    });
    expect(await withdrawal('show', 'wd_none')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'There is no withdrawal wd_none. (not_found)\n',
    });
  });
});

describe('withdrawal approve', () => {
  it('goes on without a terminal, and warns there of a refund to somebody else than its payer', async () => {
    const withdrawalId = await insertStrangersRefund();
    const approved = await withdrawal('approve', withdrawalId);
    expect(approved.status).toBe(0);
    expect(approved.stderr).toContain('did not send the refunded money');
    expect(approved.stderr).toContain('Approved. The withdrawal is sent within seconds.');
    expect(approved.stderr).toContain(`withdrawal approve ${withdrawalId} --keystore FILE`);
    expect(await statusOf(withdrawalId)).toBe('approved');
  });

  const askAtTerminal = async (withdrawalId: string, typed: string) => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = new PassThrough();
    const context = { db: database.db, getChains: () => new Map([['local', testChain]]) };
    const asked = askBeforeApproval(context, withdrawalId, { input, output });
    input.write(typed);
    const outcome = await asked.then(
      () => 'goes on',
      (error: unknown) => (error as Error).message,
    );
    return { outcome, shown: String(output.read()) };
  };

  it('shows at a terminal what is approved, and goes on after yes alone', async () => {
    const withdrawalId = await insert();
    const { outcome, shown } = await askAtTerminal(withdrawalId, 'yes\r');
    expect(outcome).toBe('goes on');
    for (const words of [TO, '5.000000 USDC on local', 'Test shop', 'A new address', 'type yes'])
      expect(shown).toContain(words);
    // A warning does not refuse what somebody has read.
    const refund = await askAtTerminal(await insertStrangersRefund(), 'yes\r');
    expect(refund).toMatchObject({
      outcome: 'goes on',
      shown: expect.stringMatching(/^recipientWarning /),
    });
  });

  it.each([
    ['y', 'y\r'],
    ['nothing', '\r'],
    ['Ctrl-C', 'ye\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('approves nothing after %s', async (_, typed) => {
    expect((await askAtTerminal(await insert(), typed)).outcome).toBe('Nothing was approved.');
  });
});

it('withdrawal reject and withdrawal stop need no CHAINS_FILE; withdrawal approve does', async () => {
  const bare = { DATABASE_URL: database.url };
  const order = (...args: string[]): Promise<CliOutcome> =>
    runCli(['withdrawal', ...args, '--reason', 'nobody knows of it', '--json'], bare);
  const [pending, approved] = [await insert(), await insert()];
  const refused = await runCli(['withdrawal', 'approve', approved, '--yes'], bare);
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('set CHAINS_FILE')]);
  await withdrawal('approve', approved);
  const rejected = await order('reject', pending);
  expect(JSON.parse(rejected.stdout)).toMatchObject({ status: 'rejected', amountCrypto: '5.000000' });
  expect(JSON.parse((await order('stop', approved)).stdout)).toMatchObject({ status: 'stopped' });
});

it('withdrawal reject and withdrawal stop say what becomes of the amount', async () => {
  const [pending, approved] = [await insert(), await insert()];
  const order = async (...args: string[]): Promise<string> =>
    (await withdrawal(...args, '--reason', 'nobody knows of it')).stderr;
  expect(await order('reject', pending)).toBe('Rejected. Its amount is available to its merchant again.\n');
  await withdrawal('approve', approved);
  expect(await order('stop', approved)).toContain('Stopped before it was signed.');
});

it('withdrawal list is one table with the recipient, the merchant and what each waits for', async () => {
  const [waiting, refund] = [await insert(), await insertStrangersRefund()];
  await withdrawal('approve', waiting);
  const reason = {
    code: 'unsigned',
    reason: '0 of 1 signatures of approvers are there',
    untilMs: null,
  } as const;
  await setWaiting(database.db, { withdrawalId: waiting, ...reason });
  const { stdout } = await withdrawal('list', '--limit', '2');
  const short = `${TO.slice(0, 6)}…${TO.slice(-4)}`;
  expect(
    stdout
      .trimEnd()
      .split('\n')
      // The age behind these is left out where it does not fit.
      .map((line) => line.split(/ {2,}/).slice(0, 7)),
  ).toEqual([
    ['withdrawalId', 'status', 'amount', 'address', 'merchant', 'kind', 'chain'],
    [refund, 'pending_approval', '5.000000 USDC', short, 'Test shop', 'refund to other', 'local'],
    [waiting, 'approved: unsigned', '5.000000 USDC', short, 'Test shop', 'payout', 'local'],
  ]);
  const wide = await withdrawal('list', '--limit', '2', '--wide');
  expect(wide.stdout).toContain(reason.reason);
  const newest = await insert();
  const [head, line] = (await withdrawal('list', '--limit', '1')).stdout.split('\n');
  expect(head).toMatch(/ chain +age$/);
  expect(line).toMatch(new RegExp(`^${newest} .* \\d+ (s|min)$`));
});

it('a file is looked up where npm was called, not in the folder of the checkout', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'called-'));
  writeFileSync(path.join(folder, 'ann.json'), '{}', { mode: 0o600 });
  writeFileSync(path.join(folder, 'password'), 'correct horse battery\n', { mode: 0o600 });
  const args = ['keystore', 'address', 'ann.json', '--password-file', 'password'];
  const byNpm = { npm_lifecycle_event: 'cli', INIT_CWD: folder };
  expect((await runCli(args, byNpm)).stderr).not.toContain('There is no file');
  expect((await runCli(args, {})).stderr).toContain('There is no file ann.json');
  const elsewhere = { ...byNpm, npm_lifecycle_event: 'test' };
  expect((await runCli(args, elsewhere)).stderr).toContain('There is no file ann.json');
});
