import type { Chain } from '../../domain/core/asset.js';
import { formatCrypto } from '../../domain/core/money.js';
import type { DeriveDeposit } from '../../domain/invoices/proven-deposit.js';
import { listedDecimals } from '../../domain/withdrawals/altered-withdrawal.js';
import { invoiceEventData } from '../../domain/webhooks/event-data.js';
import type { ShowAddress } from '../core/show-address.js';
import type { Transaction } from '../core/database.js';
import { getInvoiceView } from '../invoices/invoices.js';
import { enqueue } from '../outbox/outbox.js';
import { recordEvent } from '../webhooks/events.js';
import { viewWithdrawals, type Withdrawal } from './withdrawals.js';

/**
 * Records that a refund has reached its confirmations, as an event of the invoice. The event is sent once: a refund
 * that completes again after a reorganisation sends no second event. The invoice's workflow runs once more, and shows
 * the refund.
 */
export async function tellRefunded(
  trx: Transaction,
  refund: Withdrawal,
  context: {
    readonly chains: ReadonlyMap<string, Chain>;
    readonly nowMs: number;
    readonly showAddress: ShowAddress;
    readonly depositAddress: DeriveDeposit;
  },
): Promise<void> {
  const { withdrawalId, invoiceId, asset, amountAtomic } = refund;
  const { showAddress } = context;
  if (invoiceId === null) return;
  const { invoice, settlement } = await getInvoiceView(trx, { invoiceId }, context.chains);
  const [view] = await viewWithdrawals(trx, [refund]);
  await recordEvent(trx, {
    merchantId: refund.merchantId,
    invoiceId,
    withdrawalId,
    type: 'invoice.refunded',
    dedupeKey: `${invoiceId}/invoice.refunded/${withdrawalId}`,
    // Readers sort events by time: this one follows from withdrawal.completed.
    occurredAtMs: context.nowMs + 1,
    data: {
      ...invoiceEventData({
        ...invoice,
        confirmations: settlement.confirmations,
        // The address is derived and not read, so that no altered address is shown. The coins are gone already, so
        // nothing is refused.
        depositAddress: showAddress(context.depositAddress(invoice.depositIndex)),
      }),
      refund: {
        withdrawalId,
        chainCode: asset.chainCode,
        tokenSymbol: asset.tokenSymbol,
        amountCrypto: formatCrypto(amountAtomic, listedDecimals(context.chains, refund)),
        amountAtomic: amountAtomic.toString(),
        address: showAddress(refund.address),
        txHash: view?.txHash ?? null,
      },
    },
  });
  await enqueue(trx, [{ kind: 'invoice', targetId: invoiceId }]);
}
