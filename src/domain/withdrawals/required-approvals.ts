import type { WithdrawalLimits } from './withdrawal-limits.js';

/** Returns how many different operators have to approve. */
export function approvalsRequired(limits: WithdrawalLimits, amountAtomic: bigint): 1 | 2 {
  const above = limits.twoApprovalsAboveAtomic;
  return above !== null && amountAtomic > above ? 2 : 1;
}

/** Says whether a withdrawal is small enough to need no approval. A refund always needs an operator's. */
export function isApprovedAutomatically(
  limits: WithdrawalLimits,
  { kind, amountAtomic }: { readonly kind: 'payout' | 'refund'; readonly amountAtomic: bigint },
): boolean {
  const below = limits.autoApproveBelowAtomic;
  return kind === 'payout' && below !== null && amountAtomic < below;
}
