import { QuittanceError } from '../../domain/core/errors.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import { lockInvoice, type Invoice } from './invoices.js';
import { enqueue } from '../outbox/outbox.js';
import { settleInvoice, type SettlingContext } from './settle-invoice.js';
import { listInvoiceTransfers, type Transfer } from './transfers.js';

/** Whose invoice, and who gives the order. */
export interface InvoiceOrderContext extends SettlingContext {
  readonly invoiceId: string;
  readonly merchantId: string;
  readonly actor: AuditActor;
}

async function lockOwn(trx: Transaction, { invoiceId, merchantId }: InvoiceOrderContext): Promise<Invoice> {
  const invoice = await lockInvoice(trx, invoiceId);
  if (invoice?.merchantId !== merchantId) {
    throw new QuittanceError('not_found', `There is no invoice ${invoiceId}.`);
  }
  return invoice;
}

/** Writes the order down, makes what follows from it true, and has the workflow look: all in one transaction. */
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
 * Cancels an invoice that nothing was paid on. What still arrives is held.
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
      `The invoice ${why}; only one that is pending, with nothing seen, can be cancelled.`,
    );
  }
  await giveInvoiceOrders(trx, context, [{ kind: 'cancel', transferIds: [] }]);
}

/** What was read of a halted chain is in doubt: it is neither credited nor sent back. */
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
    `The chain ${halted.chain_code} is halted: whether what came there stands is in doubt. It can be resolved when an operator has resumed the chain.`,
  );
}

/**
 * What is held by the chains as they were read, and not as they were when somebody last looked at the invoice. What is
 * held on a chain that is not listed any more stays held: nobody could tell that it still stands, nor send it back.
 */
export async function lockHeld(trx: Transaction, context: InvoiceOrderContext): Promise<Transfer[]> {
  await lockOwn(trx, context);
  await settleInvoice(trx, context, context.invoiceId);
  const transfers = await listInvoiceTransfers(trx, context.invoiceId);
  const held = transfers.filter(({ booking }) => booking === 'held');
  await refuseWhileHalted(trx, held.length > 0 ? held : transfers);
  const listed = held.filter(({ chainCode }) => context.chains.has(chainCode));
  if (listed.length > 0) return listed;
  const [unlisted] = held;
  throw new QuittanceError(
    'invalid_state',
    unlisted === undefined
      ? 'Nothing is held of this invoice; there is nothing to resolve.'
      : `What is held came on ${unlisted.chainCode}, which is not offered any more. It can be resolved when the operator has listed that chain again.`,
  );
}

/**
 * Credits all that is held of an invoice; in the asked asset that completes it.
 *
 * @throws QuittanceError `not_found`, `invalid_state`.
 */
export async function acceptHeld(trx: Transaction, context: InvoiceOrderContext): Promise<void> {
  const held = await lockHeld(trx, context);
  await giveInvoiceOrders(trx, context, [
    { kind: 'accept', transferIds: held.map(({ transferId }) => transferId) },
  ]);
}
