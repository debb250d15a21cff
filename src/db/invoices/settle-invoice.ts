import type { Chain } from '../../domain/core/asset.js';
import { heldReason } from '../../domain/invoices/held-reason.js';
import { heldMoney, invoiceEventData } from '../../domain/webhooks/event-data.js';
import type { HeldMoney } from '../../domain/webhooks/events.js';
import { dueInvoiceEvents, type DueEvent } from '../../domain/webhooks/invoice-events.js';
import { provenDeposit, requirePaidTo, type DeriveDeposit } from '../../domain/invoices/proven-deposit.js';
import { settle, type PaymentStatus, type Settlement } from '../../domain/invoices/settlement.js';
import { bookTransfers } from './book-transfer.js';
import { lockCheckout } from '../checkouts/checkouts.js';
import { writeCheckoutState } from '../checkouts/decide-checkout.js';
import { decimalsOf } from '../chains/known-assets.js';
import { setChainTimers } from '../chains/chain-timers.js';
import type { Transaction } from '../core/database.js';
import { countInvoiceEvents, findTold, recordEvents, type NewEvent } from '../webhooks/events.js';
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

  await markConfirmed(trx, newlyConfirmed(settlement, transfers), context);
  await tellEvents(trx, { invoice, settlement, transfers, context, depositAddress });
  if (settlement.status === 'expired') await waiveNativeAudit(trx, invoiceId);
  await setChainTimers(trx, { kind: 'invoice', targetId: invoiceId, timers: settlement.timers });
  await updateSettled(trx, invoiceId, {
    ...settlement,
    completedAtMs: settlement.status === 'completed' ? (invoice.completedAtMs ?? context.nowMs) : null,
  });
  if (checkout !== null) await writeCheckoutState(trx, checkout, context.nowMs);
  // Last: this locks the merchant's balances, and those of the custody that all merchants share. Their other invoices wait
  // until the transaction ends.
  await applyBookings(trx, { invoice, settlement, transfers });
  return { invoice, settlement, transfers };
}

/** Returns the payments that are confirmed and were not before. */
function newlyConfirmed({ payments }: Settlement, transfers: readonly Transfer[]): number[] {
  const known = new Set(
    transfers.filter(({ everConfirmed }) => everConfirmed).map(({ transferId }) => transferId),
  );
  return payments
    .filter(({ confirmed, transferId }) => confirmed && !known.has(transferId))
    .map(({ transferId }) => transferId);
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
  const statusOf = new Map(settlement.payments.map(({ transferId, status }) => [transferId, status]));
  const byId = new Map(transfers.map((transfer) => [transfer.transferId, transfer]));
  const events: NewEvent[] = [];
  for (const [i, event] of (await untoldOf(trx, due)).entries()) {
    const { type } = event;
    const data = invoiceEventData({
      ...invoice,
      ...settlement,
      status: event.status,
      depositAddress: context.showAddress(depositAddress),
    });
    const held = (): Promise<HeldMoney[]> =>
      heldOf(trx, { ...input, statusOf, byId, heldIds: event.heldIds });
    const typed =
      type === 'invoice.payment_held' ? { type, data: { ...data, held: await held() } } : { type, data };
    events.push({
      merchantId: invoice.merchantId,
      invoiceId: invoice.invoiceId,
      dedupeKey: event.dedupeKey,
      // Readers sort events by time, so events of one settlement are a millisecond apart.
      occurredAtMs: context.nowMs + i,
      ...typed,
    });
  }
  await recordEvents(trx, events);
}

/** Up to this many events are inserted without a look at which of them were told before. */
const INSERTED_UNSEEN_MAX = 20;

/** Leaves out what was told before: an invoice that is underpaid by many transactions has told of most of them. */
async function untoldOf(trx: Transaction, due: readonly DueEvent[]): Promise<DueEvent[]> {
  // A few are as soon inserted as looked for: their keys are unique.
  if (due.length <= INSERTED_UNSEEN_MAX) return [...due];
  const told = await findTold(
    trx,
    due.map(({ dedupeKey }) => dedupeKey),
  );
  return due.filter(({ dedupeKey }) => !told.has(dedupeKey));
}

/** Returns the payments that are held now, as the event shows them. */
async function heldOf(
  trx: Transaction,
  {
    settlement,
    statusOf,
    byId,
    context,
    heldIds,
  }: {
    readonly settlement: Settlement;
    readonly statusOf: ReadonlyMap<number, PaymentStatus>;
    readonly byId: ReadonlyMap<number, Transfer>;
    readonly context: SettlingContext;
    readonly heldIds: readonly number[];
  },
): Promise<HeldMoney[]> {
  const held = [];
  for (const transferId of [...heldIds].sort((a, b) => a - b)) {
    const [transfer, payment] = [byId.get(transferId), statusOf.get(transferId)];
    if (transfer === undefined || payment === undefined)
      throw new Error(`Transfer ${transferId} is held and has no finding`);
    const { chainCode, tokenSymbol, amountAtomic, txHash, fromAddress } = transfer;
    const asset = { chainCode, tokenSymbol };
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
  const bookings = settlement.bookings.map(({ transferId, to }) => {
    const transfer = byId.get(transferId);
    if (transfer === undefined)
      throw new Error(`Settlement names transfer ${transferId}, which is not stored`);
    return { transfer, to };
  });
  await bookTransfers(trx, { merchantId: invoice.merchantId, bookings });
}
