import { setTimeout as pause } from 'node:timers/promises';
import {
  findMisbookedInvoices,
  listDeposits,
  listInvoicesAfter,
  listPostedInvoices,
} from '../../src/db/reconciliation/invoice-checks.js';
import { listInvoicesById, viewInvoices, type InvoiceView } from '../../src/db/invoices/invoices.js';
import { enqueue } from '../../src/db/outbox/outbox.js';
import { transaction, UnreadableError } from '../../src/db/core/database.js';
import type { RunMark } from '../../src/db/reconciliation/reconciliation-runs.js';
import { alteredInWords, isProvenDeposit } from '../../src/domain/invoices/proven-deposit.js';
import { NO_ASSET, type Difference } from '../../src/domain/reconciliation/difference.js';
import { exactAmount, gapInWords } from '../../src/domain/reconciliation/difference-in-words.js';
import { inPortions } from '../../src/domain/core/in-portions.js';
import type { ReconcilingDependencies } from './reconciliation-dependencies.js';

/** How many ledger entries, and how many other invoices, one run checks. The next run goes on from there. */
const MAX_ENTRIES_PER_RUN = 20_000;
const OTHER_INVOICES_PER_RUN = 500;
const INVOICES_PER_PAGE = 200;
const LOOK_AGAIN_MS = 1_000;

/** The most differing invoices that are reported. */
const MAX_DIFFERENCES = 1_000;

export interface ComparedInvoices {
  readonly invoices: number;
  readonly differences: readonly Difference[];
  readonly mark: Pick<RunMark, 'entryId' | 'invoiceId'>;
}

interface WhichInvoices {
  readonly mark: RunMark;
  readonly isFull: boolean;
  /** The ids of the invoices with a difference from an earlier run that is still open. */
  readonly suspects: readonly string[];
  /** How long an invoice's workflow may take to catch up, in ms. An invoice that still differs then is a difference. */
  readonly catchUpMs: number;
  readonly signal: AbortSignal;
}

/**
 * Compares invoices with their transfers: the suspects, those with ledger entries since the last run, and the next ones
 * in turn (in a full run all of them). It derives their deposit addresses again: one that was altered is a difference.
 */
export async function compareInvoices(
  deps: ReconcilingDependencies,
  which: WhichInvoices,
): Promise<ComparedInvoices> {
  const { invoiceIds: posted, upToEntryId } = await listPostedInvoices(deps.db, {
    sinceEntryId: which.mark.entryId,
    limit: MAX_ENTRIES_PER_RUN,
  });
  const first = new Set([...which.suspects, ...posted]);
  const differences = await compareSome(deps, [...first], which);
  let invoices = first.size;
  let afterId = which.isFull ? '' : which.mark.invoiceId;
  for (let listed = 0; which.isFull || listed < OTHER_INVOICES_PER_RUN; listed += INVOICES_PER_PAGE) {
    which.signal.throwIfAborted();
    const page = await listInvoicesAfter(deps.db, { afterId, limit: INVOICES_PER_PAGE });
    const others = page.filter((id) => !first.has(id));
    differences.push(...(await compareSome(deps, others, which)));
    invoices += others.length;
    // After the newest invoice, the next run begins with the oldest again.
    afterId = page.length < INVOICES_PER_PAGE ? '' : (page.at(-1) ?? '');
    if (afterId === '' || differences.length >= MAX_DIFFERENCES) break;
  }
  return { invoices, differences, mark: { entryId: upToEntryId, invoiceId: afterId } };
}

async function compareSome(
  deps: ReconcilingDependencies,
  invoiceIds: readonly string[],
  waiting: Pick<WhichInvoices, 'catchUpMs' | 'signal'>,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const page of inPortions(invoiceIds, INVOICES_PER_PAGE)) {
    waiting.signal.throwIfAborted();
    differences.push(...(await proveDeposits(deps, page)));
    const misbooked = await findMisbookedInvoices(deps.db, page);
    differences.push(
      ...misbooked.map((finding): Difference => {
        const { asset, expectedAtomic, foundAtomic, invoiceId } = finding;
        const amount = (atomic: bigint): string => exactAmount(deps.chains, asset, atomic);
        return {
          kind: 'invoice_money',
          asset,
          subject: invoiceId,
          expectedAtomic,
          foundAtomic,
          words: `The ledger took in ${amount(foundAtomic)} on ${asset.chainCode} for ${invoiceId}; of its transfers, ${amount(expectedAtomic)} are credited, held or refunded: ${gapInWords(deps.chains, finding)}.`,
        };
      }),
      ...(await compareStatuses(deps, page, waiting)),
    );
  }
  return differences;
}

/** Finds every deposit address that is not the one that its index gives. */
async function proveDeposits(
  { db, depositAddress }: ReconcilingDependencies,
  invoiceIds: readonly string[],
): Promise<Difference[]> {
  const altered = (await listDeposits(db, invoiceIds)).filter(
    (deposit) => !isProvenDeposit(depositAddress, deposit),
  );
  return altered.map((deposit) => ({
    kind: 'deposit_address',
    asset: deposit.asset,
    subject: deposit.invoiceId,
    expectedAtomic: 0n,
    foundAtomic: 0n,
    words: alteredInWords(depositAddress, deposit),
  }));
}

/** Tells whether the stored invoice is as `settle` computes it now. */
function isSettled({ invoice, settlement }: InvoiceView): boolean {
  return (
    invoice.status === settlement.status &&
    invoice.amountPaidAtomic === settlement.amountPaidAtomic &&
    settlement.bookings.length === 0
  );
}

/** Finds wrong statuses. An invoice that can't be read is a difference, and hides no other one. */
async function compareStatuses(
  deps: ReconcilingDependencies,
  invoiceIds: readonly string[],
  waiting: Pick<WhichInvoices, 'catchUpMs' | 'signal'>,
): Promise<Difference[]> {
  try {
    return (await findUnsettled(deps, invoiceIds, waiting)).map((view) => statusDifference(deps, view));
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const [first = '', ...others] = invoiceIds;
    if (others.length === 0) return [unreadableDifference(first, error)];
    const found: Difference[] = [];
    for (const invoiceId of invoiceIds) found.push(...(await compareStatuses(deps, [invoiceId], waiting)));
    return found;
  }
}

function unreadableDifference(invoiceId: string, { what }: UnreadableError): Difference {
  return {
    kind: 'invoice_status',
    asset: NO_ASSET,
    subject: invoiceId,
    expectedAtomic: 0n,
    foundAtomic: 0n,
    words: `${invoiceId} can't be read: it, or a transfer of it, has ${what}. Somebody has altered the database.`,
  };
}

/** Finds the invoices that are wrong, and stay wrong after their workflows had time to catch up. */
async function findUnsettled(
  deps: ReconcilingDependencies,
  invoiceIds: readonly string[],
  waiting: Pick<WhichInvoices, 'catchUpMs' | 'signal'>,
): Promise<InvoiceView[]> {
  const look = async (ids: readonly string[]): Promise<InvoiceView[]> => {
    const invoices = (await listInvoicesById(deps.db, ids)).filter(({ asset }) =>
      deps.chains.has(asset.chainCode),
    );
    return (await viewInvoices(deps.db, invoices, deps.chains)).filter((view) => !isSettled(view));
  };
  let unsettled = await look(invoiceIds);
  for (let waitedMs = 0; unsettled.length > 0 && waitedMs < waiting.catchUpMs; waitedMs += LOOK_AGAIN_MS) {
    await pause(LOOK_AGAIN_MS, undefined, { signal: waiting.signal });
    unsettled = await look(unsettled.map(({ invoice }) => invoice.invoiceId));
  }
  // Their workflows are woken again, whatever kept them from settling before.
  const targets = unsettled.map(({ invoice }) => ({ kind: 'invoice' as const, targetId: invoice.invoiceId }));
  if (targets.length > 0) await transaction(deps.db, (trx) => enqueue(trx, targets));
  return unsettled;
}

function statusDifference(deps: ReconcilingDependencies, { invoice, settlement }: InvoiceView): Difference {
  const { asset, invoiceId } = invoice;
  const [foundAtomic, expectedAtomic] = [invoice.amountPaidAtomic, settlement.amountPaidAtomic];
  const amount = (atomic: bigint): string => exactAmount(deps.chains, asset, atomic);
  const moves = settlement.bookings.length;
  return {
    kind: 'invoice_status',
    asset,
    subject: invoiceId,
    expectedAtomic,
    foundAtomic,
    words:
      `${invoiceId} on ${asset.chainCode} is stored as ${invoice.status} with ${amount(foundAtomic)} paid. By its transfers ` +
      `it is ${settlement.status} with ${amount(expectedAtomic)}${moves === 0 ? '' : `, and ${moves} of its transfers are in the wrong account`}. Its workflow was told to look again.`,
  };
}
