import { usualSeconds } from '../../design/networks.js';

/** The chain that a payment request (EIP-681) names: `ethereum:0x…@8453/transfer?…`. */
export const chainIdOf = (paymentUri: string): number => Number(/@(\d+)/.exec(paymentUri)?.[1]);

/** `, in about 24 s`: when so many more confirmations are usually there. Empty where nobody knows the network's pace. */
export function untilConfirmed(chainId: number, missing: number): string {
  const seconds = missing > 0 ? usualSeconds({ chainId, confirmationsRequired: missing }) : null;
  if (seconds === null) return '';
  return `, in about ${seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}`;
}
