import { sameAsset, type AssetId } from '../core/asset.js';
import { confirmationsOf, confirmingHeight, hasReadPast, type ChainViews } from '../chains/finality.js';
import type { InvoiceStatus } from './invoice-state.js';
import type { Booking } from '../ledger/ledger.js';
import { toleranceBounds } from './tolerance-bounds.js';

/** What was fixed when the invoice was made. Amounts in base units, times in epoch ms. */
export interface InvoiceTerms {
  readonly asset: AssetId;
  readonly amountAtomic: bigint;
  readonly toleranceBps: number;
  readonly acceptLate: boolean;
  readonly confirmationsRequired: number;
  readonly expiresAtMs: number;
}

/** A transfer to the invoice's address, in one block. The same transaction in another block is another fact. */
export interface TransferFact extends AssetId {
  readonly transferId: number;
  /** Null: the audit of the address found it, and nobody knows by which transaction it came. */
  readonly txHash: string | null;
  readonly txIndex: number;
  /** Of its log in the receipt; −1: the transaction's own value, less: inside it. Found by an audit: which one, from 0. */
  readonly position: number;
  readonly blockNumber: number;
  readonly blockTimeMs: number;
  readonly amountAtomic: bigint;
  /** Is its block in the chain as last read? */
  readonly canonical: boolean;
  /** Has one of the chain's RPCs alone shown it so far? It isn't confirmed before another has. */
  readonly awaitsProof: boolean;
  /** Height read and its block time when it was found to be reverted; null while it stands. */
  readonly revertedHeight: number | null;
  readonly revertedAtMs: number | null;
  readonly everConfirmed: boolean;
  /** Where its money stands in the ledger now. */
  readonly booking: Booking;
}

export interface InvoiceOrder {
  readonly kind: 'cancel' | 'accept' | 'refund';
  /** The transfers that accept or refund is about; empty for cancel. */
  readonly transferIds: readonly number[];
}

export type PaymentStatus = 'seen' | 'confirmed' | 'reverted' | 'late' | 'unexpected';

export interface PaymentFinding {
  readonly transferId: number;
  /** Null: found by the audit. */
  readonly txHash: string | null;
  readonly status: PaymentStatus;
  readonly confirmations: number;
  readonly confirmed: boolean;
}

/** "Ask again when the chain has got there." */
export interface ChainTimer {
  readonly chainCode: string;
  readonly atHeight: number | null;
  readonly afterTimeMs: number | null;
}

export interface Settlement {
  readonly status: InvoiceStatus;
  /** Seen and standing, in the asked asset, on time. */
  readonly amountPaidAtomic: bigint;
  /** What was paid and is not refunded reaches the amount less tolerance. */
  readonly enough: boolean;
  readonly overpaid: boolean;
  readonly txHash: string | null;
  readonly paidAtMs: number | null;
  readonly confirmations: number;
  readonly payments: readonly PaymentFinding[];
  /** Where each transfer's money has to stand; only those that differ from where it stands. */
  readonly bookings: readonly { readonly transferId: number; readonly to: Booking }[];
  readonly wakes: readonly ChainTimer[];
  /** Its chain is halted: until an operator resumes it, money there stays where it is booked. */
  readonly awaitsResume: boolean;
  /** Its time has run out, and only the audit of its address keeps it from expiring: whoever audits tells it. */
  readonly awaitsAudit: boolean;
}

/** What is known of an invoice besides its transfers and orders. */
export interface AuditFacts {
  /** May a payment hide in a block: of native coin without traces, until it was audited; of a token listed later? */
  readonly auditDue: boolean;
}

/** Identity of a payment that a reorganisation can't change: its transaction and the place in it, or the audit. */
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

function sum(transfers: readonly TransferFact[]): bigint {
  return transfers.reduce((total, transfer) => total + transfer.amountAtomic, 0n);
}

/** A transfer with what the terms, the orders and the chain make of it. */
interface Judged {
  readonly transfer: TransferFact;
  readonly asked: boolean;
  readonly onTime: boolean;
  readonly accepted: boolean;
  readonly refunded: boolean;
  readonly confirmations: number;
  /** On a halted chain only what was booked before: nothing new comes of what is in doubt. */
  readonly confirmed: boolean;
  /** Or its chain isn't configured, or not read: nothing new is known of it either. */
  readonly halted: boolean;
  /** In this block or another. */
  readonly everConfirmed: boolean;
}

/**
 * One per payment: the block where it stands now, or, when it stands nowhere, the one where it last did. On time in
 * one block is on time wherever a reorganisation puts it.
 */
function judge(
  terms: InvoiceTerms,
  transfers: readonly TransferFact[],
  orders: readonly InvoiceOrder[],
  views: ChainViews,
): Judged[] {
  const byIdentity = new Map<string, TransferFact[]>();
  for (const transfer of transfers) {
    const same = byIdentity.get(identityOf(transfer));
    if (same === undefined) byIdentity.set(identityOf(transfer), [transfer]);
    else same.push(transfer);
  }
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
    const halted = view?.halted ?? true;
    const isBooked = latest.booking !== 'none';
    return {
      transfer: latest,
      asked,
      // The first audit comes after the end, and what it finds may have been there before; what later ones find was not.
      onTime: same.some((t) => (t.txHash ?? t.position) === 0 || t.blockTimeMs <= terms.expiresAtMs),
      accepted: same.some((t) => toAccept.has(t.transferId)),
      refunded: same.some((t) => toRefund.has(t.transferId)),
      confirmations,
      confirmed:
        latest.canonical &&
        !latest.awaitsProof &&
        (view === undefined ? isBooked : confirmations >= required && (!halted || isBooked)),
      halted,
      everConfirmed: same.some((t) => t.everConfirmed),
    };
  });
  return judged.sort((a, b) => chainOrder(a.transfer, b.transfer));
}

interface Sums extends AuditFacts {
  /** Standing, in the asked asset, on time, not refunded. */
  readonly onTime: readonly Judged[];
  readonly paidAtomic: bigint;
  readonly leastAtomic: bigint;
  readonly lateCompletes: boolean;
}

/** Does late money make a short invoice whole, where the merchant's terms take it by themselves? */
function lateCompletes(terms: InvoiceTerms, judged: readonly Judged[], leastAtomic: bigint): boolean {
  if (!terms.acceptLate) return false;
  const confirmed = judged.filter((j) => j.asked && j.confirmed && !j.refunded);
  const onTime = sum(confirmed.filter((j) => j.onTime).map((j) => j.transfer));
  return onTime < leastAtomic && sum(confirmed.map((j) => j.transfer)) >= leastAtomic;
}

/** Payments that would count if their blocks still stood. */
function gonePayments(terms: InvoiceTerms, judged: readonly Judged[]): Judged[] {
  const tookLate = ({ everConfirmed }: Judged): boolean => terms.acceptLate && everConfirmed;
  return judged.filter((j) => !j.transfer.canonical && j.asked && (j.onTime || j.accepted || tookLate(j)));
}

/** The height of the asked chain up to which payments that are gone are waited for. */
function reversalDeadline(terms: InvoiceTerms, gone: readonly Judged[]): number {
  const latest = gone.reduce((height, { transfer }) => Math.max(height, transfer.revertedHeight ?? 0), 0);
  return latest + terms.confirmationsRequired;
}

/** A payment that was there and is gone: is it only waited for, or has the invoice failed? */
function reversalStatus(
  terms: InvoiceTerms,
  judged: readonly Judged[],
  views: ChainViews,
  leastAtomic: bigint,
): 'paid' | 'failed' | null {
  const gone = gonePayments(terms, judged);
  // Also what is refunded: that the rest went back makes the failure no other ending.
  const counted = judged.filter((j) => j.transfer.canonical && j.asked && (j.onTime || terms.acceptLate));
  const wasEnough = sum([...counted, ...gone].map((j) => j.transfer)) >= leastAtomic;
  if (!wasEnough && !gone.some((j) => j.accepted)) return null;
  const final = gone.filter(
    ({ transfer, everConfirmed }) => everConfirmed || (transfer.revertedAtMs ?? 0) > terms.expiresAtMs,
  );
  if (final.length === 0) return null;
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
  const { onTime, paidAtomic, leastAtomic } = sums;
  if (judged.some((j) => j.accepted && j.asked && j.confirmed)) return 'completed';
  if (orders.some((order) => order.kind === 'cancel')) return 'cancelled';
  if (sum(onTime.filter((j) => j.confirmed).map((j) => j.transfer)) >= leastAtomic) return 'completed';
  if (paidAtomic >= leastAtomic) return 'paid';
  if (sums.lateCompletes) return 'completed';
  const reversal = reversalStatus(terms, judged, views, leastAtomic);
  if (reversal !== null) return reversal;
  if (hasReadPast(views.get(terms.asset.chainCode), terms.expiresAtMs) && !sums.auditDue) return 'expired';
  return paidAtomic > 0n ? 'underpaid' : 'pending';
}

/** While its chain is halted nothing is credited or reversed; a refund that will not be paid is held again. */
function keptBooking({ transfer, refunded }: Judged): Booking {
  return transfer.canonical && transfer.booking === 'refunding' && !refunded ? 'held' : transfer.booking;
}

/** Where one payment's money has to stand, given the invoice's status. */
function bookingOf(
  j: Judged,
  status: InvoiceStatus,
  terms: InvoiceTerms,
  sums: Pick<Sums, 'lateCompletes'>,
): Booking {
  if (j.halted) return keptBooking(j);
  if (!j.transfer.canonical) return 'none';
  // Its block still stands and only the head went back: what was booked stays.
  if (!j.confirmed) return j.transfer.booking;
  if (j.refunded) return 'refunding';
  if (j.accepted) return 'credited';
  if (!j.asked) return 'held';
  if (!j.onTime) {
    if (status === 'completed' && sums.lateCompletes) return 'credited';
    // What it was completed with is waited for: till then this stays where it was.
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

function paymentStatus(j: Judged): PaymentStatus {
  if (!j.transfer.canonical) return 'reverted';
  if (!j.asked) return 'unexpected';
  if (!j.onTime) return 'late';
  return j.confirmed ? 'confirmed' : 'seen';
}

type Evidence = Pick<Settlement, 'txHash' | 'paidAtMs' | 'confirmations'>;

/** By which transfers it was paid: up to the one that made it enough, or, before that, all that stand. */
function evidenceOf(
  standing: readonly Judged[],
  leastAtomic: bigint,
  bookedTo: ReadonlyMap<Judged, Booking>,
): Evidence {
  const counted = standing.filter((j) => j.onTime || j.accepted || bookedTo.get(j) === 'credited');
  // What goes back to the customer made nothing enough, unless there is nothing else to show.
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
    if (halted) wakeAt(transfer.chainCode, 0); // as soon as it goes on, from whichever block
    const required = asked ? terms.confirmationsRequired : views.get(transfer.chainCode)?.confirmations;
    // No height proves it: whoever does tells the invoice.
    if (transfer.canonical && !transfer.awaitsProof && !confirmed && required !== undefined) {
      wakeAt(transfer.chainCode, confirmingHeight(transfer.blockNumber, required));
    }
  }
  if (status === 'paid' && !enough) {
    wakeAt(terms.asset.chainCode, reversalDeadline(terms, gonePayments(terms, judged)));
  }
  // Past its end the chain's time has nothing more to say.
  const untilExpiry = isOpen(status) && !awaitsAudit;
  const chains = new Set([...heights.keys(), ...(untilExpiry ? [terms.asset.chainCode] : [])]);
  return [...chains].map((chainCode) => ({
    chainCode,
    atHeight: heights.get(chainCode) ?? null,
    afterTimeMs: untilExpiry && chainCode === terms.asset.chainCode ? terms.expiresAtMs : null,
  }));
}

/**
 * What is true of an invoice now: a pure function of its terms, the transfers to its address, the orders given about
 * it and what has been read of the chains. It has no memory: asked again with the same facts it says the same.
 */
export function settle(
  terms: InvoiceTerms,
  transfers: readonly TransferFact[],
  orders: readonly InvoiceOrder[],
  views: ChainViews,
  { auditDue }: AuditFacts = { auditDue: false },
): Settlement {
  const { leastAtomic, mostAtomic } = toleranceBounds(terms);
  const judged = judge(terms, transfers, orders, views);
  const standing = judged.filter((j) => j.transfer.canonical && j.asked);
  const seenOnTime = standing.filter((j) => j.onTime);
  // What goes back to the customer fulfils nothing any more.
  const onTime = seenOnTime.filter((j) => !j.refunded);
  const paidAtomic = sum(onTime.map((j) => j.transfer));
  const completing = lateCompletes(terms, judged, leastAtomic);
  const sums: Sums = { onTime, paidAtomic, leastAtomic, auditDue, lateCompletes: completing };
  const status = statusOf(terms, judged, orders, views, sums);
  const enough = paidAtomic >= leastAtomic;
  const readPast = hasReadPast(views.get(terms.asset.chainCode), terms.expiresAtMs);
  const awaitsAudit = isOpen(status) && readPast;

  const bookedTo = new Map(judged.map((j) => [j, bookingOf(j, status, terms, sums)]));
  const judgedIds = new Set(judged.map((j) => j.transfer.transferId));

  return {
    status,
    amountPaidAtomic: sum(seenOnTime.map((j) => j.transfer)),
    enough,
    overpaid: sum(onTime.filter((j) => j.confirmed).map((j) => j.transfer)) > mostAtomic,
    ...evidenceOf(standing, leastAtomic, bookedTo),
    payments: judged.map((j) => ({
      transferId: j.transfer.transferId,
      txHash: j.transfer.txHash,
      status: paymentStatus(j),
      confirmations: j.confirmations,
      confirmed: j.confirmed,
    })),
    bookings: [
      ...[...bookedTo].map(([{ transfer }, to]) => ({ transfer, to })),
      // Orphaned twins of a payment that stands elsewhere: their money is what the standing one brings.
      ...transfers
        .filter((t) => !judgedIds.has(t.transferId) && views.get(t.chainCode)?.halted === false)
        .map((transfer) => ({ transfer, to: 'none' as const })),
    ]
      .filter(({ transfer, to }) => transfer.booking !== to)
      .map(({ transfer, to }) => ({ transferId: transfer.transferId, to })),
    wakes: timersOf(terms, judged, views, { status, enough, awaitsAudit }),
    awaitsResume: views.get(terms.asset.chainCode)?.halted ?? false,
    awaitsAudit,
  };
}
