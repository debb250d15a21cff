import { z } from 'zod';
import { showStoredAddress } from '../../chain/keys/address.js';
import type { OperatorWithdrawalView, WithdrawalView } from '../../db/withdrawals/withdrawals.js';
import { formatCrypto } from '../../domain/core/money.js';
import { WITHDRAWAL_STATUSES } from '../../domain/withdrawals/withdrawal-state.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import {
  shownAddress,
  shownAtomic,
  shownChainCode,
  shownCount,
  shownCrypto,
  shownHash,
  shownMetadata,
  shownMoment,
  shownReference,
  shownTokenSymbol,
} from './fields.js';
import { iso, isoOrNull } from './iso.js';

const withdrawalFields = {
  withdrawalId: idOf('wd'),
  status: z.enum(WITHDRAWAL_STATUSES).meta({ id: 'WithdrawalStatus', examples: ['completed'] }),
  amountCrypto: shownCrypto,
  amountAtomic: shownAtomic,
  tokenSymbol: shownTokenSymbol,
  chainCode: shownChainCode,
  address: shownAddress,
  txHash: shownHash.nullable(),
  confirmations: shownCount,
  merchantReference: shownReference.nullable(),
  metadata: shownMetadata,
  createdAt: shownMoment,
  approvedAt: shownMoment.nullable(),
  completedAt: shownMoment.nullable(),
  failureReason: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
};

/** What {@link showWithdrawal} shows. */
export const withdrawalSchema = z.strictObject(withdrawalFields).meta({ id: 'Withdrawal' });

/** What {@link showWithdrawalToOperator} shows. */
export const operatorWithdrawalSchema = z
  .strictObject({
    ...withdrawalFields,
    merchantId: idOf('mer'),
    kind: z.enum(['payout', 'refund']),
    invoiceId: idOf('inv')
      .nullable()
      .meta({ description: 'The invoice of a refund.', examples: [null] }),
    approvalsRequired: z
      .int()
      .min(0)
      .meta({ examples: [1] }),
    approvals: z.array(
      z.strictObject({
        actorKind: z.enum(['operator', 'cli']),
        operatorId: idOf('opr').nullable(),
        approvedAt: shownMoment,
      }),
    ),
    waitingReason: z
      .string()
      .nullable()
      .meta({ description: 'Why it has not been sent yet.', examples: [null] }),
    waitingCode: z
      .string()
      .nullable()
      .meta({ description: 'The same reason as a fixed code.', examples: [null] }),
  })
  .meta({ id: 'OperatorWithdrawal' });

/** Shows a withdrawal to its merchant. */
export function showWithdrawal({
  withdrawal,
  txHash,
  confirmations,
}: WithdrawalView): Shown<typeof withdrawalSchema> {
  return {
    withdrawalId: withdrawal.withdrawalId,
    status: withdrawal.status,
    amountCrypto: formatCrypto(withdrawal.amountAtomic, withdrawal.decimals),
    amountAtomic: withdrawal.amountAtomic.toString(),
    tokenSymbol: withdrawal.asset.tokenSymbol,
    chainCode: withdrawal.asset.chainCode,
    address: showStoredAddress(withdrawal.address),
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

/** Shows a withdrawal to an operator: with its merchant, its approvals, and why it has not been sent yet. */
export function showWithdrawalToOperator(
  view: OperatorWithdrawalView,
): Shown<typeof operatorWithdrawalSchema> {
  const { merchantId, kind, invoiceId, approvalsRequired, waitingReason, waitingCode } = view.withdrawal;
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
    waitingCode,
  };
}
