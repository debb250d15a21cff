import { z } from 'zod';
import { toChecksumAddress } from '../../chain/keys/address.js';
import type { StoredDifference } from '../../db/reconciliation/reconciliation-differences.js';
import {
  RUN_ORIGINS,
  RUN_OUTCOMES,
  type ReconciliationRun,
} from '../../db/reconciliation/reconciliation-runs.js';
import { DIFFERENCE_KINDS } from '../../domain/reconciliation/difference.js';
import { actionFor } from '../../domain/reconciliation/difference-in-words.js';
import { freezesWithdrawals } from '../../domain/reconciliation/freezes-withdrawals.js';
import type { Shown } from '../requests/reply.js';
import {
  shownChainCode,
  shownCount,
  shownHash,
  shownHeight,
  shownMoment,
  shownTokenSymbol,
} from './fields.js';
import { findAsset, type Chains } from './assets.js';
import { iso, isoOrNull } from './iso.js';

/** Base units, with a sign: an account's balance may be on either side. */
const signedAtomic = z
  .string()
  .regex(/^-?\d{1,78}$/)
  .meta({ examples: ['-1000000'] });

/** What {@link showRun} shows. */
export const runSchema = z
  .strictObject({
    runId: z.int().meta({ examples: [42] }),
    origin: z.enum(RUN_ORIGINS).meta({
      description: '`schedule`: it runs every hour. `operator`, `cli`: somebody asked for it.',
      examples: ['schedule'],
    }),
    scope: z.enum(['full', 'changes']),
    startedAt: shownMoment,
    finishedAt: shownMoment.nullable(),
    outcome: z
      .enum(RUN_OUTCOMES)
      .nullable()
      .meta({ examples: ['clean'] }),
    summary: z
      .string()
      .nullable()
      .meta({ examples: ['Chain, ledger and invoices agree.'] }),
    invoices: shownCount.nullable(),
    chains: z.array(
      z.strictObject({
        chainCode: shownChainCode,
        blockNumber: shownHeight.nullable(),
        blockHash: shownHash.nullable(),
        addresses: shownCount,
        problem: z
          .string()
          .nullable()
          .meta({ examples: [null] }),
      }),
    ),
  })
  .meta({ id: 'ReconciliationRun' });

const differenceSchema = z.strictObject({
  differenceId: z.int().meta({ examples: [7] }),
  kind: z.enum(DIFFERENCE_KINDS),
  chainCode: shownChainCode,
  tokenSymbol: shownTokenSymbol,
  subject: z.string().meta({
    description:
      'The address, account, entry, merchant, invoice or hash chain. A hash chain that is about no asset has an empty ' +
      '`chainCode` and `tokenSymbol`; its figures are numbers of rows.',
    examples: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  }),
  decimals: z
    .int()
    .min(0)
    .max(255)
    .nullable()
    .meta({ description: 'Of the asset; null: the figures are no amounts of one.', examples: [6] }),
  expectedAtomic: signedAtomic,
  foundAtomic: signedAtomic,
  differenceAtomic: signedAtomic,
  words: z.string().meta({ examples: ['The hot wallet holds 1 USDC less than the books say.'] }),
  freezes: z.boolean().meta({
    description:
      "Whether it stops the asset's withdrawals. A shortage of a `balance` does, and any `account`, `entry`, `custody`, " +
      '`reserved` or `invoice_money`. A surplus of a `balance` does not: anyone can send coins to an address. An ' +
      '`invoice_status` does not either: it moves no money. Nor does an altered `deposit_address`: nobody is shown it, ' +
      'and nothing paid to it counts. A `hash_chain` does when it is about an asset.',
  }),
  firstSeenAt: shownMoment,
  lastSeenAt: shownMoment,
  goneAt: shownMoment.nullable().meta({
    description: 'When a run looked again and did not find it; null: it is open.',
    examples: [null],
  }),
  action: z.string().meta({
    description: 'What to look at.',
    examples: ['Look at its transactions in an explorer.'],
  }),
});

/** What {@link showRunWithDifferences} shows. */
export const runWithDifferencesSchema = z
  .strictObject({
    run: runSchema,
    differences: z.array(differenceSchema).meta({
      description:
        'Those that were open when it ended, and those that it found gone. A run under way has none.',
    }),
  })
  .meta({ id: 'ReconciliationRunWithDifferences' });

/** What {@link showReconciliation} shows. */
export const reconciliationSchema = z
  .strictObject({
    run: runSchema.nullable(),
    differences: z.array(differenceSchema),
    wholeLogRun: runSchema.nullable().meta({
      description:
        'The last run that compared every row of the hash chains, and verified every signed head that there was then.',
    }),
  })
  .meta({ id: 'Reconciliation' });

/** Shows the last run, the last one that compared the whole log, and every open difference. Null before the first. */
export function showReconciliation(
  { run, wholeLogRun }: Readonly<Record<'run' | 'wholeLogRun', ReconciliationRun | undefined>>,
  differences: readonly StoredDifference[],
  books: Chains,
): Shown<typeof reconciliationSchema> {
  return {
    run: run === undefined ? null : showRun(run),
    wholeLogRun: wholeLogRun === undefined ? null : showRun(wholeLogRun),
    differences: differences.map((difference) => showDifference(difference, books)),
  };
}

/** Shows one run and what it found. */
export function showRunWithDifferences(
  run: ReconciliationRun,
  differences: readonly StoredDifference[],
  books: Chains,
): Shown<typeof runWithDifferencesSchema> {
  return {
    run: showRun(run),
    differences: differences.map((difference) => showDifference(difference, books)),
  };
}

export function showRun({
  runId,
  origin,
  isFull,
  startedAtMs,
  finished,
}: ReconciliationRun): Shown<typeof runSchema> {
  return {
    runId,
    origin,
    scope: isFull ? 'full' : 'changes',
    startedAt: iso(startedAtMs),
    finishedAt: isoOrNull(finished?.atMs ?? null),
    outcome: finished?.outcome ?? null,
    summary: finished?.summary ?? null,
    invoices: finished?.invoices ?? null,
    chains: (finished?.chains ?? []).map((chain) => ({
      chainCode: chain.chainCode,
      blockNumber: chain.blockNumber,
      blockHash: chain.blockHash,
      addresses: chain.addresses,
      problem: chain.problem,
    })),
  };
}

/** Kinds that compare rows or addresses, and no money. */
const NO_AMOUNTS: ReadonlySet<StoredDifference['kind']> = new Set([
  'deposit_address',
  'invoice_status',
  'hash_chain',
]);

function showDifference(difference: StoredDifference, books: Chains): Shown<typeof differenceSchema> {
  const { kind, subject, asset, expectedAtomic, foundAtomic, words } = difference;
  return {
    differenceId: difference.differenceId,
    kind,
    chainCode: asset.chainCode,
    tokenSymbol: asset.tokenSymbol,
    subject: kind === 'balance' ? toChecksumAddress(subject) : subject,
    decimals: NO_AMOUNTS.has(kind) ? null : (findAsset(books, asset)?.asset.decimals ?? null),
    expectedAtomic: expectedAtomic.toString(),
    foundAtomic: foundAtomic.toString(),
    differenceAtomic: (foundAtomic - expectedAtomic).toString(),
    words,
    freezes: freezesWithdrawals(difference),
    firstSeenAt: iso(difference.firstSeenAtMs),
    lastSeenAt: iso(difference.lastSeenAtMs),
    goneAt: isoOrNull(difference.goneAtMs),
    action: actionFor(difference),
  };
}
