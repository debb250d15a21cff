import { userInfo } from 'node:os';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Command } from 'commander';
import type { CliContext, Result } from '../../src/cli/command.js';
import { registerSweep } from '../../src/cli/commands/sweep.js';
import { writeLonelyChainsFile } from '../helpers/chain/chains-file.js';
import { testChain } from '../helpers/facts/facts.js';
import { TEST_XPUB } from '../helpers/facts/test-xpub.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';
import { until } from '../helpers/until.js';
import { insertWithdrawal } from './insert-withdrawal.js';
import { runCli, startCli } from './run-cli.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const audited = (action: string) =>
  database
    .db('audit_log')
    .where({ action })
    .select<object[]>('actor_kind', 'actor_id', 'object_kind', 'object_id');

/** Runs the command on this database. Its sweep is a stand-in. */
async function sweep(sweepNow: CliContext['sweepNow'], ...args: readonly string[]): Promise<Result> {
  let result: Result = [];
  const program = new Command();
  registerSweep(program, async (_options, work) => {
    result = await work({
      db: database.db,
      sweepNow,
      findChains: () => new Map(),
      getChains: () => new Map([['local', testChain]]),
      getSecretBox: () => {
        throw new Error('no sweep opens a secret');
      },
      getDepositXpubs: () => {
        throw new Error('no sweep rotates an xpub');
      },
      actor: { kind: 'cli', id: 'ann', ip: null },
      policyOrder: () => {
        throw new Error('no sweep changes a policy');
      },
      publicBaseUrl: 'http://127.0.0.1:3000',
      adminBaseUrl: 'http://127.0.0.1:3000',
      getDepositDeriver: () => Promise.reject(new Error('nobody asked for that')),
      reconcile: () => Promise.reject(new Error('nobody asked for that')),
      verifyAuditLog: () => Promise.reject(new Error('nobody asked for that')),
      payAsCustomer: () => Promise.reject(new Error('nobody asked for that')),
      dispatchOutbox: () => Promise.resolve(),
    });
  });
  await program.parseAsync(['node', 'cli', 'sweep', ...args]);
  return result;
}

it('sweep --json answers one object, and the order is in the audit log only when it was given', async () => {
  const away = (): Promise<void> => Promise.reject(new Error('Temporal is away'));
  await expect(sweep(away, '--json')).rejects.toThrow('Temporal is away');
  expect(await audited('chain.sweep')).toEqual([]);

  const asked: string[] = [];
  const started = await sweep((chainCode) => Promise.resolve(void asked.push(chainCode)), '--json');
  expect(started).toEqual({
    chains: [{ chainCode: 'local', transactionsUnderWay: 0, assets: [] }],
  });
  expect(asked).toEqual(['local']);
  expect(await audited('chain.sweep')).toEqual([
    { actor_kind: 'cli', actor_id: 'ann', object_kind: 'chain', object_id: 'local' },
  ]);
});

it('sweep says that a chain that is not read now is not swept', async () => {
  const words: string[] = [];
  const write = jest.spyOn(process.stderr, 'write').mockImplementation((text: unknown) => {
    words.push(String(text));
    return true;
  });
  try {
    await sweep(() => Promise.resolve());
  } finally {
    write.mockRestore();
  }
  expect(words.join('')).toBe('local is starting, so it is not swept now. chain status says why.\n');
});

it("reconcile is in the audit log under the system's user name, whatever $USER says", async () => {
  const { status, stdout } = await runCli(['reconcile', '--json'], {
    DATABASE_URL: database.url,
    CHAINS_FILE: writeLonelyChainsFile(),
    DEPOSIT_XPUB: TEST_XPUB,
    USER: 'somebody-else',
  });
  expect([status, Array.isArray(JSON.parse(stdout))]).toEqual([0, false]);
  const row = {
    actor_kind: 'cli',
    actor_id: userInfo().username,
    object_kind: 'reconciliation',
    object_id: expect.stringMatching(/^\d+$/),
  };
  expect(await audited('reconciliation.run')).toEqual([row]);
  expect(await audited('reconciliation.finish')).toEqual([row]);
});

it('reconcile is in the audit log even when it was killed midway, as an order without an end', async () => {
  const before = (await audited('reconciliation.run')).length;
  const lock = await database.db.transaction();
  try {
    await lock.raw('LOCK TABLE ledger_entries IN ACCESS EXCLUSIVE MODE');
    const command = startCli(['reconcile'], {
      DATABASE_URL: database.url,
      CHAINS_FILE: writeLonelyChainsFile(),
      DEPOSIT_XPUB: TEST_XPUB,
    });
    const isWritten = async (): Promise<boolean> => (await audited('reconciliation.run')).length > before;
    await until('the order is written down', isWritten);
    command.kill('SIGKILL');
    expect(await command.ended).toBe('SIGKILL');
  } finally {
    await lock.rollback();
  }
  expect(await audited('reconciliation.run')).toHaveLength(before + 1);
  expect(await audited('reconciliation.finish')).toHaveLength(before);
});

it('reconcile prints its run once for people', async () => {
  // No transfer is on record for the coins of this withdrawal.
  await insertWithdrawal(database.db);
  const env = { DATABASE_URL: database.url, CHAINS_FILE: writeLonelyChainsFile(), DEPOSIT_XPUB: TEST_XPUB };
  const { status, stdout } = await runCli(['reconcile'], env);
  expect(status).toBe(0);
  expect(stdout).toContain('All custody accounts together');
  expect(stdout).not.toContain('wholeLogRun');
  const asked = await runCli(['reconcile', '--json'], env);
  const runs = { run: { outcome: 'differences' }, wholeLogRun: { runId: expect.any(Number) } };
  expect([asked.status, JSON.parse(asked.stdout)]).toMatchObject([0, runs]);
});
