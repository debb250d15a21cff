/** How far blocks' times and the clocks of our processes may be apart, in ms. */
export const MAX_CLOCK_SKEW_MS = 600_000;

/** What is known of one chain when a question is asked: how far its follower has read. */
export interface ChainView {
  /** Height of the last block read. */
  readonly height: number;
  /** That block's own timestamp, epoch ms; earlier while no other RPC has agreed on it. */
  readonly blockTimeMs: number;
  /** When every healthy RPC last agreed that nothing is beyond that block, epoch ms; null when never. */
  readonly caughtUpAtMs: number | null;
  /** Blocks that make a payment confirmed on this chain. */
  readonly confirmations: number;
  /** It was reorganised past what it had called final: what was read is in doubt until an operator resumes it. */
  readonly halted: boolean;
}

export type ChainViews = ReadonlyMap<string, ChainView>;

/** A chain that makes no block for so long past a deadline has passed it all the same. */
export const QUIET_CHAIN_MS = 60_000;

/** `head − block + 1`; 0 when the block is beyond what was read. */
export function confirmationsOf(blockNumber: number, headNumber: number): number {
  return Math.max(0, headNumber - blockNumber + 1);
}

/** The height at which a block's transfers have `confirmations`. */
export function confirmingHeight(blockNumber: number, confirmations: number): number {
  return blockNumber + confirmations - 1;
}

/** How old what was read last may be for the chain to count as read up to now, in ms. */
const READ_TO_MS = 60_000;

/** Was all of the chain read within the last minute: to its end, or to a block of that minute? Epoch ms. */
export function hasReadTo(
  read: { readonly caughtUpAtMs: number | null; readonly blockTimeMs: number | null },
  nowMs: number,
): boolean {
  return Math.max(read.caughtUpAtMs ?? 0, read.blockTimeMs ?? 0) >= nowMs - READ_TO_MS;
}

/**
 * Has the chain been read past a moment, so that no payment made in time can be missing? True when a later block was
 * read, or when the chain stood still for 60 s beyond the moment with all of it read.
 */
export function hasReadPast(view: ChainView | undefined, momentMs: number): boolean {
  if (view === undefined) return false;
  if (view.blockTimeMs > momentMs) return true;
  return view.caughtUpAtMs !== null && view.caughtUpAtMs >= momentMs + QUIET_CHAIN_MS;
}
