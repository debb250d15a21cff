import { toChecksumAddress } from '../../chain/address.js';
import type { OperatorWithdrawalView, WithdrawalView } from '../../db/withdrawals.js';
import { formatCrypto } from '../../domain/money.js';
import { iso, isoOrNull } from './iso.js';

/** A withdrawal as its merchant sees it. */
export function showWithdrawal({ withdrawal, txHash, confirmations }: WithdrawalView): object {
  return {
    withdrawalId: withdrawal.withdrawalId,
    status: withdrawal.status,
    amountCrypto: formatCrypto(withdrawal.amountAtomic, withdrawal.decimals),
    amountAtomic: withdrawal.amountAtomic.toString(),
    tokenSymbol: withdrawal.asset.tokenSymbol,
    chainCode: withdrawal.asset.chainCode,
    address: toChecksumAddress(withdrawal.address),
    txHash,
    confirmations,
    merchantReference: withdrawal.merchantReference,
    metadata: withdrawal.metadata,
    createdAt: iso(withdrawal.createdAtMs),
    approvedAt: isoOrNull(withdrawal.approvedAtMs),
    completedAt: isoOrNull(withdrawal.completedAtMs),
    failureReason: withdrawal.failureReason,
  };
}

/** As an operator sees it: whose it is, who has approved it, and why it has not left yet. */
export function showWithdrawalToOperator(view: OperatorWithdrawalView): object {
  const { merchantId, kind, invoiceId, approvalsRequired, waitingReason } = view.withdrawal;
  return {
    ...showWithdrawal(view),
    merchantId,
    kind,
    invoiceId,
    approvalsRequired,
    approvals: view.approvals.map(({ operatorId, approvedAtMs }) => ({
      actorKind: operatorId === null ? 'cli' : 'operator',
      operatorId,
      approvedAt: iso(approvedAtMs),
    })),
    waitingReason,
  };
}
