import { toChecksumAddress } from '../src/chain/address.js';
import { setChainWakes } from '../src/db/chain-wakes.js';
import { transaction, type Transaction } from '../src/db/database.js';
import { countInvoiceEvents, recordEvent } from '../src/db/events.js';
import { lockInvoice, updateSettled, type Invoice } from '../src/db/invoices.js';
import { lockMerchantBalances, postEntry } from '../src/db/ledger.js';
import { readSettlementFacts } from '../src/db/settlement-facts.js';
import { markBooked, markConfirmed, type Transfer } from '../src/db/transfers.js';
import { invoiceEventData } from '../src/domain/event-data.js';
import { QUIET_CHAIN_MS } from '../src/domain/finality.js';
import { dueInvoiceEvents } from '../src/domain/invoice-events.js';
import { transferPostings, type Booking } from '../src/domain/ledger.js';
import { formatCrypto } from '../src/domain/money.js';
import { settle, type Settlement } from '../src/domain/settlement.js';
import type { InvoiceActivities, InvoiceProgress } from './contract.js';
import type { ActivityDependencies } from './dependencies.js';
import { recordNotFound } from './record-not-found.js';

/** How often an invoice past its end is asked again while its chain has not been read past that moment. */
const EXPIRY_RECHECK_MS = 15_000;

type SettlingDependencies = Pick<ActivityDependencies, 'db' | 'chains' | 'now' | 'dispatchOutbox'>;

async function book(
  trx: Transaction,
  { invoice, transfer, to }: { invoice: Invoice; transfer: Transfer; to: Booking },
): Promise<void> {
  const asset = { chainCode: transfer.chainCode, tokenSymbol: transfer.tokenSymbol };
  const balances = await lockMerchantBalances(trx, { merchantId: invoice.merchantId, asset });
  const bookingRevision = await markBooked(trx, transfer, to);
  await postEntry(trx, {
    cause: `transfer/${transfer.transferId}/${bookingRevision}`,
    kind: `transfer_${transfer.booking}_to_${to}`,
    asset,
    merchantId: invoice.merchantId,
    invoiceId: invoice.invoiceId,
    transferId: transfer.transferId,
    postings: transferPostings({
      from: transfer.booking,
      to,
      amountAtomic: transfer.amountAtomic,
      balances,
    }),
  });
}

async function applyBookings(
  trx: Transaction,
  {
    invoice,
    settlement,
    transfers,
  }: { invoice: Invoice; settlement: Settlement; transfers: readonly Transfer[] },
): Promise<void> {
  // What comes in is booked before what is taken back: a payment that only changed its block leaves no deficit.
  const inOrder = [...settlement.bookings].sort((a, b) => Number(a.to === 'none') - Number(b.to === 'none'));
  for (const { transferId, to } of inOrder) {
    const transfer = transfers.find((t) => t.transferId === transferId);
    if (transfer === undefined)
      throw new Error(`Settlement names transfer ${transferId}, which is not stored`);
    await book(trx, { invoice, transfer, to });
  }
}

async function tellEvents(
  trx: Transaction,
  input: {
    readonly invoice: Invoice;
    readonly settlement: Settlement;
    readonly transfers: readonly Transfer[];
    readonly nowMs: number;
  },
): Promise<void> {
  const { invoice, settlement, transfers } = input;
  const told = await countInvoiceEvents(trx, invoice.invoiceId);
  const due = dueInvoiceEvents({
    invoiceId: invoice.invoiceId,
    before: invoice.status,
    told,
    settlement,
    transfers,
  });
  for (const [i, event] of due.entries()) {
    await recordEvent(trx, {
      merchantId: invoice.merchantId,
      invoiceId: invoice.invoiceId,
      type: event.type,
      dedupeKey: event.dedupeKey,
      // Their order is read from their times: what one settlement tells comes a millisecond apart.
      occurredAtMs: input.nowMs + i,
      data: invoiceEventData({
        ...invoice,
        ...settlement,
        status: event.status,
        depositAddress: toChecksumAddress(invoice.depositAddress),
      }),
    });
  }
}

/** Makes true in the database what `settle` says, in the caller's transaction. Done twice it changes nothing. */
async function settleInTransaction(
  trx: Transaction,
  deps: SettlingDependencies,
  invoiceId: string,
): Promise<{ invoice: Invoice; settlement: Settlement }> {
  const invoice = await lockInvoice(trx, invoiceId);
  if (invoice === undefined) throw recordNotFound('invoice', invoiceId);
  const facts = await readSettlementFacts(trx, [invoiceId], deps.chains);
  const transfers = facts.transfers.get(invoiceId) ?? [];
  const settlement = settle(invoice, transfers, facts.orders.get(invoiceId) ?? [], facts.views);
  const nowMs = deps.now();

  await applyBookings(trx, { invoice, settlement, transfers });
  await markConfirmed(
    trx,
    settlement.payments.filter((payment) => payment.confirmed).map((payment) => payment.transferId),
  );
  await tellEvents(trx, { invoice, settlement, transfers, nowMs });
  await setChainWakes(trx, { kind: 'invoice', targetId: invoiceId, wakes: settlement.wakes });
  await updateSettled(trx, invoiceId, {
    ...settlement,
    completedAtMs: settlement.status === 'completed' ? (invoice.completedAtMs ?? nowMs) : null,
  });
  return { invoice, settlement };
}

function describe(invoice: Invoice, settlement: Settlement): { details: string; waitingFor: string } {
  const { tokenSymbol, chainCode } = invoice.asset;
  const asked = `${formatCrypto(invoice.amountAtomic, invoice.decimals)} ${tokenSymbol} on ${chainCode}`;
  const paid = `${formatCrypto(settlement.amountPaidAtomic, invoice.decimals)} ${tokenSymbol}`;
  const expiry = new Date(invoice.expiresAtMs).toISOString();
  const depth = `${settlement.confirmations} of ${invoice.confirmationsRequired} confirmations`;
  const next = ((): string => {
    switch (settlement.status) {
      case 'pending':
        return `waits for a payment until ${expiry}`;
      case 'underpaid':
        return `waits for the rest until ${expiry}`;
      case 'paid':
        return settlement.enough
          ? `waits for confirmations: ${depth}`
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
  })();
  const details = [
    `**${settlement.status}**: ${paid} of ${asked} received`,
    '', // Markdown: a list begins after an empty line
    `- next: ${next}`,
    ...(settlement.txHash === null ? [] : [`- transaction: ${settlement.txHash} (${depth})`]),
    `- merchant: ${invoice.merchantId}`,
  ].join('\n');
  return { details, waitingFor: next };
}

/** When to look again without being told; null when only the chain or an order can change anything. */
function nextCheck(invoice: Invoice, settlement: Settlement, nowMs: number): number | null {
  if (settlement.status !== 'pending' && settlement.status !== 'underpaid') return null;
  if (nowMs < invoice.expiresAtMs) return invoice.expiresAtMs;
  const quietChainMs = invoice.expiresAtMs + QUIET_CHAIN_MS;
  return nowMs < quietChainMs ? quietChainMs : nowMs + EXPIRY_RECHECK_MS;
}

export function createInvoiceActivities(deps: SettlingDependencies): InvoiceActivities {
  return {
    async settleInvoice({ invoiceId }): Promise<InvoiceProgress> {
      const { invoice, settlement } = await transaction(deps.db, (trx) =>
        settleInTransaction(trx, deps, invoiceId),
      );
      await deps.dispatchOutbox();
      const open = settlement.status === 'pending' || settlement.status === 'underpaid';
      return {
        status: settlement.status,
        ...describe(invoice, settlement),
        closed: !open && settlement.wakes.length === 0,
        checkAtMs: nextCheck(invoice, settlement, deps.now()),
      };
    },
  };
}
