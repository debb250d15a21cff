import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../src/db/core/database.js';
import { migrateToLatest } from '../../src/db/core/migrate.js';
import { anyFreePort } from '../../src/local/ports.js';
import { startPostgres } from '../../src/local/postgres.js';
import { typeNpmStart, type Product } from '../e2e/product.js';
import { writeLonelyChainsFile } from '../helpers/chain/chains-file.js';
import { makeBeforeRelease, STEPS_BEFORE_RELEASE } from '../helpers/facts/before-release.js';
import { createTestDatabase } from '../helpers/services/postgres.js';
import { createTestNamespace } from '../helpers/services/temporal.js';

const dataDir = mkdtempSync(path.join(tmpdir(), 'quittance-refused-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Does work with the database that `npm start` has in its data folder. */
async function withOwnDatabase<T>(work: (db: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
  const port = await anyFreePort();
  const server = await startPostgres({ dataDir, port, portIsFixed: false, log: () => undefined });
  const db = openDatabase({ url: server.url });
  try {
    return await work(db);
  } finally {
    await db.destroy();
    await server.stop();
  }
}

/** Runs `npm start` with settings by which nothing is started before the database. */
async function startOver(env: Readonly<Record<string, string>>): Promise<Product> {
  const { address, namespace } = await createTestNamespace();
  const product = typeNpmStart({
    args: ['--once', '--no-tour', '--json'],
    dataDir,
    env: {
      TEMPORAL_ADDRESS: address,
      TEMPORAL_NAMESPACE: namespace,
      CHAINS_FILE: writeLonelyChainsFile(),
      ...env,
    },
  });
  expect(await product.ended).toBe(1);
  return product;
}

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

describe('npm start over a database from before the first release', () => {
  it('says which folder to move away when the database is in it, and leaves the folder unchanged', async () => {
    await withOwnDatabase(async (db) => {
      await migrateToLatest(db);
      await makeBeforeRelease(db);
    });
    const product = await startOver({});
    const said = lastLine(product.stderr());
    expect(said).toBe(
      'This database was made before the first release: it has 4 steps that no version knows any more (0001-parties and 3 more). ' +
        'There is no upgrade for it, and nothing was changed in it. ' +
        `Move its folder away, and the next start makes a new one: mv "${dataDir}" "${dataDir}-before-release". ` +
        'In there, secrets/ has the keys of its wallets: keep it while anything is at their addresses.',
    );
    expect(JSON.parse(lastLine(product.stdout()))).toEqual({ ok: false, error: { message: said } });
    expect(product.stderr()).not.toMatch(/^\s+at /m);
    const steps = await withOwnDatabase((db) =>
      db('schema_migrations').orderBy('id').pluck<string[]>('name'),
    );
    expect(steps).toEqual(STEPS_BEFORE_RELEASE);
  });

  it('mentions no folder when the database was given', async () => {
    const given = await createTestDatabase();
    try {
      await makeBeforeRelease(given.db);
      const product = await startOver({ DATABASE_URL: given.url });
      expect(lastLine(product.stderr())).toMatch(
        /before the first release.* Make a new database and set DATABASE_URL to that; keep this one .*\.$/,
      );
    } finally {
      await given.drop();
    }
  });
});
