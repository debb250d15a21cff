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

/** An amount in base units, with a sign. The balance of an account may be below zero. */
const signedAtomic = z
  .string()
  .regex(/^-?\d{1,78}$/)
  .meta({ examples: ['-1000000'] });

/** The schema of {@link showRun}'s answer. */
export const runSchema = z
  .strictObject({
    runId: z.int().meta({ examples: [42] }),
    origin: z.enum(RUN_ORIGINS).meta({
      description: '`schedule`: the hourly run. `operator`, `cli`: somebody ordered it.',
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
      'The address, account, entry, merchant, invoice or hash chain. If a hash chain has no asset, `chainCode` and ' +
      '`tokenSymbol` are empty, and its figures are numbers of rows.',
    examples: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  }),
  decimals: z
    .int()
    .min(0)
    .max(255)
    .nullable()
    .meta({
      description: 'The decimals of the asset. Null: the figures are not amounts of an asset.',
      examples: [6],
    }),
  expectedAtomic: signedAtomic,
  foundAtomic: signedAtomic,
  differenceAtomic: signedAtomic,
  words: z.string().meta({ examples: ['The hot wallet holds 1 USDC less than the books say.'] }),
  freezes: z.boolean().meta({
    description:
      "Whether it freezes the asset's withdrawals. These do: a shortage of a `balance`, any `account`, `entry`, " +
      '`custody`, `reserved` or `invoice_money`, and a `hash_chain` of an asset. These do not: a surplus of a ' +
      '`balance`, because anyone can send coins to an address; an `invoice_status`, because it moves no money; an ' +
      'altered `deposit_address`, because nobody sees it and no payment to it counts.',
  }),
  firstSeenAt: shownMoment,
  lastSeenAt: shownMoment,
  goneAt: shownMoment.nullable().meta({
    description: 'When a later run no longer found it. Null: it is open.',
    examples: [null],
  }),
  action: z.string().meta({
    description: 'What to look at.',
    examples: ['Look at its transactions in an explorer.'],
  }),
});

/** The schema of {@link showRunWithDifferences}'s answer. */
export const runWithDifferencesSchema = z
  .strictObject({
    run: runSchema,
    differences: z.array(differenceSchema).meta({
      description:
        'The differences that were open when the run ended, and the ones that it found resolved. A run under way has none.',
    }),
  })
  .meta({ id: 'ReconciliationRunWithDifferences' });

/** The schema of {@link showReconciliation}'s answer. */
export const reconciliationSchema = z
  .strictObject({
    run: runSchema.nullable(),
    differences: z.array(differenceSchema),
    wholeLogRun: runSchema.nullable().meta({
      description: 'The last run that verified every row of the hash chains and every signed head.',
    }),
  })
  .meta({ id: 'Reconciliation' });

/**
 * Shows the last run, the last run that verified the whole audit log, and every open difference. A run is null before
 * the first one.
 */
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

/** Shows one run and its differences. */
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

/** Kinds of differences that compare rows or addresses, not amounts. */
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
