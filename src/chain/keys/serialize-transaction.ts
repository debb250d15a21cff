import {
  serializeTransaction as serializeByViem,
  type Address,
  type AuthorizationList,
  type Hex,
  type TransactionSerializableEIP1559,
  type TransactionSerializableEIP7702,
} from 'viem';
import type { SignedAuthorization, UnsignedTransaction } from './types.js';

/** An ECDSA signature over secp256k1: r and s as 32 bytes in hex with `0x`, s in the lower half (EIP-2). */
export interface DigestSignature {
  readonly r: string;
  readonly s: string;
  readonly yParity: 0 | 1;
}

/**
 * Returns the bytes of a transaction in hex (EIP-1559, or EIP-7702 when it has authorizations). Without a signature
 * these are the bytes to sign, with it the bytes to broadcast.
 */
export function serializeTransaction(transaction: UnsignedTransaction, signature?: DigestSignature): Hex {
  if (signature === undefined) return serializeByViem(toViemTransaction(transaction));
  const { r, s, yParity } = signature;
  return serializeByViem(toViemTransaction(transaction), { r: r as Hex, s: s as Hex, yParity });
}

/** Converts a transaction to viem's types. */
export function toViemTransaction(
  transaction: UnsignedTransaction,
): TransactionSerializableEIP1559 | TransactionSerializableEIP7702 {
  const common = {
    chainId: transaction.chainId,
    nonce: transaction.nonce,
    gas: transaction.gasLimit,
    to: transaction.to as Address | null,
    value: transaction.valueAtomic,
    data: transaction.data as Hex,
    maxFeePerGas: transaction.maxFeePerGasWei,
    maxPriorityFeePerGas: transaction.maxPriorityFeePerGasWei,
  };
  const { authorizations = [] } = transaction;
  if (authorizations.length === 0) return { ...common, type: 'eip1559' };
  return { ...common, type: 'eip7702', authorizationList: authorizations.map(toViemAuthorization) };
}

/** Converts an authorization to viem's types. */
function toViemAuthorization(signed: SignedAuthorization): AuthorizationList<number, true>[number] {
  const { chainId, nonce, yParity } = signed;
  return {
    chainId,
    nonce,
    yParity,
    address: signed.address as Address,
    r: signed.r as Hex,
    s: signed.s as Hex,
  };
}
