import { askTime, readDisputedTime } from '../../../src/chain/agreement/block-time.js';
import { findTimeToAgree, noteAgreedTime, type TimeToAgree } from '../../../src/db/chains/agreed-time.js';
import { endDispute, noteDispute } from '../../../src/db/chains/chain-disputes.js';
import type { Follower } from '../follower.js';
import { BackgroundTask } from '../background-task.js';

/** How many polls of the chain it waits before it asks about the same block, or about one in dispute, again. */
const WAIT_POLLS = 3;
/** For how many polls of the chain an invoice that is over waits for others that give no answer. */
const MAX_SILENT_POLLS = 20;

/**
 * Has the time of the block read last agreed on by another RPC, when an invoice is over by it: a block's hash doesn't
 * tell its time here, so that one RPC alone could let invoices end early. While they contradict each other the earlier
 * time counts. When none of the others answers for a while our own clock stands in: expiry never hangs for want of a
 * second RPC, and never comes before the invoice's time is over here.
 */
export class SecondClock {
  readonly #line: BackgroundTask;
  /** A block that nobody else has told a time of yet. */
  #waiting: { readonly block: TimeToAgree; readonly sinceMs: number } | null = null;
  /** Null: only the database knows whether a follower before this one has noted a dispute. */
  #isInDispute: boolean | null = null;

  constructor(follower: Follower, signal: AbortSignal) {
    this.#line = new BackgroundTask(follower, signal);
  }

  /** Begins when it is time to. Never waits, never throws. */
  turn(): void {
    if (!this.#line.isFree) return;
    this.#line.begin((follower) => this.#agree(follower), { what: 'the agreement on a time waits' });
  }

  /** Ends its requests and waits for its end. */
  end(): Promise<void> {
    return this.#line.end();
  }

  async #agree(follower: Follower): Promise<void> {
    const { deps, chain, client, claim } = follower;
    const block = this.#waiting?.block ?? (await findTimeToAgree(deps.db, chain.chainCode));
    // Nothing waits for what was in dispute, or it is no longer told.
    if (block === undefined) return this.#endDispute(follower);
    const told = await askTime(client, block);
    if (told === null) return this.#waitFor(follower, block);
    this.#waiting = null;
    if (told.timeMs !== block.timestampMs) return this.#dispute(follower, { block, told });
    await noteAgreedTime(deps.db, claim, block.timestampMs);
    await this.#endDispute(follower);
  }

  async #waitFor({ deps, chain, claim }: Follower, block: TimeToAgree): Promise<void> {
    this.#waiting ??= { block, sinceMs: performance.now() };
    const waitedMs = performance.now() - this.#waiting.sinceMs;
    if (waitedMs < MAX_SILENT_POLLS * chain.pollIntervalMs) {
      this.#line.rest(WAIT_POLLS);
      return;
    }
    this.#waiting = null;
    await noteAgreedTime(deps.db, claim, Math.min(block.timestampMs, deps.now()));
  }

  async #dispute(
    follower: Follower,
    { block, told }: { block: TimeToAgree; told: { readonly origin: string; readonly timeMs: number } },
  ): Promise<void> {
    const { deps, chain, client, claim } = follower;
    const { chainCode } = chain;
    const { agreedMs, earliestMs } = await readDisputedTime(client, block);
    await noteAgreedTime(deps.db, claim, agreedMs ?? earliestMs);
    if (agreedMs !== null) return this.#endDispute(follower);
    const { number: height, readFrom } = block;
    const reason =
      `${told.origin} says that block ${height} is of ${new Date(told.timeMs).toISOString()}, ` +
      `${readFrom ?? 'another RPC'} that it is of ${new Date(block.timestampMs).toISOString()}: the earlier counts`;
    await noteDispute(deps.db, { chainCode, about: 'time', height, reason }, deps.now());
    if (this.#isInDispute !== true)
      deps.log.error({ chainCode, height, reason }, 'the RPCs contradict each other');
    this.#isInDispute = true;
    this.#line.rest(WAIT_POLLS);
  }

  async #endDispute({ deps, chain: { chainCode } }: Follower): Promise<void> {
    if (this.#isInDispute === false) return;
    await endDispute(deps.db, { chainCode, about: 'time' });
    this.#isInDispute = false;
  }
}
