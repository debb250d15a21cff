import type { Queryable } from '../db/core/database.js';
import { listFirstAttempts, type OutboxTarget } from '../db/outbox/outbox.js';
import {
  mayStartUnhealthy,
  UNHEALTHY_START_MS,
  UNHEALTHY_UNSEEN_MAX,
} from '../domain/webhooks/webhook-fairness.js';

/**
 * What this process has started for endpoints that are not known to answer, until their first attempts are over or
 * stand in line: whatever is started stands in the engine's queue before what comes after, which may be for one that
 * answers.
 */
export class UnhealthyStarts {
  readonly #db: Queryable;
  /** By the delivery's id, in epoch ms. */
  readonly #startedAtMs = new Map<string, number>();
  #lastStartAtMs = -Infinity;

  constructor(db: Queryable) {
    this.#db = db;
  }

  note(targets: readonly OutboxTarget[]): void {
    this.#lastStartAtMs = performance.now();
    for (const { targetId } of targets) this.#startedAtMs.set(targetId, Date.now());
  }

  /** False: what was started is to be tried first. */
  async hasRoom(): Promise<boolean> {
    if (this.#startedAtMs.size < UNHEALTHY_UNSEEN_MAX) return true;
    const open = await listFirstAttempts(this.#db, [...this.#startedAtMs.keys()]);
    let unseen = 0;
    for (const [deliveryId, startedAtMs] of this.#startedAtMs) {
      const isBegun = open.get(deliveryId);
      // One that nobody has looked at for so long can't be, for whatever reason: the others needn't wait for it.
      const isAwaited =
        isBegun === true || (isBegun === false && Date.now() - startedAtMs < UNHEALTHY_START_MS);
      if (isAwaited && !isBegun) unseen += 1;
      if (!isAwaited) this.#startedAtMs.delete(deliveryId);
    }
    const sinceLastMs = performance.now() - this.#lastStartAtMs;
    return mayStartUnhealthy({ unseen, hanging: this.#startedAtMs.size - unseen, sinceLastMs });
  }
}
