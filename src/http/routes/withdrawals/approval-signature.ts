import { z } from 'zod';
import { parseAddress, toChecksumAddress } from '../../../chain/keys/address.js';
import { hashApproval, recoverApprover } from '../../../chain/keys/approval-signature.js';
import type { ApprovalSignature } from '../../../db/withdrawals/approval-signatures.js';
import { findWithdrawal, type Withdrawal } from '../../../db/withdrawals/withdrawals.js';
import { sameAsset, type Chain } from '../../../domain/core/asset.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { requireUnaltered } from '../../../domain/withdrawals/altered-withdrawal.js';
import {
  APPROVAL_SECONDS,
  APPROVAL_SECONDS_MAX,
  approvalMessage,
  type ApprovedPayment,
} from '../../../domain/withdrawals/approval-message.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { operators } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { idOf, paidAddress } from '../../requests/schemas.js';
import { approvalMessageSchema } from '../../views/withdrawals.js';

/** The last second of the year 9999, in seconds since 1970. */
const SECONDS_MAX = 253_402_300_799;

/** The body of an approval: empty, or a signature of the approval message with its `validUntil`. */
export const approvalBody = z
  .strictObject({
    signature: z
      .string()
      .regex(/^0x([0-9a-fA-F]{2}){0,1024}$/, 'expected 0x and at most 1024 bytes in hex')
      .meta({
        description: 'The signature of the approval message (EIP-712).',
        examples: [`0x${'a1'.repeat(65)}`],
      })
      .optional(),
    validUntil: z
      .int()
      .min(1)
      .max(SECONDS_MAX)
      .meta({ description: 'The `validUntil` of the message that was signed.', examples: [1_767_484_800] })
      .optional(),
    approver: paidAddress
      .meta({
        description:
          'The address of the contract wallet that has signed (ERC-1271). Only needed for a contract wallet.',
      })
      .optional(),
  })
  .refine((body) => (body.signature === undefined) === (body.validUntil === undefined), {
    path: ['validUntil'],
    message: 'expected signature and validUntil, or neither',
  })
  .refine((body) => body.approver === undefined || body.signature !== undefined, {
    path: ['approver'],
    message: 'needs a signature too',
  })
  .meta({
    override: {
      dependentRequired: {
        signature: ['validUntil'],
        validUntil: ['signature'],
        approver: ['signature'],
      },
    },
  })
  .prefault({});
export type ApprovalBody = z.output<typeof approvalBody>;

/**
 * Returns a refusal of a well-formed request. Only the time and the terms of the withdrawal show that its signature is
 * invalid.
 */
function invalidSignature(path: 'signature' | 'validUntil', message: string): QuittanceError {
  return new QuittanceError('invalid_signature', `${path}: ${message}`, { details: [{ path, message }] });
}

/** Returns the payment of a withdrawal, in the form that its approvers sign. */
function paymentOf(deps: AppDeps, withdrawal: Withdrawal): ApprovedPayment {
  const { withdrawalId, merchantId, kind, asset, amountAtomic, address } = withdrawal;
  const chain: Chain | undefined = deps.books.get(asset.chainCode);
  if (chain === undefined)
    throw new QuittanceError(
      'unsupported_asset',
      `The chain ${asset.chainCode} of the withdrawal is not in CHAINS_FILE; list it there again.`,
    );
  const { chainId } = chain;
  const listed = chain.assets.find((one) => sameAsset(one, asset));
  if (listed === undefined)
    throw new QuittanceError(
      'unsupported_asset',
      `The token ${asset.tokenSymbol} of the withdrawal is not in CHAINS_FILE; list it there again.`,
    );
  // This is checked in every status, because the approver signs the amount that is shown.
  requireUnaltered(listed, withdrawal);
  return {
    withdrawalId,
    merchantId,
    kind,
    chainId,
    asset,
    amountAtomic,
    recipient: toChecksumAddress(address),
  };
}

async function getWithdrawal(deps: AppDeps, withdrawalId: string): Promise<Withdrawal> {
  const withdrawal = await findWithdrawal(deps.db, { withdrawalId });
  if (withdrawal === undefined)
    throw new QuittanceError('not_found', `There is no withdrawal ${withdrawalId}.`);
  return withdrawal;
}

/**
 * Reads the signature in the body of an approval, and its claimed signer. Null: the body has no signature.
 *
 * @throws QuittanceError `not_found`, `invalid_signature`, `invalid_address`, `unsupported_asset`, `withdrawal_altered`.
 */
export async function readApprovalSignature(
  deps: AppDeps,
  { withdrawalId, body }: { withdrawalId: string; body: ApprovalBody },
): Promise<ApprovalSignature | null> {
  const { signature: text, validUntil } = body;
  if (text === undefined || validUntil === undefined) return null;
  const withdrawal = await getWithdrawal(deps, withdrawalId);
  const aheadSeconds = validUntil - deps.now() / 1_000;
  if (aheadSeconds <= 0) throw invalidSignature('validUntil', 'has passed: sign a new approval message');
  if (aheadSeconds > APPROVAL_SECONDS_MAX)
    throw invalidSignature('validUntil', 'expected a moment within 7 days');
  const signature = text.toLowerCase();
  const message = approvalMessage(paymentOf(deps, withdrawal), validUntil);
  const signer = await recoverApprover(hashApproval(message), signature);
  const approver = body.approver === undefined ? signer : parseAddress(body.approver, 'approver');
  if (approver === null)
    throw invalidSignature(
      'signature',
      "expected the 65 bytes of a key's signature; for a contract wallet, give approver",
    );
  return { approver, signature, validUntil };
}

/** GET /admin/v1/withdrawals/{withdrawalId}/approval-message */
export const getApprovalMessageRoute = readRoute({
  path: '/admin/v1/withdrawals/:withdrawalId/approval-message',
  summary: 'Read what an approver signs',
  description:
    'EIP-712 typed data for `eth_signTypedData_v4`. The amount is in base units; `validUntil` is 24 hours from now, in seconds since 1970. Give the signature with this `validUntil` when you approve.',
  access: operators('withdrawals:approve'),
  reply: dataOf(approvalMessageSchema),
  errors: ['unsupported_asset', 'withdrawal_altered'],
  params: z.strictObject({ withdrawalId: idOf('wd') }),
  async read(deps, { params: { withdrawalId } }) {
    const payment = paymentOf(deps, await getWithdrawal(deps, withdrawalId));
    return dataReply(approvalMessage(payment, Math.floor(deps.now() / 1_000) + APPROVAL_SECONDS));
  },
});
