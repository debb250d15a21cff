import { isRangeTooWide, suggestedBlocks } from '../../src/chain/rpc/rpc-errors.js';

const FIRST_BLOCKS = 100;
const MAX_BLOCKS = 2_000;
/** Logs of one answer beyond which a range grows no more: some megabytes of JSON. */
const ENOUGH_LOGS = 10_000;
const GROWTH = 1.5;
/** Ranges read after a refusal before a wider one is tried again. */
const RANGES_BEFORE_GROWTH = 10;

/**
 * How many blocks to ask for at once. Providers bound the blocks, the logs, the bytes or the time of an answer, each
 * in its own way: so the range grows while all goes well, and shrinks, to what the RPC suggests or by half, when not.
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

  /** @returns false when a single block was too much already: then the width is not what is wrong. */
  failed(error: unknown): boolean {
    if (this.#blocks === 1) return false;
    this.#rangesBeforeGrowth = RANGES_BEFORE_GROWTH;
    const half = Math.floor(this.#blocks / 2);
    const suggested = isRangeTooWide(error) ? suggestedBlocks(error) : null;
    this.#blocks = Math.max(1, suggested !== null && suggested < this.#blocks ? suggested : half);
    return true;
  }
}
