import { sameAsset, type AssetId } from '../core/asset.js';
import { groupBy } from '../core/group-by.js';
import { confirmationsOf, confirmingHeight, hasReadPast } from '../chains/finality.js';
import type { ChainView, ChainViews } from '../chains/finality.js';
import { WHEN_RESUMED, type ChainTimer } from '../chains/chain-timer.js';
import type { InvoiceStatus } from './invoice-state.js';
import type { Booking } from '../ledger/postings.js';
import { isClosedByCheckout, type SettlementContext } from './closed-by-checkout.js';
import { toleranceBounds } from './tolerance-bounds.js';

/** The terms of an invoice, fixed at its creation. Amounts in base units, times in epoch ms. */
export interface InvoiceTerms {
  readonly asset: AssetId;
  readonly amountAtomic: bigint;
  readonly toleranceBps: number;
  readonly acceptLate: boolean;
  readonly confirmationsRequired: number;
  readonly expiresAtMs: number;
}

/** A transfer to the invoice's address in one block. The same transaction in another block is another fact. */
export interface TransferFact extends AssetId {
  readonly transferId: number;
  /** Null: an audit of the address found it, and its transaction is not known. */
  readonly txHash: string | null;
  readonly txIndex: number;
  /** Index of its log in the receipt; −1: the transaction's value; below: inside it. Audit: its number, from 0. */
  readonly position: number;
  readonly blockNumber: number;
  readonly blockTimeMs: number;
  readonly amountAtomic: bigint;
  /** True while its block is in the chain as last read. */
  readonly canonical: boolean;
  /** True until a second RPC has corroborated it; it is not confirmed before. */
  readonly awaitsCorroboration: boolean;
  /** Head when its block was found to be gone, and the head's time; null while the block is in the chain. */
  readonly revertedHeight: number | null;
  readonly revertedAtMs: number | null;
  readonly everConfirmed: boolean;
  /** The present booking of its money in the ledger. */
  readonly booking: Booking;
}

export interface InvoiceOrder {
  readonly kind: 'cancel' | 'accept' | 'refund';
  /** The transfers to accept or refund; empty for cancel. */
  readonly transferIds: readonly number[];
}

export type PaymentStatus = 'seen' | 'confirmed' | 'reverted' | 'late' | 'unexpected';

export interface PaymentFinding {
  readonly transferId: number;
  /** Null: found by an audit. */
  readonly txHash: string | null;
  readonly status: PaymentStatus;
  readonly confirmations: number;
  readonly confirmed: boolean;
}

export interface Settlement {
  readonly status: InvoiceStatus;
  /** Sum of the canonical payments in the asked asset, on time. */
  readonly amountPaidAtomic: bigint;
  /** True when these payments, less refunded ones, reach the amount less the tolerance. */
  readonly enough: boolean;
  /** True when more is confirmed than the amount and the tolerance: in time, or late and credited. */
  readonly overpaid: boolean;
  readonly txHash: string | null;
  readonly paidAtMs: number | null;
  readonly confirmations: number;
  readonly payments: readonly PaymentFinding[];
  /** The bookings to make: only transfers whose booking changes. */
  readonly bookings: readonly { readonly transferId: number; readonly to: Booking }[];
  readonly timers: readonly ChainTimer[];
  /** True while its chain is halted: until an operator resumes it, bookings of money there stay as they are. */
  readonly awaitsResume: boolean;
  /** True when its end has passed and only an audit of its address is still missing. The audit then wakes it. */
  readonly awaitsAudit: boolean;
}

/**
 * Decides the state of an invoice: a pure function of its terms, the transfers to its address, the orders about it and
 * the views of the chains. The same facts always give the same result.
 */
export function settle(
  terms: InvoiceTerms,
  transfers: readonly TransferFact[],
  orders: readonly InvoiceOrder[],
  views: ChainViews,
  other: SettlementContext = { auditDue: false },
): Settlement {
  const { leastAtomic, mostAtomic } = toleranceBounds(terms);
  const judged = judge(terms, transfers, orders, views);
  const canonical = judged.filter((j) => j.transfer.canonical && j.asked);
  const onTime = canonical.filter((j) => j.onTime);
  // A refunded payment pays nothing any more.
  const kept = onTime.filter((j) => !j.refunded);
  const paidAtomic = sum(kept);
  const lateCompletes = isCompletedByLate(terms, judged, leastAtomic);
  const sums: Sums = { kept, paidAtomic, leastAtomic, lateCompletes, ...other };
  const status = statusOf(terms, judged, orders, views, sums);
  const enough = paidAtomic >= leastAtomic;
  const awaitsAudit = isOpen(status) && hasReadPast(views.get(terms.asset.chainCode), terms.expiresAtMs);
  const bookedTo = new Map(judged.map((j) => [j, bookingOf(j, status, terms, sums)]));
  // Late money belongs to the merchant after it was accepted.
  const gotten = canonical.filter((j) => !j.refunded && (j.onTime || bookedTo.get(j) === 'credited'));
  return {
    status,
    amountPaidAtomic: sum(onTime),
    enough,
    overpaid: sum(gotten.filter((j) => j.confirmed)) > mostAtomic,
    ...evidenceOf(canonical, leastAtomic, bookedTo),
    payments: judged.map((j) => ({
      transferId: j.transfer.transferId,
      txHash: j.transfer.txHash,
      status: paymentStatus(j),
      confirmations: j.confirmations,
      confirmed: j.confirmed,
    })),
    bookings: bookingsToMake(transfers, bookedTo, views),
    timers: timersOf(terms, judged, views, { status, enough, awaitsAudit }),
    awaitsResume: views.get(terms.asset.chainCode)?.halted ?? false,
    awaitsAudit,
  };
}

/** Identity of a payment through reorganisations: its transaction and the position in it, or the audit. */
function identityOf(transfer: TransferFact): string {
  return `${transfer.chainCode}/${transfer.txHash ?? 'audit'}/${transfer.position}`;
}

function chainOrder(a: TransferFact, b: TransferFact): number {
  return (
    a.blockNumber - b.blockNumber ||
    a.txIndex - b.txIndex ||
    a.position - b.position ||
    a.transferId - b.transferId
  );
}

function sum(judged: readonly Judged[]): bigint {
  return judged.reduce((total, { transfer }) => total + transfer.amountAtomic, 0n);
}

/** A payment, judged by the terms, the orders and the chain. */
interface Judged {
  readonly transfer: TransferFact;
  /** True when it is in the asked asset. */
  readonly asked: boolean;
  readonly onTime: boolean;
  readonly accepted: boolean;
  readonly refunded: boolean;
  readonly confirmations: number;
  readonly confirmed: boolean;
  /** Also true when its chain is not configured or not read, because nothing new is known about it then. */
  readonly halted: boolean;
  /** True when it was confirmed in this block or another. */
  readonly everConfirmed: boolean;
}

/**
 * Says whether a payment is on time, given its transfer in each block: on time in one block is on time in all. Money
 * that audit 0 finds counts as on time: the audit is made after the end, and the money may have come before. Later
 * audits find only money that came after it.
 */
function isOnTime(transfers: readonly TransferFact[], terms: InvoiceTerms): boolean {
  return transfers.some((t) => (t.txHash === null && t.position === 0) || t.blockTimeMs <= terms.expiresAtMs);
}

/** Says whether a transfer is confirmed. On a halted or unknown chain only a transfer that is booked already is. */
function isConfirmed(transfer: TransferFact, view: ChainView | undefined, required: number): boolean {
  if (!transfer.canonical || transfer.awaitsCorroboration) return false;
  const isBooked = transfer.booking !== 'none';
  if (view === undefined) return isBooked;
  return confirmationsOf(transfer.blockNumber, view.height) >= required && (!view.halted || isBooked);
}

/** Returns one entry per payment, with its canonical transfer, or else the transfer that was stored last. */
function judge(
  terms: InvoiceTerms,
  transfers: readonly TransferFact[],
  orders: readonly InvoiceOrder[],
  views: ChainViews,
): Judged[] {
  const byIdentity = groupBy(transfers, identityOf);
  const idsOf = (kind: InvoiceOrder['kind']): ReadonlySet<number> =>
    new Set(orders.flatMap((order) => (order.kind === kind ? order.transferIds : [])));
  const [toAccept, toRefund] = [idsOf('accept'), idsOf('refund')];
  const judged = [...byIdentity.values()].map((same): Judged => {
    const latest = same.reduce((a, b) =>
      b.canonical || (!a.canonical && b.transferId > a.transferId) ? b : a,
    );
    const asked = sameAsset(latest, terms.asset);
    const view = views.get(latest.chainCode);
    const confirmations =
      latest.canonical && view !== undefined ? confirmationsOf(latest.blockNumber, view.height) : 0;
    const required = asked ? terms.confirmationsRequired : (view?.confirmations ?? Infinity);
    return {
      transfer: latest,
      asked,
      onTime: isOnTime(same, terms),
      accepted: same.some((t) => toAccept.has(t.transferId)),
      refunded: same.some((t) => toRefund.has(t.transferId)),
      confirmations,
      confirmed: isConfirmed(latest, view, required),
      halted: view?.halted ?? true,
      everConfirmed: same.some((t) => t.everConfirmed),
    };
  });
  return judged.sort((a, b) => chainOrder(a.transfer, b.transfer));
}

interface Sums extends SettlementContext {
  /** Canonical, in the asked asset, on time, not refunded. */
  readonly kept: readonly Judged[];
  readonly paidAtomic: bigint;
  readonly leastAtomic: bigint;
  readonly lateCompletes: boolean;
}

/** Says whether late payments complete a short invoice: only when its terms accept late payments. */
function isCompletedByLate(terms: InvoiceTerms, judged: readonly Judged[], leastAtomic: bigint): boolean {
  if (!terms.acceptLate) return false;
  const confirmed = judged.filter((j) => j.asked && j.confirmed && !j.refunded);
  const onTimeAtomic = sum(confirmed.filter((j) => j.onTime));
  return onTimeAtomic < leastAtomic && sum(confirmed) >= leastAtomic;
}

/** Returns the payments that are gone and would count if their blocks were still in the chain. */
function gonePayments(terms: InvoiceTerms, judged: readonly Judged[]): Judged[] {
  const tookLate = ({ everConfirmed }: Judged): boolean => terms.acceptLate && everConfirmed;
  return judged.filter((j) => !j.transfer.canonical && j.asked && (j.onTime || j.accepted || tookLate(j)));
}

/** Returns the height of the asked chain up to which the invoice waits for payments that are gone. */
function reversalDeadline(terms: InvoiceTerms, gone: readonly Judged[]): number {
  const latest = gone.reduce((height, { transfer }) => Math.max(height, transfer.revertedHeight ?? 0), 0);
  return latest + terms.confirmationsRequired;
}

/** Decides about an invoice whose payments are gone: it waits for them as `paid`, or has `failed`. Null: neither. */
function reversalStatus(
  terms: InvoiceTerms,
  judged: readonly Judged[],
  views: ChainViews,
  leastAtomic: bigint,
): 'paid' | 'failed' | null {
  const gone = gonePayments(terms, judged);
  // Refunded payments count too: a refund of the rest does not change that the invoice has failed.
  const counted = judged.filter((j) => j.transfer.canonical && j.asked && (j.onTime || terms.acceptLate));
  const wasEnough = sum([...counted, ...gone]) >= leastAtomic;
  if (!wasEnough && !gone.some((j) => j.accepted)) return null;
  const isDecisive = (j: Judged): boolean =>
    j.everConfirmed || (j.transfer.revertedAtMs ?? 0) > terms.expiresAtMs;
  if (!gone.some(isDecisive)) return null;
  const height = views.get(terms.asset.chainCode)?.height ?? 0;
  return height >= reversalDeadline(terms, gone) ? 'failed' : 'paid';
}

function statusOf(
  terms: InvoiceTerms,
  judged: readonly Judged[],
  orders: readonly InvoiceOrder[],
  views: ChainViews,
  sums: Sums,
): InvoiceStatus {
  const { kept, paidAtomic, leastAtomic } = sums;
  if (judged.some((j) => j.accepted && j.asked && j.confirmed)) return 'completed';
  if (orders.some((order) => order.kind === 'cancel')) return 'cancelled';
  if (isClosedByCheckout(sums, terms, paidAtomic >= leastAtomic || sums.lateCompletes)) return 'cancelled';
  if (sum(kept.filter((j) => j.confirmed)) >= leastAtomic) return 'completed';
  if (paidAtomic >= leastAtomic) return 'paid';
  if (sums.lateCompletes) return 'completed';
  const reversal = reversalStatus(terms, judged, views, leastAtomic);
  if (reversal !== null) return reversal;
  if (hasReadPast(views.get(terms.asset.chainCode), terms.expiresAtMs) && !sums.auditDue) return 'expired';
  return paidAtomic > 0n ? 'underpaid' : 'pending';
}

/** Returns the booking while the chain is halted: unchanged, but a refund that will not be paid is held again. */
function haltedBooking({ transfer, refunded }: Judged): Booking {
  return transfer.canonical && transfer.booking === 'refunding' && !refunded ? 'held' : transfer.booking;
}

/** Returns the booking that a payment's money has to have, given the invoice's status. */
function bookingOf(j: Judged, status: InvoiceStatus, terms: InvoiceTerms, sums: Sums): Booking {
  if (j.halted) return haltedBooking(j);
  if (!j.transfer.canonical) return 'none';
  // Its block is still in the chain and only the head went back: the booking stays.
  if (!j.confirmed) return j.transfer.booking;
  if (j.refunded) return 'refunding';
  if (j.accepted) return 'credited';
  if (!j.asked) return 'held';
  if (!j.onTime) {
    if (status === 'completed' && sums.lateCompletes) return 'credited';
    // The invoice waits for payments that complete it: until then the booking of this one stays.
    return status === 'paid' && terms.acceptLate ? j.transfer.booking : 'held';
  }
  switch (status) {
    case 'completed':
      return 'credited';
    case 'expired':
    case 'failed':
    case 'cancelled':
      return 'held';
    case 'pending':
    case 'underpaid':
    case 'paid':
      return j.transfer.booking;
  }
}

/** Returns the bookings that change: those of the judged payments, and of the same payments in orphaned blocks. */
function bookingsToMake(
  transfers: readonly TransferFact[],
  bookedTo: ReadonlyMap<Judged, Booking>,
  views: ChainViews,
): Settlement['bookings'] {
  const judged = [...bookedTo].map(([{ transfer }, to]) => ({ transfer, to }));
  const judgedIds = new Set(judged.map(({ transfer }) => transfer.transferId));
  // The money of a payment in an orphaned block is not booked, since the judged transfer brings it.
  const isOrphaned = (t: TransferFact): boolean =>
    !judgedIds.has(t.transferId) && views.get(t.chainCode)?.halted === false;
  return [...judged, ...transfers.filter(isOrphaned).map((transfer) => ({ transfer, to: 'none' as const }))]
    .filter(({ transfer, to }) => transfer.booking !== to)
    .map(({ transfer, to }) => ({ transferId: transfer.transferId, to }));
}

function paymentStatus(j: Judged): PaymentStatus {
  if (!j.transfer.canonical) return 'reverted';
  if (!j.asked) return 'unexpected';
  if (!j.onTime) return 'late';
  return j.confirmed ? 'confirmed' : 'seen';
}

/** Finds the payments that paid the invoice: up to the one that made it enough, or all while it is not enough. */
function evidenceOf(
  canonical: readonly Judged[],
  leastAtomic: bigint,
  bookedTo: ReadonlyMap<Judged, Booking>,
): Pick<Settlement, 'txHash' | 'paidAtMs' | 'confirmations'> {
  const counted = canonical.filter((j) => j.onTime || j.accepted || bookedTo.get(j) === 'credited');
  // A refunded payment is shown only when there is no other.
  const kept = counted.filter((j) => !j.refunded);
  const shown = kept.length > 0 ? kept : counted;
  let running = 0n;
  const enoughAt = shown.findIndex((j) => (running += j.transfer.amountAtomic) >= leastAtomic);
  const needed = enoughAt === -1 ? shown : shown.slice(0, enoughAt + 1);
  const decisive = needed.at(-1)?.transfer;
  return {
    txHash: decisive?.txHash ?? null,
    paidAtMs: decisive?.blockTimeMs ?? null,
    confirmations: needed.reduce(
      (least, j) => Math.min(least, j.confirmations),
      needed[0]?.confirmations ?? 0,
    ),
  };
}

function isOpen(status: InvoiceStatus): boolean {
  return status === 'pending' || status === 'underpaid';
}

function timersOf(
  terms: InvoiceTerms,
  judged: readonly Judged[],
  views: ChainViews,
  { status, enough, awaitsAudit }: Pick<Settlement, 'status' | 'enough' | 'awaitsAudit'>,
): ChainTimer[] {
  const heights = new Map<string, number>();
  const wakeAt = (chainCode: string, height: number): void => {
    heights.set(chainCode, Math.min(height, heights.get(chainCode) ?? Infinity));
  };
  for (const { transfer, asked, confirmed, halted } of judged) {
    if (halted) wakeAt(transfer.chainCode, WHEN_RESUMED);
    const required = asked ? terms.confirmationsRequired : views.get(transfer.chainCode)?.confirmations;
    // No height corroborates a payment: the invoice is woken when a second RPC has shown it.
    if (transfer.canonical && !transfer.awaitsCorroboration && !confirmed && required !== undefined) {
      wakeAt(transfer.chainCode, confirmingHeight(transfer.blockNumber, required));
    }
  }
  if (status === 'paid' && !enough) {
    wakeAt(terms.asset.chainCode, reversalDeadline(terms, gonePayments(terms, judged)));
  }
  // Past its end the chain's time decides nothing more.
  const untilExpiry = isOpen(status) && !awaitsAudit;
  const chains = new Set([...heights.keys(), ...(untilExpiry ? [terms.asset.chainCode] : [])]);
  return [...chains].map((chainCode) => ({
    chainCode,
    atHeight: heights.get(chainCode) ?? null,
    afterTimeMs: untilExpiry && chainCode === terms.asset.chainCode ? terms.expiresAtMs : null,
  }));
}
