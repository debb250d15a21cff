import { FollowerFencedError } from '../../src/db/chains/chain-cursor.js';
import type { Follower } from './follower.js';
import { RangePace } from './range-pace.js';

/** After a failure, the task rests for this many polls of the chain. */
const REST_POLLS = 20;

/** Work that runs beside the follower and never delays it: one piece of work at a time. */
export class BackgroundTask {
  readonly #follower: Follower;
  readonly #ending = new AbortController();
  #running: Promise<void> | null = null;
  #restsUntilMs = 0;

  /** @param signal ends the task's requests. */
  constructor(follower: Follower, signal: AbortSignal) {
    const ending = AbortSignal.any([signal, this.#ending.signal]);
    this.#follower = { ...follower, client: follower.client.withSignal(ending), pace: new RangePace() };
  }

  /** True when nothing is running and the rest is over. */
  get isFree(): boolean {
    return this.#running === null && performance.now() >= this.#restsUntilMs;
  }

  /** Starts the work. Never waits, never throws. After a failure, it logs the message `what` and rests. */
  begin(
    work: (follower: Follower) => Promise<void>,
    { what, failed = () => undefined }: { readonly what: string; readonly failed?: () => void },
  ): void {
    this.#running = work(this.#follower)
      .catch((error: unknown) => {
        // A fenced follower finds this out itself, and logs it.
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

  /** Aborts the requests, and waits until the work has ended. */
  async end(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }
}
