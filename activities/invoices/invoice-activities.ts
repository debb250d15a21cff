import { findInvoice, type Invoice } from '../../src/db/invoices/invoices.js';
import { QUIET_CHAIN_MS } from '../../src/domain/chains/finality.js';
import { formatCrypto } from '../../src/domain/core/money.js';
import type { Settlement } from '../../src/domain/invoices/settlement.js';
import { WHEN_RESUMED } from '../../src/domain/chains/chain-timer.js';
import type { InvoiceActivities, InvoiceProgress } from '../contract.js';
import type { ActivityDependencies } from '../dependencies.js';
import { recordNotFound } from '../record-not-found.js';
import { summarizeInvoice } from './summarize-invoice.js';
import { isAltered, settleNow, type SettlingDependencies } from './settle-now.js';

/**
 * How often an expired invoice is checked again while its chain has not been read past its end. The first block past it
 * wakes the invoice. Each check costs Temporal some events, so the checks come less and less often.
 */
const EXPIRY_RECHECK_MS = 15_000;
const LONGEST_RECHECK_MS = 300_000;

/** How often an altered invoice is checked again. Each check costs Temporal some events. */
const ALTERED_RECHECK_MS = 600_000;

const HALTED_IN_WORDS = 'its chain is halted: nothing is credited until an operator resumes it';
/**
 * The same for an invoice that is over: its bookings stay as they are, and the money may be on another chain than its
 * own.
 */
const HALTED_AFTER_END_IN_WORDS =
  'a chain that it was paid on is halted or not read: what is not booked yet waits until it goes on';
/** The waiting reason of an invoice whose RPCs do not show coins that contracts send. */
const AUDIT_IN_WORDS = 'its time ran out; waits until a final block shows what its address holds';

function depthInWords(invoice: Invoice, { confirmations }: Settlement): string {
  return `${confirmations} of ${invoice.confirmationsRequired} confirmations`;
}

function nextInWords(invoice: Invoice, settlement: Settlement): string {
  const expiry = new Date(invoice.expiresAtMs).toISOString();
  const isOpen = ['pending', 'underpaid', 'paid'].includes(settlement.status);
  if (isOpen && settlement.awaitsResume) return HALTED_IN_WORDS;
  switch (settlement.status) {
    case 'pending':
      if (settlement.awaitsAudit) return AUDIT_IN_WORDS;
      return `waits for a payment until ${expiry}`;
    case 'underpaid':
      if (settlement.awaitsAudit) return AUDIT_IN_WORDS;
      return `waits for the rest until ${expiry}`;
    case 'paid':
      return settlement.enough
        ? 'waits until its payment is confirmed'
        : 'its payment was undone by a reorganisation; waits for it to come back';
    case 'completed':
      return 'credited; nothing is due';
    case 'expired':
      return 'its time ran out; what was paid, if anything, is held until it is resolved';
    case 'failed':
      return 'its payment was undone by a reorganisation and did not come back';
    case 'cancelled':
      return 'cancelled by the merchant; what still arrives is held';
  }
}

/** Describes the state of an invoice, and what it waits for. */
export function describeProgress(
  invoice: Invoice,
  settlement: Settlement,
): { details: string; waitingFor: string } {
  const { tokenSymbol, chainCode } = invoice.asset;
  const asked = `${formatCrypto(invoice.amountAtomic, invoice.decimals)} ${tokenSymbol} on ${chainCode}`;
  const paid = `${formatCrypto(settlement.amountPaidAtomic, invoice.decimals)} ${tokenSymbol}`;
  const next = nextInWords(invoice, settlement);
  const details = [
    `**${settlement.status}**: ${paid} of ${asked} received`,
    '', // Markdown: a list begins after an empty line
    `- next: ${next}`,
    ...(settlement.txHash === null
      ? []
      : [`- transaction: ${settlement.txHash} (${depthInWords(invoice, settlement)})`]),
    `- merchant: ${invoice.merchantId}`,
  ].join('\n');
  return { details, waitingFor: waitInWords(invoice, settlement, next) };
}

/**
 * Writes the state and what the invoice waits for. Temporal fixes the summary of a step before the step runs. So the
 * result of a step is shown in the wait after it.
 */
function waitInWords(invoice: Invoice, settlement: Settlement, next: string): string {
  const { status, enough, timers } = settlement;
  if (status === 'paid') return enough ? `paid, ${depthInWords(invoice, settlement)}; ${next}` : next;
  const isOver = status !== 'pending' && status !== 'underpaid';
  if (!isOver || timers.length === 0) return next;
  const isHalted = timers.every(({ atHeight }) => atHeight === WHEN_RESUMED);
  return `${status}; ${isHalted ? HALTED_AFTER_END_IN_WORDS : 'a payment has come: waits until it is confirmed'}`;
}

/** Returns when to check again without a signal. Null: only the chain or an order can change anything. */
function nextCheck(invoice: Invoice, settlement: Settlement, nowMs: number): number | null {
  if (settlement.status !== 'pending' && settlement.status !== 'underpaid') return null;
  // The audit may take as long as finality, and signals the invoice when it is done.
  if (settlement.awaitsAudit) return null;
  if (nowMs < invoice.expiresAtMs) return invoice.expiresAtMs;
  const quietChainMs = invoice.expiresAtMs + QUIET_CHAIN_MS;
  if (nowMs < quietChainMs) return quietChainMs;
  return nowMs + Math.min(LONGEST_RECHECK_MS, Math.max(EXPIRY_RECHECK_MS, (nowMs - quietChainMs) / 2));
}

/**
 * Says that an altered invoice waits. A retry by Temporal would ask every few seconds, and log each time. It is enough
 * when a restored invoice waits for the next check. Any payment or order wakes it earlier.
 */
async function waitForRestoring(
  { db, now }: SettlingDependencies,
  invoiceId: string,
): Promise<InvoiceProgress> {
  const invoice = await findInvoice(db, { invoiceId });
  if (invoice === undefined) throw recordNotFound('invoice', invoiceId);
  const waitingFor = 'somebody to restore what was altered in the database: see the log and reconciliation';
  return {
    said: `${invoice.status}; waits for ${waitingFor}`,
    status: invoice.status,
    closed: false,
    checkAtMs: now() + ALTERED_RECHECK_MS,
    waitingFor,
    isWaitShown: true,
    details: `**${invoice.status}**: waits for ${waitingFor}`,
  };
}

export function createInvoiceActivities(
  deps: SettlingDependencies & Pick<ActivityDependencies, 'dispatchOutbox'>,
): InvoiceActivities {
  return {
    async settleInvoice({ invoiceId }): Promise<InvoiceProgress> {
      const settled = await settleNow(deps, invoiceId).catch((error: unknown) => {
        if (isAltered(error)) return 'altered' as const;
        throw error;
      });
      if (settled === 'altered') return waitForRestoring(deps, invoiceId);
      if (settled === undefined) throw recordNotFound('invoice', invoiceId);
      const { invoice, settlement } = settled;
      await deps.dispatchOutbox();
      const open = settlement.status === 'pending' || settlement.status === 'underpaid';
      return {
        ...(await summarizeInvoice(deps, settled)),
        status: settlement.status,
        ...describeProgress(invoice, settlement),
        closed: !open && settlement.timers.length === 0,
        isWaitShown: true,
        checkAtMs: nextCheck(invoice, settlement, deps.now()),
      };
    },
  };
}
