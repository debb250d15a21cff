import { isRangeTooWide, suggestedBlocks } from '../../src/chain/rpc/rpc-errors.js';

/** The length of the first range. */
export const FIRST_BLOCKS = 100;
const MAX_BLOCKS = 2_000;
/** A range with this many logs grows no more: its answer is some megabytes of JSON. */
const ENOUGH_LOGS = 10_000;
const GROWTH = 1.5;
/** After a refusal, this many ranges are read before a wider one is tried again. */
const RANGES_BEFORE_GROWTH = 10;

/**
 * Decides how many blocks to ask for at once. Each provider limits the blocks, the logs, the bytes or the time of an
 * answer in its own way. So the range grows while requests succeed. After a failure it shrinks by half, or to the
 * number of blocks that the RPC suggests.
 */
export class RangePace {
  #blocks = FIRST_BLOCKS;
  #rangesBeforeGrowth = 0;

  get blocks(): number {
    return this.#blocks;
  }

  succeeded({ blocks, logs }: { blocks: number; logs: number }): void {
    if (this.#rangesBeforeGrowth > 0) {
      this.#rangesBeforeGrowth -= 1;
      return;
    }
    if (logs >= ENOUGH_LOGS || blocks < this.#blocks) return;
    this.#blocks = Math.min(MAX_BLOCKS, Math.ceil(this.#blocks * GROWTH));
  }

  /** Narrows the range. @returns false when it was a single block already: then its width is not the cause. */
  failed(error: unknown): boolean {
    if (this.#blocks === 1) return false;
    this.#rangesBeforeGrowth = RANGES_BEFORE_GROWTH;
    const half = Math.floor(this.#blocks / 2);
    const suggested = isRangeTooWide(error) ? suggestedBlocks(error) : null;
    this.#blocks = Math.max(1, suggested !== null && suggested < this.#blocks ? suggested : half);
    return true;
  }
}
