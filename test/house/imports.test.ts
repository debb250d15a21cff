import { describe, expect, it } from '@jest/globals';
import { childOf, findFileCircles, findFolderCircles } from './import-circles.js';
import { listFiles, parseImports, readImports, type Import } from './source-files.js';

/** What the API, the pages and the commands share. A path without `/` at its end means that file alone. */
const OF_SURFACES = [
  'src/domain/',
  'src/db/',
  'src/temporal/',
  'src/rates/',
  'src/chain/keys/deposit-address.ts',
  'src/chain/keys/address.ts',
  'src/chain/keys/approval-signature.ts',
  'src/webhooks/guard-url.ts',
  'src/webhooks/sign.ts',
];

/** For each part, which of our parts it may import beside itself. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'src/domain/': [],
  'src/rates/': ['src/domain/'],
  'src/chain/': ['src/domain/'],
  'src/webhooks/': ['src/domain/'],
  'src/db/': ['src/domain/', 'migrations/index.ts'],
  'migrations/': [],
  'src/temporal/': ['src/domain/', 'src/db/'],
  'workflows/': ['src/domain/', 'src/temporal/messages.ts'],
  'activities/': ['src/domain/', 'src/chain/', 'src/db/', 'src/webhooks/', 'src/temporal/'],
  'src/http/': [...OF_SURFACES, 'src/pages/'],
  // The application knows of the rest only what the API says. What speaks against a withdrawal and
  // what a policy change lets through, the command line says too.
  // A mistyped address is told while it is typed.
  'src/pages/app/': [
    ...['src/client/', 'src/pages/design/', 'src/pages/browser/'],
    'src/domain/withdrawals/withdrawal-checks.ts',
    'src/domain/merchants/policy-change-in-words.ts',
    'src/chain/keys/address.ts',
  ],
  'src/pages/': ['src/domain/'],
  'src/client/': [],
  // A command reads and shows things as the API does.
  'src/cli/': [
    ...OF_SURFACES,
    'src/client/',
    'src/http/views/',
    'src/http/requests/ip-ranges.ts',
    'src/chain/keys/keystore.ts',
    'src/chain/keys/private-file.ts',
    'src/webhooks/read-webhook-body.ts',
  ],
  'src/config': [
    'src/domain/',
    'src/chain/keys/address.ts',
    'src/chain/keys/private-file.ts',
    'src/chain/keys/open-hot-wallet.ts',
  ],
};

/** Roots put the parts together, so they may import any part. Nothing imports a root. */
const ROOTS = ['src/api.ts', 'src/worker.ts', 'src/start.ts', 'src/cli/main.ts'];
/** A root of many files. Only roots and its own files may import it. */
const LOCAL = 'src/local/';

/**
 * The folders of a layer, lowest first. Each may import those before it. The layers share the same business words.
 * A file beside the folders may import any of them, as long as it closes no circle.
 */
const FOLDER_ORDER: Readonly<Record<string, readonly string[]>> = {
  'src/domain': [
    ...['core', 'chains', 'ledger', 'merchants', 'wallets', 'invoices', 'withdrawals'],
    ...['checkouts', 'webhooks', 'reconciliation', 'people', 'operators'],
  ],
  'src/db': [
    ...['core', 'audit', 'outbox', 'ledger', 'people', 'merchants', 'wallets', 'chains', 'webhooks'],
    ...['checkouts', 'invoices', 'withdrawals', 'sweeps', 'reconciliation', 'operators'],
  ],
  'src/chain': ['keys', 'rpc', 'blocks', 'transfers', 'agreement', 'sending', 'contracts'],
  'src/pages': ['design', 'checkout', 'browser', 'embed', 'app'],
  'src/pages/app': ['styles', 'data', 'parts', 'shell', 'both', 'dashboard', 'admin'],
  'src/http': ['metrics', 'requests', 'views', 'openapi', 'routes', 'server'],
  activities: [
    'audit',
    'chains',
    'invoices',
    'outbox',
    'webhooks',
    'withdrawals',
    'signer',
    'reconciliation',
    'operators',
  ],
  'activities/chains': ['branch', 'reading', 'verification'],
  'activities/signer': ['wallet', 'payouts', 'sweeps'],
  'activities/signer/wallet': ['memory', 'policy', 'sending', 'nonces', 'cancellations'],
};
/** Folders of one layer that may both use what comes before them, but not each other. */
const APART: readonly (readonly [string, string])[] = [
  ['activities/signer/payouts', 'activities/signer/sweeps'],
  ['src/pages/app/dashboard', 'src/pages/app/admin'],
];

/** Packages that only some parts may import. */
const ONLY_IMPORTERS: Readonly<Record<string, readonly string[]>> = {
  viem: ['src/chain/'],
  '@aws-sdk/client-kms': ['src/chain/'],
  knex: ['src/db/', 'migrations/'],
  '@temporalio/client': ['src/temporal/'],
};

const OURS = ['src/', 'workflows/', 'activities/', 'migrations/'];
const files = OURS.flatMap((folder) => listFiles(folder)).filter((file) => /\.tsx?$/.test(file));
const imports = files.flatMap(readImports);

const isIn = (file: string, places: readonly string[]): boolean =>
  places.some((place) => (/\.tsx?$/.test(place) ? file === place : file.startsWith(place)));
const isRoot = (file: string): boolean => isIn(file, [...ROOTS, LOCAL]);
const partOf = (file: string): string | undefined => Object.keys(PARTS).find((part) => isIn(file, [part]));
/** The imports between parts. Those of roots are left out: roots put all layers together and make no circle. */
const OF_PARTS = imports.filter(({ from, to }) => isIn(to, OURS) && !isRoot(from));
const show = ({ from, to }: Import): string => `${from} → ${to}`;

/** Returns why this import is not allowed, or null. */
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

/** Returns why this import breaks the folder order of its layer, or null. */
function findDisorder({ from, to }: Pick<Import, 'from' | 'to'>): string | null {
  const apart = APART.find((both) => both.some((one) => isIn(from, [`${one}/`])));
  const other = apart?.find((one) => !isIn(from, [`${one}/`]));
  if (other !== undefined && isIn(to, [`${other}/`])) return `${from} and ${other} are kept apart`;
  for (const [layer, order] of Object.entries(FOLDER_ORDER)) {
    if (!isIn(from, [`${layer}/`]) || !isIn(to, [`${layer}/`])) continue;
    const [own, its] = [from, to].map((file) => order.indexOf(childOf(layer, file).slice(layer.length + 1)));
    if (own !== undefined && its !== undefined && own !== -1 && its > own) return `${to} comes after ${from}`;
  }
  return null;
}

describe('the imports', () => {
  it('keep to the layout of the house', () => {
    const breaches = imports.flatMap((one) => {
      const breach = findBreach(one);
      return breach === null ? [] : [`${show(one)}: ${breach}`];
    });
    expect(breaches).toEqual([]);
  });

  it('keep the order of the folders in each layer', () => {
    const breaches = imports.filter((one) => findDisorder(one) !== null);
    expect(breaches.map(show)).toEqual([]);
  });

  it('of a layer come from folders that all have a place in its order', () => {
    for (const [layer, order] of Object.entries(FOLDER_ORDER)) {
      const children = new Set(listFiles(layer).map((file) => childOf(layer, file)));
      const folders = [...children].filter((child) => !/\.(tsx?|sol|mjs|json)$/.test(child));
      expect(folders.sort()).toEqual(order.map((folder) => `${layer}/${folder}`).sort());
    }
  });

  it('make no circle of files, and none of folders', () => {
    expect(findFileCircles(imports)).toEqual([]);
    expect(findFolderCircles(OF_PARTS)).toEqual([]);
  });

  it('are checked for every file: each is in a layer or among the roots', () => {
    expect(files.filter((file) => !isRoot(file) && partOf(file) === undefined)).toEqual([]);
  });
});

describe('the test of imports', () => {
  const breachesOf = (file: string, text: string): readonly (string | null)[] =>
    parseImports({ file, text }).map(findBreach);

  it.each([
    ['src/domain/core/money.ts', "import { z } from 'zod';"],
    ['src/domain/core/money.ts', "import { x } from '../../db/core/database.js';"],
    ['src/chain/rpc/chain-client.ts', "export * from '../../webhooks/send.js';"],
    ['src/http/server/app.ts', "import { keccak256 } from 'viem';"],
    ['src/http/server/app.ts', "const knex = await import('knex');"],
    ['src/http/server/app.ts', "import { readBlocks } from '../../chain/blocks/read-blocks.js';"],
    ['src/http/server/app.ts', "import { loadConfig } from '../../config.js';"],
    ['src/cli/migrate.ts', "import '../local/postgres.js';"],
    ['src/local/tour.ts', "import '../start.js';"],
    ['workflows/invoice.ts', "import { createActivities } from '../activities/index.js';"],
    ['workflows/invoice.ts', "import { type Activities } from '../activities/contract.js';"],
    ['activities/chains/chain-activities.ts', "type A = import('../../src/http/server/app.js').App;"],
    [
      'src/db/ledger/post-entry.ts',
      "import { newDatabase } from '../../../test/helpers/services/postgres.js';",
    ],
  ])('catches, in %s, %s', (file, text) => {
    expect(breachesOf(file, text)).toEqual([expect.any(String)]);
  });

  it.each([
    ['src/domain/core/money.ts', "import { assert } from './errors.js';"],
    ['src/chain/rpc/chain-client.ts', "import { createPublicClient } from 'viem';"],
    ['src/http/server/app.ts', "import { isAddress } from '../../chain/keys/address.js';"],
    ['src/start.ts', "import { startPostgres } from './local/postgres.js';"],
    ['src/api.ts', "import { loadConfig } from './config.js';"],
    ['workflows/invoice.ts', "import type { Activities } from '../activities/contract.js';"],
  ])('allows, in %s, %s', (file, text) => {
    expect(breachesOf(file, text)).toEqual([null]);
  });

  it.each([
    ['src/db/wallets/wallets.ts', 'src/db/chains/chain-cursor.ts'],
    ['src/domain/core/money.ts', 'src/domain/invoices/settlement.ts'],
    ['activities/signer/wallet/sending/send-attempts.ts', 'activities/signer/payouts/broadcast-payment.ts'],
    ['activities/signer/payouts/broadcast-payment.ts', 'activities/signer/sweeps/send-cold-before.ts'],
    ['activities/signer/sweeps/advance-movements.ts', 'activities/signer/payouts/broadcast-payment.ts'],
    ['src/pages/app/admin/queue-page.tsx', 'src/pages/app/dashboard/find-things.ts'],
  ])('catches that %s imports %s, against the order', (from, to) => {
    expect(findDisorder({ from, to })).toEqual(expect.any(String));
  });

  it('catches circles of files, and circles of folders whose files make no circle', () => {
    const step = (from: string, to: string): Import => ({ from, to, isTypeOnly: true });
    expect(findFileCircles([step('a.ts', 'b.ts'), step('b.ts', 'c.ts'), step('c.ts', 'a.ts')])).toEqual([
      ['a.ts', 'b.ts', 'c.ts'],
    ]);
    const across = [step('a/b/one.ts', 'a/c/two.ts'), step('a/c/three.ts', 'a/b/deep/four.ts')];
    expect(findFileCircles(across)).toEqual([]);
    expect(findFolderCircles(across)).toEqual([['a/b', 'a/c']]);
  });
});
