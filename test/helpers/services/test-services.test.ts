import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { pendingMigrations } from '../../../src/db/core/migrate.js';
import { SEARCH_ATTRIBUTES } from '../../../src/temporal/messages.js';
import { createTestDatabase, type TestDatabase } from './postgres.js';
import { startTestRedis } from './redis.js';
import { describeWith } from './system-parts.js';
import { createTestNamespace } from './temporal.js';

describe('a test database', () => {
  let one: TestDatabase;
  let other: TestDatabase;

  beforeAll(async () => {
    [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  });

  afterAll(async () => {
    await one.drop();
  });

  it('is at the latest migration', async () => {
    expect(await pendingMigrations(one.db)).toEqual([]);
  });

  it('shares nothing with another test database', async () => {
    await one.db.raw('CREATE TABLE mine (id int)');
    await expect(other.db.raw('SELECT * FROM mine')).rejects.toMatchObject({ code: '42P01' });
  });

  it('does not exist after it is dropped', async () => {
    const name = new URL(other.url).pathname.slice(1);
    await other.drop();
    const { rows } = await one.db.raw<{ rows: unknown[] }>('SELECT 1 FROM pg_database WHERE datname = ?', [
      name,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('a test namespace', () => {
  it('is ready for a workflow with our search attributes, and empty', async () => {
    const { address, namespace } = await createTestNamespace();
    const connection = await Connection.connect({ address });
    try {
      const { workflow } = new Client({ connection, namespace });
      await workflow.start('nobody-runs-it', {
        workflowId: 'invoice-1',
        taskQueue: 'none',
        typedSearchAttributes: [{ key: SEARCH_ATTRIBUTES.invoiceId, value: 'inv_1' }],
      });
      expect((await workflow.getHandle('invoice-1').describe()).status.name).toBe('RUNNING');
    } finally {
      await connection.close();
    }
  });
});

describeWith('redis-server', 'a test Redis', () => {
  it('comes up, and comes back on its port after a kill', async () => {
    const first = await startTestRedis();
    await first.kill();
    const second = await startTestRedis({ port: first.port });
    expect(second.url).toBe(first.url);
    await second.kill();
  });
});
