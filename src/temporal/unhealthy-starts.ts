import type { Queryable } from '../db/core/database.js';
import { listFirstAttempts, type OutboxTarget } from '../db/outbox/outbox.js';
import {
  mayStartUnhealthy,
  UNHEALTHY_START_MS,
  UNHEALTHY_UNSEEN_MAX,
} from '../domain/webhooks/webhook-fairness.js';

/**
 * The deliveries that this process has started for endpoints that are not known to answer. Each is listed until its
 * first attempt is over, or waits in the queue of its endpoint. They are counted because Temporal's queue is in order:
 * a delivery to an endpoint that answers would wait behind all earlier ones.
 */
export class UnhealthyStarts {
  readonly #db: Queryable;
  /** When each delivery was started: epoch ms by delivery id. */
  readonly #startedAtMs = new Map<string, number>();
  #lastStartAtMs = -Infinity;

  constructor(db: Queryable) {
    this.#db = db;
  }

  note(targets: readonly OutboxTarget[]): void {
    this.#lastStartAtMs = performance.now();
    for (const { targetId } of targets) this.#startedAtMs.set(targetId, Date.now());
  }

  /** Tells whether more may be started. False: what was started must be tried first. */
  async hasRoom(): Promise<boolean> {
    if (this.#startedAtMs.size < UNHEALTHY_UNSEEN_MAX) return true;
    const open = await listFirstAttempts(this.#db, [...this.#startedAtMs.keys()]);
    let unseen = 0;
    for (const [deliveryId, startedAtMs] of this.#startedAtMs) {
      const isBegun = open.get(deliveryId);
      // When no worker has taken a delivery for this long, something blocks it, and the others need not wait for it.
      const isAwaited =
        isBegun === true || (isBegun === false && Date.now() - startedAtMs < UNHEALTHY_START_MS);
      if (isAwaited && !isBegun) unseen += 1;
      if (!isAwaited) this.#startedAtMs.delete(deliveryId);
    }
    const sinceLastMs = performance.now() - this.#lastStartAtMs;
    return mayStartUnhealthy({ unseen, hanging: this.#startedAtMs.size - unseen, sinceLastMs });
  }
}
