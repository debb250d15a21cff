import type { Asset, AssetId } from '../../domain/core/asset.js';
import { assert } from '../../domain/core/errors.js';
import type { Transaction } from '../core/database.js';
import { giveInvoiceOrders, lockHeld, type HeldOrder } from '../invoices/invoice-orders.js';
import type { Transfer } from '../invoices/transfers.js';
import { createRefund } from './create-withdrawal.js';
import type { Withdrawal } from './withdrawals.js';

/**
 * Refunds all held money of an invoice to an address: one withdrawal for each asset. An operator has to approve them.
 * Money in an asset that is no longer offered stays held, and keeps back no other.
 *
 * @param refund.findAsset finds an asset; undefined: it is not offered.
 * @throws QuittanceError `not_found`, `invalid_state`; `unsupported_asset` when nothing else is held.
 */
export async function refundHeld(
  trx: Transaction,
  context: HeldOrder,
  { address, findAsset }: { address: string; findAsset: (held: AssetId) => Asset | undefined },
): Promise<Withdrawal[]> {
  const held = await lockHeld(trx, context, (asset) => findAsset(asset) !== undefined);
  const { merchantId, invoiceId, nowMs } = context;
  const byAsset = new Map<Asset, Transfer[]>();
  for (const transfer of held) {
    const asset = findAsset(transfer);
    assert(asset !== undefined, 'money that is not offered stays held');
    const same = byAsset.get(asset) ?? [];
    same.push(transfer);
    byAsset.set(asset, same);
  }
  const refunds = [];
  const orders = [];
  for (const [asset, transfers] of byAsset) {
    const refund = await createRefund(trx, {
      merchantId,
      invoiceId,
      asset,
      amountAtomic: transfers.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n),
      address,
      merchantReference: null,
      metadata: {},
      nowMs,
    });
    refunds.push(refund);
    orders.push({
      kind: 'refund' as const,
      transferIds: transfers.map(({ transferId }) => transferId),
      withdrawalId: refund.withdrawalId,
    });
  }
  await giveInvoiceOrders(trx, context, orders);
  return refunds;
}
