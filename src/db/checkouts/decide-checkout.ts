import { decideCheckout, wasAnyPaidTo, type CheckoutInvoice } from '../../domain/checkouts/checkout-state.js';
import { QuittanceError } from '../../domain/core/errors.js';
import { checkoutEventData } from '../../domain/webhooks/event-data.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import { transaction, type Database, type Transaction } from '../core/database.js';
import { enqueue } from '../outbox/outbox.js';
import { recordEvent } from '../webhooks/events.js';
import { findCheckout, listCheckoutInvoices, lockCheckout, type Checkout } from './checkouts.js';

/**
 * Writes the state of a locked checkout, in the transaction that changed one of its invoices. So the status is right
 * whichever process dies: it is committed with its cause or not at all.
 *
 * When another invoice completes the checkout, or none any more, the other invoices are woken: their money is held, or
 * counts again. The row's lock lets one settlement at a time decide that, so two choices that are paid at once are
 * never both credited.
 */
export async function writeCheckoutState(
  trx: Transaction,
  before: Checkout,
  nowMs: number,
): Promise<Checkout> {
  const { checkoutId } = before;
  const invoices = (await listCheckoutInvoices(trx, [checkoutId])).get(checkoutId) ?? [];
  const { status, completedBy } = decideCheckout(
    {
      completedBy: before.completedBy,
      isCancelled: before.cancelledAtMs !== null,
      isOver: before.isEnded || nowMs >= before.expiresAtMs,
    },
    invoices,
  );
  if (status === before.status && completedBy === before.completedBy) return before;
  const isSame = completedBy === before.completedBy;
  const completedAtMs = completedBy === null ? null : isSame ? before.completedAtMs : nowMs;
  const decided: Checkout = { ...before, status, completedBy, completedAtMs };
  const told = await tellEnd(trx, decided, nowMs);
  await trx('checkouts')
    .where({ checkout_id: checkoutId })
    .update({
      status,
      completed_by: completedBy,
      completed_at: completedAtMs === null ? null : new Date(completedAtMs),
      ...(told === null ? {} : { told, told_count: before.toldCount + 1 }),
    });
  if (!isSame) await tellOthers(trx, invoices, completedBy);
  return decided;
}

async function tellOthers(
  trx: Transaction,
  invoices: readonly CheckoutInvoice[],
  completedBy: string | null,
): Promise<void> {
  const others = invoices.filter(({ invoiceId }) => invoiceId !== completedBy);
  await enqueue(
    trx,
    others.map(({ invoiceId }) => ({ kind: 'invoice', targetId: invoiceId })),
  );
}

/**
 * Sends the merchant an event when the end is not the last one that was sent. @returns that end; null: there is nothing
 * to send.
 */
async function tellEnd(trx: Transaction, checkout: Checkout, nowMs: number): Promise<string | null> {
  const { checkoutId, merchantId, status, completedBy, told, toldCount } = checkout;
  if (status !== 'completed' && status !== 'expired') return null;
  const end = completedBy ?? status;
  if (end === told) return null;
  const type = `checkout.${status}` as const;
  const dedupeKey = `${checkoutId}/${type}/${String(toldCount)}`;
  await recordEvent(trx, {
    merchantId,
    type,
    dedupeKey,
    occurredAtMs: nowMs,
    data: checkoutEventData(checkout),
  });
  return end;
}

/**
 * Cancels a checkout for which no payment was seen. Its invoices are woken; payments that still arrive are held.
 *
 * @throws QuittanceError `not_found`, `invalid_state`.
 */
export async function cancelCheckout(
  trx: Transaction,
  order: {
    readonly checkoutId: string;
    readonly merchantId: string;
    readonly actor: AuditActor;
    readonly nowMs: number;
  },
): Promise<Checkout> {
  const { checkoutId, merchantId, actor, nowMs } = order;
  if ((await findCheckout(trx, { checkoutId, merchantId })) === undefined)
    throw new QuittanceError('not_found', `There is no checkout ${checkoutId}.`);
  const checkout = await lockCheckout(trx, checkoutId);
  const invoices = (await listCheckoutInvoices(trx, [checkoutId])).get(checkoutId) ?? [];
  if (checkout.status !== 'open' || wasAnyPaidTo(invoices)) {
    const why = checkout.status === 'open' ? 'has been paid to' : `is ${checkout.status}`;
    throw new QuittanceError(
      'invalid_state',
      `The checkout ${why}; only an open checkout without payments can be cancelled.`,
    );
  }
  await trx('checkouts')
    .where({ checkout_id: checkoutId })
    .update({ cancelled_at: new Date(nowMs) });
  const cancelled = await writeCheckoutState(trx, { ...checkout, cancelledAtMs: nowMs }, nowMs);
  await tellOthers(trx, invoices, null);
  await appendAudit(trx, {
    actor,
    action: 'checkout.cancel',
    objectKind: 'checkout',
    objectId: checkoutId,
    before: { status: checkout.status },
    after: { status: cancelled.status },
  });
  return cancelled;
}

/** The checkouts that were ended, and those that could not be. */
export interface EndedCheckouts {
  readonly ended: number;
  readonly failures: readonly { readonly checkoutId: string; readonly error: unknown }[];
}

/**
 * Decides about checkouts whose time is over, each once and in a transaction of its own. One with an undecided invoice
 * is then left to the settlement of that invoice. The cost depends only on the due checkouts, however many others
 * exist. One that can't be ended keeps no other: where a whole batch fails, the next one is taken.
 */
export async function endCheckouts(
  db: Database,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<EndedCheckouts> {
  const failures: { checkoutId: string; error: unknown }[] = [];
  for (;;) {
    const due = await db('checkouts')
      .where('end_due_at', '<=', new Date(nowMs))
      .whereRaw('NOT checkout_id = ANY (?)', [failures.map(({ checkoutId }) => checkoutId)])
      .orderBy('end_due_at')
      .limit(limit)
      .select<{ checkout_id: string }[]>('checkout_id');
    let ended = 0;
    for (const { checkout_id: checkoutId } of due) {
      try {
        await endCheckout(db, checkoutId, nowMs);
        ended += 1;
      } catch (error) {
        failures.push({ checkoutId, error });
      }
    }
    if (ended > 0 || due.length === 0) return { ended, failures };
  }
}

async function endCheckout(db: Database, checkoutId: string, nowMs: number): Promise<void> {
  await transaction(db, async (trx) => {
    const checkout = await lockCheckout(trx, checkoutId);
    if (checkout.isEnded) return;
    await writeCheckoutState(trx, { ...checkout, isEnded: true }, nowMs);
    await trx('checkouts').where({ checkout_id: checkoutId }).update({ end_due_at: null });
  });
}
