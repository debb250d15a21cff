import { createWithdrawal, holdMerchant, type NewWithdrawal } from './create-withdrawal.js';
import { assertMayWithdrawTo } from '../../domain/merchants/address-whitelist.js';
import { isApprovedAutomatically } from '../../domain/withdrawals/required-approvals.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import type { ShowAddress } from '../core/show-address.js';
import { moveWithdrawal } from './move-withdrawal.js';
import type { Withdrawal } from './withdrawals.js';

/**
 * Creates a withdrawal by a merchant's order, with its audit row, in the caller's transaction. A withdrawal below the
 * merchant's limit for approvals is approved automatically.
 *
 * @throws QuittanceError `address_not_whitelisted`, `merchant_suspended`, `limit_exceeded`, `insufficient_balance`.
 */
export async function requestWithdrawal(
  trx: Transaction,
  request: NewWithdrawal & { readonly actor: AuditActor; readonly showAddress: ShowAddress },
): Promise<Withdrawal> {
  const { actor, nowMs, showAddress, address } = request;
  const held = await holdMerchant(trx, request);
  const { whitelist } = held.merchant;
  const target = { chainCode: request.asset.chainCode, address };
  assertMayWithdrawTo(whitelist, target, {
    nowMs,
    shown: showAddress(address),
    whose: 'its merchant',
  });
  const withdrawal = await createWithdrawal(trx, request, held);
  const { withdrawalId, asset, amountAtomic, status } = withdrawal;
  const object = { objectKind: 'withdrawal', objectId: withdrawalId };
  await appendAudit(trx, {
    ...object,
    actor,
    action: 'withdrawal.create',
    after: {
      status,
      ...asset,
      amountAtomic: amountAtomic.toString(),
      address: showAddress(withdrawal.address),
    },
  });
  if (!isApprovedAutomatically(held.limits, withdrawal)) return withdrawal;
  const approved = await moveWithdrawal(trx, withdrawal, {
    to: 'approved',
    reason: null,
    nowMs,
    showAddress,
  });
  await appendAudit(trx, {
    ...object,
    actor: { kind: 'system', id: null, ip: null },
    action: 'withdrawal.approve',
    reason: 'below the amount that its merchant needs an approval for',
    before: { status },
    after: { status: approved.status },
  });
  return approved;
}
