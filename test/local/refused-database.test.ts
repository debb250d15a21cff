import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../src/db/core/database.js';
import { migrateToLatest } from '../../src/db/core/migrate.js';
import { anyFreePort } from '../../src/local/ports.js';
import { startPostgres } from '../../src/local/postgres.js';
import { typeNpmStart } from '../e2e/product.js';
import { writeLonelyChainsFile } from '../helpers/chain/chains-file.js';
import { makeBeforeRelease, STEPS_BEFORE_RELEASE } from '../helpers/before-release.js';
import { createTestNamespace } from '../helpers/services/temporal.js';

const dataDir = mkdtempSync(path.join(tmpdir(), 'quittance-refused-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Does it with the database that `npm start` has in its data folder. */
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

describe('npm start over a data folder from before the first release', () => {
  it('ends in words that say which folder to move away, and leaves the database as it is', async () => {
    await withOwnDatabase(async (db) => {
      await migrateToLatest(db);
      await makeBeforeRelease(db);
    });
    // What is given need not be started.
    const { address, namespace } = await createTestNamespace();
    const env = {
      TEMPORAL_ADDRESS: address,
      TEMPORAL_NAMESPACE: namespace,
      CHAINS_FILE: writeLonelyChainsFile(),
    };
    const product = typeNpmStart({ args: ['--once', '--no-tour', '--json'], dataDir, env });
    expect(await product.ended).toBe(1);
    const said = product.stderr().trimEnd().split('\n').at(-1);
    expect(said).toBe(
      'This database was made before the first release: it has 4 steps that no version knows any more (0001-parties and 3 more). ' +
        'There is no upgrade for it, and nothing was changed in it. ' +
        `Move its folder away, and the next start makes a new one: mv "${dataDir}" "${dataDir}-before-release". ` +
        'In there, secrets/ has the keys of its wallets: keep it while anything is at their addresses.',
    );
    const answer = product.stdout().trimEnd().split('\n').at(-1) ?? '';
    expect(JSON.parse(answer)).toEqual({ ok: false, error: { message: said } });
    expect(product.stderr()).not.toMatch(/^\s+at /m);
    const steps = await withOwnDatabase((db) =>
      db('schema_migrations').orderBy('id').pluck<string[]>('name'),
    );
    expect(steps).toEqual(STEPS_BEFORE_RELEASE);
  });
});
