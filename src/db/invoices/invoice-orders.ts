import type { AssetId } from '../../domain/core/asset.js';
import { QuittanceError } from '../../domain/core/errors.js';
import { isAsExpected, type AssetAmount } from '../../domain/invoices/expected-held.js';
import { RELEASING_STATUSES } from '../../domain/withdrawals/withdrawal-state.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import { lockInvoice, type Invoice } from './invoices.js';
import { enqueue } from '../outbox/outbox.js';
import { settleInvoice, type SettlingContext } from './settle-invoice.js';
import { listInvoiceTransfers, type Transfer } from './transfers.js';

/** The invoice of an order, its merchant, and the actor who gives the order. */
export interface InvoiceOrderContext extends SettlingContext {
  readonly invoiceId: string;
  readonly merchantId: string;
  readonly actor: AuditActor;
}

/** An order about all held money of an invoice. */
export interface HeldOrder extends InvoiceOrderContext {
  /** The money that must be held for the order to be carried out. Undefined: any. */
  readonly expected?: readonly AssetAmount[];
}

async function lockOwn(trx: Transaction, { invoiceId, merchantId }: InvoiceOrderContext): Promise<Invoice> {
  const invoice = await lockInvoice(trx, invoiceId);
  if (invoice?.merchantId !== merchantId) {
    throw new QuittanceError('not_found', `There is no invoice ${invoiceId}.`);
  }
  return invoice;
}

/** Records orders, settles the invoice by them and wakes its workflow, all in the caller's transaction. */
export async function giveInvoiceOrders(
  trx: Transaction,
  context: InvoiceOrderContext,
  orders: readonly { kind: 'cancel' | 'accept' | 'refund'; transferIds: number[]; withdrawalId?: string }[],
): Promise<void> {
  const { invoiceId, actor } = context;
  await trx('invoice_orders').insert(
    orders.map(({ kind, transferIds, withdrawalId }) => ({
      invoice_id: invoiceId,
      kind,
      transfer_ids: transferIds,
      withdrawal_id: withdrawalId ?? null,
    })),
  );
  const settled = await settleInvoice(trx, context, invoiceId);
  for (const { kind, transferIds, withdrawalId } of orders) {
    await appendAudit(trx, {
      actor,
      action: `invoice.${kind}`,
      objectKind: 'invoice',
      objectId: invoiceId,
      before: { status: settled?.invoice.status },
      after: { status: settled?.settlement.status, transferIds, withdrawalId },
    });
  }
  await enqueue(trx, [{ kind: 'invoice', targetId: invoiceId }]);
}

/**
 * Cancels an invoice without payments. Payments that still arrive are held.
 *
 * @throws QuittanceError `not_found`, `invalid_state`.
 */
export async function cancelInvoice(trx: Transaction, context: InvoiceOrderContext): Promise<void> {
  const invoice = await lockOwn(trx, context);
  const transfers = await listInvoiceTransfers(trx, invoice.invoiceId);
  if (invoice.status !== 'pending' || transfers.some(({ canonical }) => canonical)) {
    const why = invoice.status === 'pending' ? 'has been paid to' : `is ${invoice.status}`;
    throw new QuittanceError(
      'invalid_state',
      `The invoice ${why}; only a pending invoice without payments can be cancelled.`,
    );
  }
  await giveInvoiceOrders(trx, context, [{ kind: 'cancel', transferIds: [] }]);
}

/** Refuses transfers on a halted chain: they are in doubt, so they are neither credited nor refunded. */
async function refuseWhileHalted(trx: Transaction, transfers: readonly Transfer[]): Promise<void> {
  const chainCodes = [...new Set(transfers.map(({ chainCode }) => chainCode))];
  const halted = await trx('chain_cursors')
    .whereIn('chain_code', chainCodes)
    .whereNotNull('halted_reason')
    .orderBy('chain_code')
    .first<{ chain_code: string } | undefined>('chain_code');
  if (halted === undefined) return;
  throw new QuittanceError(
    'invalid_state',
    `The chain ${halted.chain_code} is halted, so its payments are in doubt. They can be resolved after an operator has resumed the chain.`,
  );
}

/** Refuses an invoice whose held money is already being refunded, and names the withdrawals. */
async function refuseRefunded(trx: Transaction, { invoiceId }: InvoiceOrderContext): Promise<void> {
  const refunds = await trx('withdrawals')
    .where({ invoice_id: invoiceId })
    // The money of an unpaid refund is held again.
    .whereNotIn('status', [...RELEASING_STATUSES])
    .orderBy('withdrawal_id')
    .select<{ withdrawal_id: string; status: string }[]>('withdrawal_id', 'status');
  if (refunds.length === 0) return;
  const which = refunds.map((refund) => `${refund.withdrawal_id} (${refund.status})`).join(', ');
  throw new QuittanceError(
    'invalid_state',
    `The held payments of this invoice are refunded by ${which}; there is nothing left to resolve.`,
  );
}

/** Refuses an order when the held money is not the expected one: a payment may have come after the page was read. */
function refuseUnexpected(
  held: readonly Transfer[],
  { expected }: HeldOrder,
  isOffered: (asset: AssetId) => boolean,
): void {
  // Money that is no longer offered is shown too, but the order is not about it.
  if (expected === undefined || isAsExpected(held, expected.filter(isOffered))) return;
  throw new QuittanceError(
    'invalid_state',
    'Other money is held now than the expected one, so nothing was done. Read the invoice again, and decide on what is held now.',
  );
}

/**
 * Locks and settles the invoice, then returns its held transfers. So they are up to date with the chains as read now.
 * Transfers on a chain that is no longer listed stay held: nobody could check them or send them back.
 *
 * @param isOffered tells which assets the order can be about. Money in the others stays held. Default: those of listed
 * chains.
 */
export async function lockHeld(
  trx: Transaction,
  context: HeldOrder,
  isOffered: (asset: AssetId) => boolean = ({ chainCode }) => context.chains.has(chainCode),
): Promise<Transfer[]> {
  await lockOwn(trx, context);
  await settleInvoice(trx, context, context.invoiceId);
  const transfers = await listInvoiceTransfers(trx, context.invoiceId);
  const held = transfers.filter(({ booking }) => booking === 'held');
  await refuseWhileHalted(trx, held.length > 0 ? held : transfers);
  const offered = held.filter(isOffered);
  if (offered.length > 0) {
    refuseUnexpected(offered, context, isOffered);
    return offered;
  }
  const [left] = held;
  if (left !== undefined) throw notOffered(left, context);
  await refuseRefunded(trx, context);
  throw new QuittanceError(
    'invalid_state',
    'This invoice has no held payments; there is nothing to resolve.',
  );
}

function notOffered({ chainCode, tokenSymbol }: AssetId, { chains }: HeldOrder): QuittanceError {
  return chains.has(chainCode)
    ? new QuittanceError(
        'unsupported_asset',
        `The held payments are in ${tokenSymbol} on ${chainCode}, which is no longer offered, so they can't be sent back. They can be refunded after the operator has listed that token again; they can be accepted now.`,
      )
    : new QuittanceError(
        'invalid_state',
        `The held payments came on ${chainCode}, which is no longer offered. They can be resolved after the operator has listed that chain again.`,
      );
}

/**
 * Credits all held payments of an invoice. A payment in the asked asset completes it.
 *
 * @throws QuittanceError `not_found`, `invalid_state`.
 */
export async function acceptHeld(trx: Transaction, context: HeldOrder): Promise<void> {
  const held = await lockHeld(trx, context);
  await giveInvoiceOrders(trx, context, [
    { kind: 'accept', transferIds: held.map(({ transferId }) => transferId) },
  ]);
}
