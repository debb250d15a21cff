import { setTimeout as pause } from 'node:timers/promises';
import type { Anvil } from '../chain/anvil.js';

/** Methods after which the chain may have other blocks than before. */
const CHANGES_BLOCKS: readonly string[] = [
  ...['anvil_mine', 'evm_mine', 'anvil_reorg', 'anvil_rollback', 'evm_revert'],
  ...['eth_sendTransaction', 'eth_sendRawTransaction'],
];
/** After news, a follower makes this many polls at its own pace, because some work takes several polls. */
const QUICK_POLLS = 6;
/** Each further pause is longer by this factor. */
const GROWTH = 1.5;
const LONGEST_PAUSE_MS = 200;

/**
 * Says when a chain has new blocks. Its followers then look at once. Without news they look less and less often: each
 * look asks the node and the database, and nearly always finds nothing.
 */
export class ChainNews {
  #told = 0;
  readonly #resting = new Set<() => void>();

  tell(): void {
    this.#told += 1;
    for (const wake of this.#resting) wake();
  }

  /** Tells when the work is done, also when it fails. @returns what the work returns. */
  async tellAfter<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } finally {
      this.tell();
    }
  }

  /** @returns the wait of one follower between two polls. `pauseMs` is the pause that it would make by itself. */
  rests(): (pauseMs: number) => Promise<void> {
    let seen = this.#told;
    let quietPolls = 0;
    return async (pauseMs) => {
      // News that came during a poll may have come too late for it, so the next poll follows at once.
      if (this.#told === seen) await this.#untilTold(longer(pauseMs, quietPolls));
      quietPolls = this.#told === seen ? quietPolls + 1 : 0;
      seen = this.#told;
    };
  }

  async #untilTold(withinMs: number): Promise<void> {
    const over = new AbortController();
    let wake = (): void => undefined;
    const told = new Promise<void>((resolve) => (wake = resolve));
    this.#resting.add(wake);
    await Promise.race([told, pause(withinMs, undefined, { signal: over.signal })]);
    this.#resting.delete(wake);
    over.abort();
  }
}

function longer(pauseMs: number, quietPolls: number): number {
  const grown = pauseMs * GROWTH ** Math.max(0, quietPolls - QUICK_POLLS);
  return Math.min(grown, Math.max(pauseMs, LONGEST_PAUSE_MS));
}

/** Returns the same node. A change of its blocks through it tells the news. */
export function withNews(anvil: Anvil, news: ChainNews): Anvil {
  return {
    ...anvil,
    rpc: (method, params) =>
      CHANGES_BLOCKS.includes(method) ? news.tellAfter(anvil.rpc(method, params)) : anvil.rpc(method, params),
    mine: (blocks) => news.tellAfter(anvil.mine(blocks)),
    reorg: (depth, transactions) => news.tellAfter(anvil.reorg(depth, transactions)),
  };
}
