import {
  ATTEMPTS_PER_WORKER,
  hasRoom,
  OPEN_PART,
  UNHEALTHY_ATTEMPTS_PER_WORKER,
} from '../../src/domain/webhooks/webhook-fairness.js';

/** How many endpoints are remembered as waiting. A delivery to any other one asks again by itself. */
const WAITING_MAX = 10_000;
/** The merchant and endpoint of an attempt. */
export interface AttemptTarget {
  readonly merchantId: string;
  readonly endpointId: string;
  /** True when the endpoint is known to answer. */
  readonly isHealthy: boolean;
}

/** One slot of the worker. It is released once, at the end of its attempt. */
export interface AttemptShare {
  /** Sets the merchant and endpoint of the slot, when it was taken before they were known. */
  assign(target: AttemptTarget): void;
  release(): void;
}

/** How many slots there are, and how many of them may go to endpoints that are not known to answer. */
export interface ShareLimits {
  readonly attemptsMax: number;
  readonly unhealthyMax: number;
}

/**
 * The slots of one worker process. No merchant can hold all of them, however slow the receivers are. A merchant may hold
 * only a part of the slots that are still free. Each endpoint may hold only a part of those left to its merchant. So there
 * is always a slot for the next merchant, and for the next endpoint of the same merchant. (The dynamic thresholds of
 * Choudhury and Hahne, IEEE/ACM Transactions on Networking 6(2), 1998.)
 */
export class AttemptShares {
  readonly #limits: ShareLimits;
  readonly #ofMerchant = new Map<string, number>();
  readonly #ofEndpoint = new Map<string, number>();
  #underWay = 0;
  /** The part of `#underWay` that is not known to go to an endpoint that answers. */
  #unhealthy = 0;
  /** The merchants of the endpoints that found no slot, by endpoint, in order. */
  readonly #waiting = new Map<string, string>();

  constructor({
    attemptsMax = ATTEMPTS_PER_WORKER,
    unhealthyMax = UNHEALTHY_ATTEMPTS_PER_WORKER,
  }: Partial<ShareLimits> = {}) {
    this.#limits = { attemptsMax, unhealthyMax };
  }

  /** Takes a slot before its merchant and endpoint are known. Undefined: too few are free for that. */
  takeOpen(): AttemptShare | undefined {
    const { attemptsMax, unhealthyMax } = this.#limits;
    if (this.#underWay >= Math.min(attemptsMax * OPEN_PART, unhealthyMax)) return undefined;
    return this.#take();
  }

  /** Takes a slot for this endpoint. Undefined: none is free for it. */
  take(target: AttemptTarget): AttemptShare | undefined {
    if (!target.isHealthy && this.#unhealthy >= this.#limits.unhealthyMax) return undefined;
    if (!this.#hasRoom(target)) return undefined;
    const share = this.#take();
    share.assign(target);
    return share;
  }

  /** Puts the endpoint in the queue: `nextWaiting` returns it when there is room again. */
  wait({ merchantId, endpointId }: Omit<AttemptTarget, 'isHealthy'>): void {
    if (this.#waiting.size < WAITING_MAX) this.#waiting.set(endpointId, merchantId);
  }

  /** Takes an endpoint out of the queue: among those with a free slot, the one that has waited longest. */
  nextWaiting(): Omit<AttemptTarget, 'isHealthy'> | undefined {
    for (const [endpointId, merchantId] of this.#waiting) {
      if (!this.#hasRoom({ merchantId, endpointId })) continue;
      this.#waiting.delete(endpointId);
      return { merchantId, endpointId };
    }
    return undefined;
  }

  #hasRoom({ merchantId, endpointId }: Omit<AttemptTarget, 'isHealthy'>): boolean {
    return hasRoom({
      free: this.#limits.attemptsMax - this.#underWay,
      ofMerchant: this.#ofMerchant.get(merchantId) ?? 0,
      ofEndpoint: this.#ofEndpoint.get(endpointId) ?? 0,
    });
  }

  #take(): AttemptShare {
    let assigned: AttemptTarget | undefined;
    let isReleased = false;
    this.#underWay += 1;
    this.#unhealthy += 1;
    return {
      assign: (target) => {
        if (assigned !== undefined) return;
        assigned = target;
        if (target.isHealthy) this.#unhealthy -= 1;
        add(this.#ofMerchant, target.merchantId, 1);
        add(this.#ofEndpoint, target.endpointId, 1);
      },
      release: () => {
        if (isReleased) return;
        isReleased = true;
        this.#underWay -= 1;
        if (assigned?.isHealthy !== true) this.#unhealthy -= 1;
        if (assigned === undefined) return;
        add(this.#ofMerchant, assigned.merchantId, -1);
        add(this.#ofEndpoint, assigned.endpointId, -1);
      },
    };
  }
}

function add(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
