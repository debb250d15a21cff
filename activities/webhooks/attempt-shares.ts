import {
  ATTEMPTS_PER_WORKER,
  UNHEALTHY_ATTEMPTS_PER_WORKER,
} from '../../src/domain/webhooks/webhook-fairness.js';

/** Endpoints that are remembered as waiting; a delivery beyond them looks again by itself. */
const WAITING_MAX = 10_000;
/** What a merchant may hold at most, of the places that are free beside his. */
const MERCHANT_PART = 1 / 4;
/** What an endpoint may hold at most, of the places that are left to its merchant: twenty endpoints leave some. */
const ENDPOINT_PART = 1 / 6;
/** While fewer than this part of all places are taken, anyone may take one: even if all were had by one endpoint. */
const OPEN_PART = (ENDPOINT_PART * MERCHANT_PART) / (1 + ENDPOINT_PART * (1 + MERCHANT_PART));

/** For whom an attempt is made. */
export interface AttemptTarget {
  readonly merchantId: string;
  readonly endpointId: string;
  /** Whether the endpoint is known to answer. */
  readonly isHealthy: boolean;
}

/** One place of the worker. Released once, at the end of its attempt. */
export interface AttemptShare {
  /** Says whom it is for, where it was taken before that was known. */
  assign(target: AttemptTarget): void;
  release(): void;
}

/** How many places there are, and how many of them may go to endpoints that are not known to answer. */
export interface ShareLimits {
  readonly attemptsMax: number;
  readonly unhealthyMax: number;
}

/**
 * The places of one worker process, shared so that nobody can hold all of them however slow his receivers are: a
 * merchant may hold no more than a part of what is still free, and each of his endpoints no more than a part of what is
 * left to him. So there is a place for the next merchant, and for the next endpoint of this one. (The dynamic
 * thresholds of Choudhury and Hahne, IEEE/ACM Transactions on Networking 6(2), 1998.)
 */
export class AttemptShares {
  readonly #limits: ShareLimits;
  readonly #ofMerchant = new Map<string, number>();
  readonly #ofEndpoint = new Map<string, number>();
  #underWay = 0;
  /** Of those: how many are not known to go to an endpoint that answers. */
  #unproven = 0;
  /** Endpoints that found no place, in order, with their merchants. */
  readonly #waiting = new Map<string, string>();

  constructor({
    attemptsMax = ATTEMPTS_PER_WORKER,
    unhealthyMax = UNHEALTHY_ATTEMPTS_PER_WORKER,
  }: Partial<ShareLimits> = {}) {
    this.#limits = { attemptsMax, unhealthyMax };
  }

  /** A place for whomever it turns out to be; undefined: it has to be known who asks. */
  takeOpen(): AttemptShare | undefined {
    const { attemptsMax, unhealthyMax } = this.#limits;
    if (this.#underWay >= Math.min(attemptsMax * OPEN_PART, unhealthyMax)) return undefined;
    return this.#take();
  }

  /** Undefined: none is free for this one. */
  take(target: AttemptTarget): AttemptShare | undefined {
    if (!target.isHealthy && this.#unproven >= this.#limits.unhealthyMax) return undefined;
    if (!this.#hasRoom(target)) return undefined;
    const share = this.#take();
    share.assign(target);
    return share;
  }

  /** The endpoint is told of by `nextWaiting` when there is room again. */
  wait({ merchantId, endpointId }: Omit<AttemptTarget, 'isHealthy'>): void {
    if (this.#waiting.size < WAITING_MAX) this.#waiting.set(endpointId, merchantId);
  }

  /** Takes the endpoint that has waited longest, of those that there is room for, out of the line. */
  nextWaiting(): Omit<AttemptTarget, 'isHealthy'> | undefined {
    for (const [endpointId, merchantId] of this.#waiting) {
      if (!this.#hasRoom({ merchantId, endpointId })) continue;
      this.#waiting.delete(endpointId);
      return { merchantId, endpointId };
    }
    return undefined;
  }

  #hasRoom({ merchantId, endpointId }: Omit<AttemptTarget, 'isHealthy'>): boolean {
    const free = this.#limits.attemptsMax - this.#underWay;
    const leftToMerchant = free * MERCHANT_PART - (this.#ofMerchant.get(merchantId) ?? 0);
    const ofEndpoint = this.#ofEndpoint.get(endpointId) ?? 0;
    return leftToMerchant > 0 && (ofEndpoint === 0 || ofEndpoint < leftToMerchant * ENDPOINT_PART);
  }

  #take(): AttemptShare {
    let assigned: AttemptTarget | undefined;
    let isReleased = false;
    this.#underWay += 1;
    this.#unproven += 1;
    return {
      assign: (target) => {
        if (assigned !== undefined) return;
        assigned = target;
        if (target.isHealthy) this.#unproven -= 1;
        add(this.#ofMerchant, target.merchantId, 1);
        add(this.#ofEndpoint, target.endpointId, 1);
      },
      release: () => {
        if (isReleased) return;
        isReleased = true;
        this.#underWay -= 1;
        if (assigned?.isHealthy !== true) this.#unproven -= 1;
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
