import { describe, expect, it } from '@jest/globals';
import { listFiles, parseImports, readImports, type Import } from './source-files.js';

/** What the API, the pages and the commands share. A path without `/` at its end means that file alone. */
const OF_SURFACES = [
  'src/domain/',
  'src/db/',
  'src/temporal/',
  'src/rates/',
  'src/chain/keys/deposit-address.ts',
  'src/chain/keys/address.ts',
  'src/webhooks/guard-url.ts',
  'src/webhooks/sign.ts',
];

/** For each part, whom of ours it may import beside itself. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'src/domain/': [],
  'src/rates/': ['src/domain/'],
  'src/chain/': ['src/domain/'],
  'src/webhooks/': ['src/domain/'],
  'src/db/': ['src/domain/', 'migrations/index.ts'],
  'migrations/': [],
  'src/temporal/': ['src/domain/', 'src/db/', 'src/temporal/messages.ts'],
  'workflows/': ['src/domain/'],
  'activities/': ['src/domain/', 'src/chain/', 'src/db/', 'src/webhooks/', 'src/temporal/'],
  'src/http/': OF_SURFACES,
  'src/web/': OF_SURFACES,
  'src/client/': [],
  // A command shows things as the API does.
  'src/cli/': [
    ...OF_SURFACES,
    'src/http/views/',
    'src/chain/keys/keystore.ts',
    'src/chain/keys/private-file.ts',
  ],
  'src/config': [
    'src/domain/',
    'src/chain/keys/address.ts',
    'src/chain/keys/private-file.ts',
    'src/chain/keys/open-hot-wallet.ts',
  ],
};

/** They put the parts together, so they may import any of them; nobody imports them. */
const ROOTS = ['src/api.ts', 'src/worker.ts', 'src/start.ts', 'src/cli/main.ts'];
/** A root as well, in many files: `src/start.ts` and it may import it. */
const LOCAL = 'src/local/';

/** Packages that one part keeps to itself. */
const ONLY_IMPORTERS: Readonly<Record<string, readonly string[]>> = {
  viem: ['src/chain/'],
  '@aws-sdk/client-kms': ['src/chain/'],
  knex: ['src/db/', 'migrations/'],
  '@temporalio/client': ['src/temporal/'],
};

const OURS = ['src/', 'workflows/', 'activities/', 'migrations/'];
const files = OURS.flatMap((folder) => listFiles(folder)).filter((file) => file.endsWith('.ts'));
const imports = files.flatMap(readImports);

const isIn = (file: string, places: readonly string[]): boolean =>
  places.some((place) => (/\.ts$/.test(place) ? file === place : file.startsWith(place)));
const isRoot = (file: string): boolean => isIn(file, [...ROOTS, LOCAL]);
const partOf = (file: string): string | undefined => Object.keys(PARTS).find((part) => isIn(file, [part]));
const show = ({ from, to }: Import): string => `${from} → ${to}`;

/** Why this import may not be, or null. */
function findBreach({ from, to, isTypeOnly }: Import): string | null {
  const only = ONLY_IMPORTERS[to];
  if (only !== undefined) return isIn(from, only) ? null : `only ${only.join(' and ')} may import ${to}`;
  if (isIn(to, ['test/', 'bench/'])) return 'the product does not import its tests';
  if (!isIn(to, OURS)) return isIn(from, ['src/domain/']) ? 'the domain imports nothing but itself' : null;
  if (isIn(to, ROOTS)) return 'nothing imports a root';
  if (isRoot(from)) return null;
  if (isIn(to, [LOCAL])) return 'only roots import what the local mode embeds';
  if (isIn(to, ['src/config']) && !isIn(from, ['src/config'])) return 'only roots read the configuration';
  const part = partOf(from);
  if (part === undefined) return 'it belongs to no part of the house';
  if (isIn(to, [part, ...(PARTS[part] ?? [])])) return null;
  if (isIn(from, ['workflows/']) && isIn(to, ['activities/']) && isTypeOnly) return null;
  return `${part} may import ${['itself', ...(PARTS[part] ?? [])].join(', ')}`;
}

describe('who imports whom', () => {
  it('keeps to the layout of the house', () => {
    const breaches = imports.flatMap((one) => {
      const breach = findBreach(one);
      return breach === null ? [] : [`${show(one)}: ${breach}`];
    });
    expect(breaches).toEqual([]);
  });

  it('has every file in a part or among the roots', () => {
    expect(files.filter((file) => !isRoot(file) && partOf(file) === undefined)).toEqual([]);
  });
});

describe('the test of imports', () => {
  const breachesOf = (file: string, text: string): readonly (string | null)[] =>
    parseImports({ file, text }).map(findBreach);

  it.each([
    ['src/domain/core/money.ts', "import { z } from 'zod';"],
    ['src/domain/core/money.ts', "import { x } from '../db/database.js';"],
    ['src/chain/rpc/chain-client.ts', "export * from '../webhooks/send.js';"],
    ['src/http/server/app.ts', "import { keccak256 } from 'viem';"],
    ['src/http/server/app.ts', "const knex = await import('knex');"],
    ['src/http/server/app.ts', "import { readBlocks } from '../chain/read-blocks.js';"],
    ['src/http/server/app.ts', "import { loadConfig } from '../config.js';"],
    ['src/cli/migrate.ts', "import '../local/postgres.js';"],
    ['src/local/tour.ts', "import '../start.js';"],
    ['workflows/invoice.ts', "import { createActivities } from '../activities/index.js';"],
    ['workflows/invoice.ts', "import { type Activities } from '../activities/contract.js';"],
    ['activities/chains/chain-activities.ts', "type A = import('../src/http/app.js').App;"],
    ['src/db/ledger/ledger.ts', "import { newDatabase } from '../helpers/services/postgres.js';"],
  ])('catches, in %s, %s', (file, text) => {
    expect(breachesOf(file, text)).toEqual([expect.any(String)]);
  });

  it.each([
    ['src/domain/core/money.ts', "import { assert } from './errors.js';"],
    ['src/chain/rpc/chain-client.ts', "import { createPublicClient } from 'viem';"],
    ['src/http/server/app.ts', "import { isAddress } from '../chain/address.js';"],
    ['src/start.ts', "import { startPostgres } from './local/postgres.js';"],
    ['src/api.ts', "import { loadConfig } from './config.js';"],
    ['workflows/invoice.ts', "import type { Activities } from '../activities/contract.js';"],
  ])('allows, in %s, %s', (file, text) => {
    expect(breachesOf(file, text)).toEqual([null]);
  });
});
