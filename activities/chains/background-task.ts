import { FollowerFencedError } from '../../src/db/chains/chain-cursor.js';
import type { Follower } from './follower.js';
import { RangePace } from './range-pace.js';

/** How many polls of the chain it rests after a failure. */
const REST_POLLS = 20;

/** What is done beside the follower and never in its way: one piece of work at a time. */
export class BackgroundTask {
  readonly #follower: Follower;
  readonly #ending = new AbortController();
  #running: Promise<void> | null = null;
  #restsUntilMs = 0;

  /** @param signal ends its requests. */
  constructor(follower: Follower, signal: AbortSignal) {
    const ending = AbortSignal.any([signal, this.#ending.signal]);
    this.#follower = { ...follower, client: follower.client.withSignal(ending), pace: new RangePace() };
  }

  /** Is nothing under way, and has it rested? */
  get isFree(): boolean {
    return this.#running === null && performance.now() >= this.#restsUntilMs;
  }

  /** Never waits, never throws. After a failure, which the log tells as `what`, it rests. */
  begin(
    work: (follower: Follower) => Promise<void>,
    { what, failed = () => undefined }: { readonly what: string; readonly failed?: () => void },
  ): void {
    this.#running = work(this.#follower)
      .catch((error: unknown) => {
        // The follower itself finds out as well, and says so.
        if (this.#ending.signal.aborted || error instanceof FollowerFencedError) return;
        const { deps, chain } = this.#follower;
        failed();
        this.rest(REST_POLLS);
        deps.log.warn({ chainCode: chain.chainCode, err: error }, what);
      })
      .finally(() => (this.#running = null));
  }

  rest(polls: number): void {
    this.#restsUntilMs = performance.now() + polls * this.#follower.chain.pollIntervalMs;
  }

  /** Ends its requests and waits for its end. */
  async end(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }
}
