/** Withdrawals of one chain that a signing worker looks after at once. */
export const WITHDRAWALS_PER_CHAIN = 8;
/** One, and what may be left of one that ran out of time and is tried again. */
export const SWEEPS_PER_CHAIN = 2;
/** For those who come to see that their chain has no place left. */
const PLACES_TO_LOOK = 8;

/** How many activities a signing worker runs at once, so that each chain's places are there whatever the others do. */
export function signerSlots(chainCount: number): number {
  return chainCount * (WITHDRAWALS_PER_CHAIN + SWEEPS_PER_CHAIN) + PLACES_TO_LOOK;
}
