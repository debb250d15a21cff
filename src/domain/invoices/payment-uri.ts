import { assert } from '../core/errors.js';
import { MAX_ATOMIC } from '../core/money.js';

/** A payment that a wallet is asked for, in the form that EIP-681 needs. */
export interface PaymentRequest {
  /** EIP-155 chain id. */
  readonly chainId: number;
  /** The token's contract with its EIP-55 checksum; null for the native coin. */
  readonly tokenAddress: string | null;
  /** The recipient with its EIP-55 checksum. */
  readonly to: string;
  /** Base units (wei for the native coin), above zero. */
  readonly amountAtomic: bigint;
}

const CHECKSUM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/**
 * Returns the payment as a URI that wallets open and scan (EIP-681). For the native coin it is
 * `ethereum:{to}@{chainId}?value={wei}`; for an ERC-20 token it is
 * `ethereum:{token}@{chainId}/transfer?address={to}&uint256={amount}`. Amounts are plain base units, because wallets
 * disagree about the exponents of EIP-681.
 */
export function paymentUri({ chainId, tokenAddress, to, amountAtomic }: PaymentRequest): string {
  assert(
    CHECKSUM_ADDRESS.test(to) && (tokenAddress === null || CHECKSUM_ADDRESS.test(tokenAddress)),
    'addresses are complete and have their checksum case',
  );
  assert(Number.isSafeInteger(chainId) && chainId > 0, 'a chain id is a whole number above zero');
  assert(amountAtomic > 0n && amountAtomic <= MAX_ATOMIC, 'the asked amount is above zero');
  return tokenAddress === null
    ? `ethereum:${to}@${chainId}?value=${amountAtomic}`
    : `ethereum:${tokenAddress}@${chainId}/transfer?address=${to}&uint256=${amountAtomic}`;
}
