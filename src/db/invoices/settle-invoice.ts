import type { Chain } from '../../domain/core/asset.js';
import { heldReason } from '../../domain/invoices/held-reason.js';
import { heldMoney, invoiceEventData } from '../../domain/webhooks/event-data.js';
import type { HeldMoney } from '../../domain/webhooks/events.js';
import { dueInvoiceEvents } from '../../domain/webhooks/invoice-events.js';
import { provenDeposit, requirePaidTo, type DeriveDeposit } from '../../domain/invoices/proven-deposit.js';
import type { Booking } from '../../domain/ledger/postings.js';
import { settle, type Settlement } from '../../domain/invoices/settlement.js';
import { bookTransfer } from './book-transfer.js';
import { lockCheckout } from '../checkouts/checkouts.js';
import { writeCheckoutState } from '../checkouts/decide-checkout.js';
import { decimalsOf } from '../chains/known-assets.js';
import { setChainTimers } from '../chains/chain-timers.js';
import type { Transaction } from '../core/database.js';
import { countInvoiceEvents, recordEvent } from '../webhooks/events.js';
import { lockInvoice, updateSettled, type Invoice } from './invoices.js';
import { waiveNativeAudit } from './native-audits.js';
import { readSettlementFacts } from './settlement-facts.js';
import type { ShowAddress } from '../core/show-address.js';
import { markConfirmed, type Transfer } from './transfers.js';

/** Inputs of settling besides the database. */
export interface SettlingContext {
  /** By chain code. */
  readonly chains: ReadonlyMap<string, Chain>;
  readonly nowMs: number;
  readonly showAddress: ShowAddress;
  readonly depositAddress: DeriveDeposit;
}

export interface SettledInvoice {
  readonly invoice: Invoice;
  readonly settlement: Settlement;
  /** All transfers to its address, as they were before. */
  readonly transfers: readonly Transfer[];
}

/**
 * Settles an invoice: writes the result of `settle` to the database, in the caller's transaction. A second call changes
 * nothing.
 *
 * @returns the invoice and its transfers as they were before, and its settlement; undefined when there is no such invoice.
 * @throws QuittanceError `deposit_address_altered` when the invoice or one of its transfers has another deposit address
 *   than the derived one.
 */
export async function settleInvoice(
  trx: Transaction,
  context: SettlingContext,
  invoiceId: string,
): Promise<SettledInvoice | undefined> {
  const invoice = await lockInvoice(trx, invoiceId);
  if (invoice === undefined) return undefined;
  // Before the facts are read: another choice of the same checkout may just have completed it.
  const checkout = invoice.checkoutId === null ? null : await lockCheckout(trx, invoice.checkoutId);
  const depositAddress = provenDeposit(context.depositAddress, invoice);
  const facts = await readSettlementFacts(trx, [invoiceId], context.chains);
  const transfers = facts.transfers.get(invoiceId) ?? [];
  for (const transfer of transfers) requirePaidTo(depositAddress, { ...transfer, invoiceId });
  const settlement = settle(
    invoice,
    transfers,
    facts.orders.get(invoiceId) ?? [],
    facts.views,
    facts.audits.get(invoiceId),
  );

  await markConfirmed(
    trx,
    settlement.payments.filter((payment) => payment.confirmed).map((payment) => payment.transferId),
  );
  await tellEvents(trx, { invoice, settlement, transfers, context, depositAddress });
  if (settlement.status === 'expired') await waiveNativeAudit(trx, invoiceId);
  await setChainTimers(trx, { kind: 'invoice', targetId: invoiceId, timers: settlement.timers });
  await updateSettled(trx, invoiceId, {
    ...settlement,
    completedAtMs: settlement.status === 'completed' ? (invoice.completedAtMs ?? context.nowMs) : null,
  });
  if (checkout !== null) await writeCheckoutState(trx, checkout, context.nowMs);
  // Last: this locks the merchant's balances, and all its other invoices wait until the transaction ends.
  await applyBookings(trx, { invoice, settlement, transfers });
  return { invoice, settlement, transfers };
}

async function tellEvents(
  trx: Transaction,
  input: {
    readonly invoice: Invoice;
    readonly settlement: Settlement;
    readonly transfers: readonly Transfer[];
    readonly context: SettlingContext;
    readonly depositAddress: string;
  },
): Promise<void> {
  const { invoice, settlement, transfers, context, depositAddress } = input;
  const told = await countInvoiceEvents(trx, invoice.invoiceId);
  const due = dueInvoiceEvents({
    invoiceId: invoice.invoiceId,
    before: invoice.status,
    told,
    settlement,
    transfers,
  });
  for (const [i, event] of due.entries()) {
    const { type } = event;
    const data = invoiceEventData({
      ...invoice,
      ...settlement,
      status: event.status,
      depositAddress: context.showAddress(depositAddress),
    });
    const typed =
      type === 'invoice.payment_held'
        ? { type, data: { ...data, held: await heldOf(trx, { ...input, heldIds: event.heldIds }) } }
        : { type, data };
    await recordEvent(trx, {
      merchantId: invoice.merchantId,
      invoiceId: invoice.invoiceId,
      dedupeKey: event.dedupeKey,
      // Readers sort events by time, so events of one settlement are a millisecond apart.
      occurredAtMs: context.nowMs + i,
      ...typed,
    });
  }
}

/** Returns the payments that are held now, as the event shows them. */
async function heldOf(
  trx: Transaction,
  {
    settlement,
    transfers,
    context,
    heldIds,
  }: {
    readonly settlement: Settlement;
    readonly transfers: readonly Transfer[];
    readonly context: SettlingContext;
    readonly heldIds: readonly number[];
  },
): Promise<HeldMoney[]> {
  const statusOf = new Map(settlement.payments.map(({ transferId, status }) => [transferId, status]));
  const held = [];
  for (const transfer of transfers.filter(({ transferId }) => heldIds.includes(transferId))) {
    const { chainCode, tokenSymbol, amountAtomic, txHash, fromAddress } = transfer;
    const asset = { chainCode, tokenSymbol };
    const payment = statusOf.get(transfer.transferId);
    if (payment === undefined) throw new Error(`Transfer ${transfer.transferId} is held and has no finding`);
    held.push(
      heldMoney({
        asset,
        amountAtomic,
        txHash,
        reason: heldReason(payment, settlement.status),
        decimals: await decimalsOf(trx, context.chains, asset),
        from: fromAddress === null ? null : context.showAddress(fromAddress),
      }),
    );
  }
  return held;
}

async function applyBookings(
  trx: Transaction,
  {
    invoice,
    settlement,
    transfers,
  }: { invoice: Invoice; settlement: Settlement; transfers: readonly Transfer[] },
): Promise<void> {
  const byId = new Map(transfers.map((transfer) => [transfer.transferId, transfer]));
  const moves = settlement.bookings.map(({ transferId, to }) => {
    const transfer = byId.get(transferId);
    if (transfer === undefined)
      throw new Error(`Settlement names transfer ${transferId}, which is not stored`);
    return { transfer, to };
  });
  for (const move of moves.sort((a, b) => bookingOrder(a) - bookingOrder(b))) {
    await bookTransfer(trx, { merchantId: invoice.merchantId, ...move });
  }
}

/**
 * Returns the order of a booking. Money that comes in is booked before money that is reversed: so a payment that only
 * changed its block leaves no deficit. A reversed payment whose refund is under way comes first: it makes a deficit,
 * which the same payment in its new block then repays.
 */
function bookingOrder({ transfer, to }: { transfer: Transfer; to: Booking }): number {
  if (to !== 'none') return 1;
  return transfer.booking === 'refunding' ? 0 : 2;
}
