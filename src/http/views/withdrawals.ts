import { z } from 'zod';
import { showStoredAddress } from '../../chain/keys/address.js';
import { countApprovals } from '../../db/withdrawals/withdrawal-approvals.js';
import type { OperatorWithdrawalView, WithdrawalView } from '../../db/withdrawals/withdrawals.js';
import { assert } from '../../domain/core/errors.js';
import { formatCrypto } from '../../domain/core/money.js';
import { requireShowable } from '../../domain/withdrawals/altered-withdrawal.js';
import { merchantWaitingReason } from '../../domain/withdrawals/merchant-waits.js';
import {
  SHOWN_WITHDRAWAL_KINDS,
  shownWithdrawalKind,
  WITHDRAWAL_STATUSES,
} from '../../domain/withdrawals/withdrawal-state.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import {
  shownAddress,
  shownAtomic,
  shownChainCode,
  shownChainId,
  shownCount,
  shownCrypto,
  shownHash,
  shownMerchantName,
  shownMetadata,
  shownMoment,
  shownReference,
  shownSeconds,
  shownTokenSymbol,
} from './fields.js';
import type { Chains } from './assets.js';
import { iso, isoOrNull } from './iso.js';

const withdrawalFields = {
  withdrawalId: idOf('wd'),
  kind: z.enum(SHOWN_WITHDRAWAL_KINDS).meta({
    id: 'WithdrawalKind',
    description: "A `refund` sends an invoice's held money back.",
    examples: ['withdrawal'],
  }),
  invoiceId: idOf('inv')
    .nullable()
    .meta({ description: 'The invoice of a refund.', examples: [null] }),
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
  approvalsRequired: z
    .int()
    .min(0)
    .meta({ description: 'How many operators have to approve it.', examples: [1] }),
  approvalsGiven: z
    .int()
    .min(0)
    .meta({ description: 'How many have approved it so far.', examples: [1] }),
  createdAt: shownMoment,
  approvedAt: shownMoment.nullable(),
  completedAt: shownMoment.nullable(),
  failureReason: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
  waitingReason: z
    .string()
    .nullable()
    .meta({
      description: 'Why it has not been sent yet, if its status does not say so.',
      examples: [null],
    }),
};

/** The schema of {@link showWithdrawal}'s answer. */
export const withdrawalSchema = z.strictObject(withdrawalFields).meta({ id: 'Withdrawal' });

/** The schema of {@link showWithdrawalToOperator}'s answer. */
export const operatorWithdrawalSchema = z
  .strictObject({
    ...withdrawalFields,
    merchantId: idOf('mer'),
    merchantName: shownMerchantName,
    kind: z.enum(['payout', 'refund']),
    approvals: z.array(
      z.strictObject({
        actorKind: z.enum(['operator', 'cli']),
        operatorId: idOf('opr').nullable(),
        approvedAt: shownMoment,
      }),
    ),
    signatures: z
      .array(
        z.strictObject({
          approver: shownAddress,
          operatorId: idOf('opr').nullable(),
          validUntil: shownSeconds,
          givenAt: shownMoment,
        }),
      )
      .meta({ description: 'The signatures as received. The signing worker decides which are valid.' }),
    refundRecipient: z
      .enum(['payer', 'whitelisted', 'other'])
      .nullable()
      .meta({
        description:
          'The recipient of a refund. `payer`: it sent all the money. `whitelisted`: it was on a whitelist before the money arrived. `other`: neither.',
        examples: [null],
      }),
    recipientWarning: z
      .string()
      .nullable()
      .meta({ description: 'A warning to read before you approve it.', examples: [null] }),
    waitingReason: z
      .string()
      .nullable()
      .meta({ description: 'Why it has not been sent yet.', examples: [null] }),
    waitingCode: z
      .string()
      .nullable()
      .meta({ description: 'The same reason as a stable code.', examples: [null] }),
  })
  .meta({ id: 'OperatorWithdrawal' });

const typedFields = z
  .array(z.strictObject({ name: z.string(), type: z.string() }))
  .meta({ examples: [[{ name: 'withdrawalId', type: 'string' }]] });

/** The schema of {@link approvalMessage}'s result. */
export const approvalMessageSchema = z
  .strictObject({
    domain: z.strictObject({
      name: z.literal('Quittance'),
      version: z.literal('1'),
      chainId: shownChainId,
    }),
    types: z.strictObject({ EIP712Domain: typedFields, WithdrawalApproval: typedFields }),
    primaryType: z.literal('WithdrawalApproval'),
    message: z.strictObject({
      withdrawalId: idOf('wd'),
      merchantId: idOf('mer'),
      chainCode: shownChainCode,
      token: shownTokenSymbol,
      amountAtomic: shownAtomic,
      recipient: shownAddress,
      kind: z.enum(['payout', 'refund']),
      validUntil: shownSeconds,
    }),
  })
  .meta({ id: 'ApprovalMessage' });

const STRANGER =
  'This address did not send the refunded money, and was on no whitelist before the money arrived. ' +
  'Ask the merchant in another way than through the API before you approve.';

/**
 * Shows a withdrawal to its merchant.
 *
 * @param books see `booksOf`.
 * @throws QuittanceError `withdrawal_altered`
 */
export function showWithdrawal(
  { withdrawal, txHash, confirmations, approvals }: WithdrawalView,
  books: Chains,
): Shown<typeof withdrawalSchema> {
  requireShowable(books, withdrawal);
  return {
    withdrawalId: withdrawal.withdrawalId,
    kind: shownWithdrawalKind(withdrawal.kind),
    invoiceId: withdrawal.invoiceId,
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
    approvalsRequired: withdrawal.approvalsRequired,
    approvalsGiven: countApprovals(approvals, withdrawal.approvalsRequired),
    createdAt: iso(withdrawal.createdAtMs),
    approvedAt: isoOrNull(withdrawal.approvedAtMs),
    completedAt: isoOrNull(withdrawal.completedAtMs),
    failureReason: withdrawal.failureReason,
    waitingReason: merchantWaitingReason(withdrawal),
  };
}

/**
 * Shows a withdrawal to an operator, with its merchant, its approvals, and why it has not been sent yet.
 *
 * @throws QuittanceError `withdrawal_altered`
 */
export function showWithdrawalToOperator(
  view: OperatorWithdrawalView,
  books: Chains,
): Shown<typeof operatorWithdrawalSchema> {
  const { merchantId, kind, waitingReason, waitingCode } = view.withdrawal;
  const { merchantName, refundRecipient } = view;
  requireShowable(books, { ...view.withdrawal, merchantName });
  assert(merchantName !== null, 'a withdrawal without its merchant is refused');
  return {
    ...showWithdrawal(view, books),
    merchantId,
    merchantName,
    kind,
    approvals: view.approvals.map(({ operatorId, approvedAtMs }) => ({
      actorKind: operatorId === null ? 'cli' : 'operator',
      operatorId,
      approvedAt: iso(approvedAtMs),
    })),
    signatures: view.signatures.map(({ approver, operatorId, validUntil, givenAtMs }) => ({
      approver: showStoredAddress(approver),
      operatorId,
      validUntil,
      givenAt: iso(givenAtMs),
    })),
    refundRecipient,
    recipientWarning: refundRecipient === 'other' ? STRANGER : null,
    waitingReason,
    waitingCode,
  };
}
