/** The largest difference between block times and the clocks of our processes, in ms. */
export const MAX_CLOCK_SKEW_MS = 600_000;

/** How far the follower of a chain has read. */
export interface ChainView {
  /** Height of the last block read. */
  readonly height: number;
  /** Timestamp of that block, epoch ms; an earlier time until another RPC has agreed on it. */
  readonly blockTimeMs: number;
  /** When all healthy RPCs last agreed that there is no block after that one, epoch ms; null: never. */
  readonly caughtUpAtMs: number | null;
  /** Confirmations that a payment needs on this chain. */
  readonly confirmations: number;
  /** A reorganisation replaced finalized blocks. Everything read is in doubt until an operator resumes the chain. */
  readonly halted: boolean;
}

export type ChainViews = ReadonlyMap<string, ChainView>;

/** A quiet chain counts as past a deadline after this time, in ms. */
export const QUIET_CHAIN_MS = 60_000;

/** Returns `head − block + 1`, or 0 when the block is above the head. */
export function confirmationsOf(blockNumber: number, headNumber: number): number {
  return Math.max(0, headNumber - blockNumber + 1);
}

/** Returns the height at which the transfers of a block have this many confirmations. */
export function confirmingHeight(blockNumber: number, confirmations: number): number {
  return blockNumber + confirmations - 1;
}

/** The last reading may be this old for the chain to count as read up to now, in ms. */
const READ_TO_MS = 60_000;

/**
 * Says whether the chain is read up to now: within the last minute the follower reached its head, or read a block of
 * that minute. Times in epoch ms.
 */
export function hasReadTo(
  read: { readonly caughtUpAtMs: number | null; readonly blockTimeMs: number | null },
  nowMs: number,
): boolean {
  return Math.max(read.caughtUpAtMs ?? 0, read.blockTimeMs ?? 0) >= nowMs - READ_TO_MS;
}

/**
 * Says whether the chain was read past a moment, so that no payment made before it can be missing. That is true after a
 * later block was read. It is also true when the follower was at the head at least 60 s after the moment.
 */
export function hasReadPast(view: ChainView | undefined, momentMs: number): boolean {
  if (view === undefined) return false;
  if (view.blockTimeMs > momentMs) return true;
  return view.caughtUpAtMs !== null && view.caughtUpAtMs >= momentMs + QUIET_CHAIN_MS;
}
