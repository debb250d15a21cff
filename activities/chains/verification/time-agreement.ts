import { askTime, readDisputedTime } from '../../../src/chain/agreement/disputed-time.js';
import { findTimeToAgree, noteAgreedTime, type TimeToAgree } from '../../../src/db/chains/agreed-time.js';
import { endDispute, noteDispute } from '../../../src/db/chains/chain-disputes.js';
import type { Follower } from '../follower.js';
import { BackgroundTask } from '../background-task.js';
import { MAX_SILENT_POLLS, WAIT_POLLS } from './second-opinion-polls.js';

/**
 * Has another RPC confirm the time of the last block read, when an invoice is over by that time. A block's hash doesn't
 * prove its time here, so a single RPC could end invoices early.
 * - While the RPCs contradict each other, the earlier time counts.
 * - When none of the other RPCs answers for a while, our own clock replaces them. So a missing second RPC never blocks
 *   expiry, and no invoice expires before its end by our own clock.
 */
export class TimeAgreement {
  readonly #task: BackgroundTask;
  /** The block for which no other RPC has given a time yet. */
  #waiting: { readonly block: TimeToAgree; readonly sinceMs: number } | null = null;
  /** Null when only the database knows whether an earlier follower has recorded a dispute. */
  #isInDispute: boolean | null = null;

  constructor(follower: Follower, signal: AbortSignal) {
    this.#task = new BackgroundTask(follower, signal);
  }

  /** Begins when the task is free. Never waits, never throws. */
  beginIfDue(): void {
    if (!this.#task.isFree) return;
    this.#task.begin((follower) => this.#agree(follower), { what: 'the agreement on a time waits' });
  }

  /** Aborts the requests, and waits until the work has ended. */
  end(): Promise<void> {
    return this.#task.end();
  }

  async #agree(follower: Follower): Promise<void> {
    const { deps, chain, client, claim } = follower;
    const block = this.#waiting?.block ?? (await findTimeToAgree(deps.db, chain.chainCode));
    // No invoice waits for the time in dispute, or no RPC gives it any more.
    if (block === undefined) return this.#endDispute(follower);
    const answer = await askTime(client, block);
    if (answer === null) return this.#waitFor(follower, block);
    this.#waiting = null;
    if (answer.timeMs !== block.timestampMs) return this.#dispute(follower, { block, answer });
    await noteAgreedTime(deps.db, claim, block.timestampMs);
    await this.#endDispute(follower);
  }

  async #waitFor({ deps, chain, claim }: Follower, block: TimeToAgree): Promise<void> {
    this.#waiting ??= { block, sinceMs: performance.now() };
    const waitedMs = performance.now() - this.#waiting.sinceMs;
    if (waitedMs < MAX_SILENT_POLLS * chain.pollIntervalMs) {
      this.#task.rest(WAIT_POLLS);
      return;
    }
    this.#waiting = null;
    await noteAgreedTime(deps.db, claim, Math.min(block.timestampMs, deps.now()));
  }

  async #dispute(
    follower: Follower,
    { block, answer }: { block: TimeToAgree; answer: { readonly origin: string; readonly timeMs: number } },
  ): Promise<void> {
    const { deps, chain, client, claim } = follower;
    const { chainCode } = chain;
    const { agreedMs, earliestMs } = await readDisputedTime(client, block);
    await noteAgreedTime(deps.db, claim, agreedMs ?? earliestMs);
    if (agreedMs !== null) return this.#endDispute(follower);
    const { number: height, readFrom } = block;
    const reason =
      `${answer.origin} gives the time of block ${height} as ${new Date(answer.timeMs).toISOString()}, ` +
      `${readFrom ?? 'another RPC'} as ${new Date(block.timestampMs).toISOString()}: the earlier time counts`;
    await noteDispute(deps.db, { chainCode, about: 'time', height, reason }, deps.now());
    if (this.#isInDispute !== true)
      deps.log.error(
        { chainCode, height, reason },
        'the RPCs contradict each other about the time of a block',
      );
    this.#isInDispute = true;
    this.#task.rest(WAIT_POLLS);
  }

  async #endDispute({ deps, chain: { chainCode } }: Follower): Promise<void> {
    if (this.#isInDispute === false) return;
    await endDispute(deps.db, { chainCode, about: 'time' });
    this.#isInDispute = false;
  }
}
