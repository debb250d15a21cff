import { usualSeconds } from '../../design/networks.js';

/** Returns the chain id in a payment request (EIP-681): `ethereum:0x…@8453/transfer?…`. */
export const chainIdOf = (paymentUri: string): number => Number(/@(\d+)/.exec(paymentUri)?.[1]);

/** `, in about 24 s`: the usual time for this many more confirmations. Empty: the network's block time is not known. */
export function untilConfirmed(chainId: number, missing: number): string {
  const seconds = missing > 0 ? usualSeconds({ chainId, confirmationsRequired: missing }) : null;
  if (seconds === null) return '';
  return `, in about ${seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}`;
}
