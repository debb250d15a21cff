/** Withdrawals of one chain that a signing worker handles at once. */
export const WITHDRAWALS_PER_CHAIN = 8;
/** One sweep, and the rest of an earlier one that timed out and is retried. */
export const SWEEPS_PER_CHAIN = 2;
/** For activities that only find out that their chain has no free slot. */
const SLOTS_FOR_CHECKS = 8;

/**
 * Returns how many activities a signing worker runs at once. The slots of each chain stay free, however busy the other
 * chains are.
 */
export function signerSlots(chainCount: number): number {
  return chainCount * (WITHDRAWALS_PER_CHAIN + SWEEPS_PER_CHAIN) + SLOTS_FOR_CHECKS;
}
