import { assert } from '../core/errors.js';
import { MAX_ATOMIC } from '../core/money.js';

/** What a wallet is asked to pay, as EIP-681 needs it. */
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
 * The payment as a URI that wallets open and scan (EIP-681): `ethereum:{to}@{chainId}?value={wei}` for the native
 * coin, `ethereum:{token}@{chainId}/transfer?address={to}&uint256={amount}` for an ERC-20 token. Amounts are written
 * out in base units: wallets disagree about EIP-681's exponents.
 */
export function paymentUri({ chainId, tokenAddress, to, amountAtomic }: PaymentRequest): string {
  assert(
    CHECKSUM_ADDRESS.test(to) && (tokenAddress === null || CHECKSUM_ADDRESS.test(tokenAddress)),
    'addresses are whole',
  );
  assert(Number.isSafeInteger(chainId) && chainId > 0, 'a chain id is a whole number above zero');
  assert(amountAtomic > 0n && amountAtomic <= MAX_ATOMIC, 'an amount above zero is asked for');
  return tokenAddress === null
    ? `ethereum:${to}@${chainId}?value=${amountAtomic}`
    : `ethereum:${tokenAddress}@${chainId}/transfer?address=${to}&uint256=${amountAtomic}`;
}
