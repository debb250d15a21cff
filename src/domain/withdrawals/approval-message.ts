import type { AssetId } from '../core/asset.js';

/** A payment as its approvers sign it: asset, amount, recipient and everything else that decides what leaves. */
export interface ApprovedPayment {
  readonly withdrawalId: string;
  readonly merchantId: string;
  readonly kind: 'payout' | 'refund';
  /** EIP-155: a signature for one chain is not valid on another. */
  readonly chainId: number;
  readonly asset: AssetId;
  readonly amountAtomic: bigint;
  /** An address. Its upper and lower case make no difference to a signature. */
  readonly recipient: string;
}

/** How long an approval is valid by default, in seconds. */
export const APPROVAL_SECONDS = 24 * 60 * 60;
/** The longest that an approval may still be valid, in seconds: somebody who has its bytes can use them until then. */
export const APPROVAL_SECONDS_MAX = 7 * APPROVAL_SECONDS;

/** The EIP-712 types. Each name is an entry, because wallets show the fields in this order. */
const APPROVAL_TYPES = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
  ],
  WithdrawalApproval: [
    { name: 'withdrawalId', type: 'string' },
    { name: 'merchantId', type: 'string' },
    { name: 'chainCode', type: 'string' },
    { name: 'token', type: 'string' },
    { name: 'amountAtomic', type: 'uint256' },
    { name: 'recipient', type: 'address' },
    { name: 'kind', type: 'string' },
    { name: 'validUntil', type: 'uint256' },
  ],
} as const;

/** EIP-712 typed data, in the form that wallets take as JSON (`eth_signTypedData_v4`). */
export interface ApprovalMessage {
  readonly domain: { readonly name: 'Quittance'; readonly version: '1'; readonly chainId: number };
  readonly types: typeof APPROVAL_TYPES;
  readonly primaryType: 'WithdrawalApproval';
  readonly message: {
    readonly withdrawalId: string;
    readonly merchantId: string;
    readonly chainCode: string;
    readonly token: string;
    readonly amountAtomic: string;
    readonly recipient: string;
    readonly kind: 'payout' | 'refund';
    /** Epoch seconds. */
    readonly validUntil: number;
  };
}

/** Returns the message that an approver of the payment signs. @param validUntil epoch seconds. */
export function approvalMessage(payment: ApprovedPayment, validUntil: number): ApprovalMessage {
  const { withdrawalId, merchantId, kind, chainId, asset, amountAtomic, recipient } = payment;
  return {
    domain: { name: 'Quittance', version: '1', chainId },
    types: APPROVAL_TYPES,
    primaryType: 'WithdrawalApproval',
    message: {
      withdrawalId,
      merchantId,
      chainCode: asset.chainCode,
      token: asset.tokenSymbol,
      amountAtomic: amountAtomic.toString(),
      recipient,
      kind,
      validUntil,
    },
  };
}
