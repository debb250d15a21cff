import { z } from 'zod';
import type { ApiKey } from '../../db/merchants/api-keys.js';
import type { MerchantView } from '../../db/merchants/merchant-orders.js';
import { MERCHANT_STATUSES } from '../../db/merchants/merchants.js';
import type { OperatorView } from '../../db/merchants/operator-views.js';
import type { Operator } from '../../db/people/operators.js';
import type { AssetLimits } from '../../db/merchants/withdrawal-limits.js';
import { formatCrypto } from '../../domain/core/money.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import { createdOwnedKeySchema, ownedKeySchema, showOwnedApiKey } from './api-keys.js';
import { approverAddressSchema, showApproverAddress } from './approvers.js';
import { shownAtomic, shownChainCode, shownCrypto, shownMoment, shownTokenSymbol } from './fields.js';
import { iso } from './iso.js';
import { invitationSchema, memberSchema, showInvitation, showMember } from './people.js';
import { policyChangeSchema, showPolicyChange } from './policy-changes.js';

const limitsSchema = z.strictObject({
  chainCode: shownChainCode,
  tokenSymbol: shownTokenSymbol,
  perWithdrawalCrypto: shownCrypto.nullable().meta({ description: 'The most for one withdrawal.' }),
  perWithdrawalAtomic: shownAtomic.nullable(),
  perDayCrypto: shownCrypto.nullable().meta({ description: 'The most in any 24 hours.' }),
  perDayAtomic: shownAtomic.nullable(),
  twoApprovalsAboveCrypto: shownCrypto
    .nullable()
    .meta({ description: 'Above this amount, two operators have to approve.' }),
  twoApprovalsAboveAtomic: shownAtomic.nullable(),
  autoApproveBelowCrypto: shownCrypto
    .nullable()
    .meta({ description: 'Below this amount, nobody has to approve.' }),
  autoApproveBelowAtomic: shownAtomic.nullable(),
});

/** The schema of {@link showMerchant}'s answer. */
export const merchantSchema = z
  .strictObject({
    merchantId: idOf('mer'),
    name: z.string().meta({ examples: ['Corner shop'] }),
    status: z.enum(MERCHANT_STATUSES),
    toleranceBps: z
      .int()
      .nullable()
      .meta({ description: "Basis points; null: the instance's value.", examples: [50] }),
    acceptLate: z
      .boolean()
      .meta({ description: 'Whether late money is credited without a `resolve`.', examples: [false] }),
    withdrawalLimits: z
      .array(limitsSchema)
      .meta({ description: 'One entry for each asset that has limits.' }),
    pendingPolicyChanges: z
      .array(policyChangeSchema)
      .meta({ description: 'Requested changes that are not in force yet.', examples: [[]] }),
    createdAt: shownMoment,
  })
  .meta({ id: 'Merchant' });

function showLimits({ asset, decimals, ...limits }: AssetLimits): Shown<typeof limitsSchema> {
  const crypto = (atomic: bigint | null): string | null =>
    atomic === null ? null : formatCrypto(atomic, decimals);
  const { perWithdrawalAtomic, perDayAtomic, twoApprovalsAboveAtomic, autoApproveBelowAtomic } = limits;
  return {
    chainCode: asset.chainCode,
    tokenSymbol: asset.tokenSymbol,
    perWithdrawalCrypto: crypto(perWithdrawalAtomic),
    perWithdrawalAtomic: perWithdrawalAtomic?.toString() ?? null,
    perDayCrypto: crypto(perDayAtomic),
    perDayAtomic: perDayAtomic?.toString() ?? null,
    twoApprovalsAboveCrypto: crypto(twoApprovalsAboveAtomic),
    twoApprovalsAboveAtomic: twoApprovalsAboveAtomic?.toString() ?? null,
    autoApproveBelowCrypto: crypto(autoApproveBelowAtomic),
    autoApproveBelowAtomic: autoApproveBelowAtomic?.toString() ?? null,
  };
}

/** Shows a merchant, with the limits of each asset that has limits. */
export function showMerchant({ merchant, limits, waiting }: MerchantView): Shown<typeof merchantSchema> {
  return {
    merchantId: merchant.merchantId,
    name: merchant.name,
    status: merchant.status,
    toleranceBps: merchant.toleranceBps,
    acceptLate: merchant.acceptLate,
    withdrawalLimits: limits.map(showLimits),
    pendingPolicyChanges: waiting.map(showPolicyChange),
    createdAt: iso(merchant.createdAtMs),
  };
}

/** The schema of {@link showOperator}'s answer. */
export const operatorSchema = z
  .strictObject({
    operatorId: idOf('opr'),
    name: z.string().meta({ examples: ['Night shift'] }),
    createdAt: shownMoment,
    apiKeys: z.array(ownedKeySchema).meta({ description: 'Their keys that are not revoked.' }),
    approverAddresses: z
      .array(approverAddressSchema)
      .meta({ description: 'Their registered approver addresses, with which they sign approvals.' }),
    member: memberSchema.nullable().meta({ description: 'Their sign-in; null: they have none.' }),
    invitations: z.array(invitationSchema).meta({ description: 'Their links that can still be used.' }),
  })
  .meta({ id: 'Operator' });

/** The schema of {@link showNewOperator}'s answer. */
export const createdOperatorSchema = z
  .strictObject(createdOwnedKeySchema.shape)
  .meta({ id: 'CreatedOperator' });

/** Shows an operator with their keys that are not revoked and their addresses that are not removed. */
export function showOperator(
  { operator, apiKeys, approvers, member, invitations }: OperatorView,
  nowMs: number,
): Shown<typeof operatorSchema> {
  return {
    ...showPerson(operator),
    apiKeys: apiKeys.map((apiKey) => showOwnedApiKey(apiKey, nowMs)),
    approverAddresses: approvers.map(showApproverAddress),
    member: member === null ? null : showMember(member),
    invitations: invitations.map(showInvitation),
  };
}

/** Shows a new operator and their first key in one object. Its `name` is the operator's name. */
export function showNewOperator(
  { operator, apiKey, key }: { operator: Operator; apiKey: ApiKey; key: string },
  nowMs: number,
): Shown<typeof createdOperatorSchema> {
  return { ...showOwnedApiKey(apiKey, nowMs), ...showPerson(operator), key };
}

function showPerson({ operatorId, name, createdAtMs }: Operator) {
  return { operatorId, name, createdAt: iso(createdAtMs) };
}
