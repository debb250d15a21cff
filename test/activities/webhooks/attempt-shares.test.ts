import { describe, expect, it } from '@jest/globals';
import { AttemptShares, type AttemptShare } from '../../../activities/webhooks/attempt-shares.js';

const AT_ONCE = 32;
const ENDPOINTS_MAX = 20;

interface Target {
  readonly merchantId: string;
  readonly endpointId: string;
  readonly isHealthy: boolean;
}

const slow = (merchant: number, endpoint: number): Target => ({
  merchantId: `mer_${merchant}`,
  endpointId: `we_${merchant}_${endpoint}`,
  isHealthy: true,
});

/** Lets every endpoint of this number of merchants take slots until none of them gets one. */
function takeAll(shares: AttemptShares, merchants: number): AttemptShare[] {
  const taken: AttemptShare[] = [];
  for (let round = 0; round < AT_ONCE; round += 1) {
    for (let merchant = 0; merchant < merchants; merchant += 1) {
      for (let endpoint = 0; endpoint < ENDPOINTS_MAX; endpoint += 1) {
        const share = shares.take(slow(merchant, endpoint));
        if (share !== undefined) taken.push(share);
      }
    }
  }
  return taken;
}

describe('the slots of a worker', () => {
  it.each([1, 2, 5, 20, 60])('are never all taken by %i merchants whose receivers are slow', (merchants) => {
    const shares = new AttemptShares();
    const taken = takeAll(shares, merchants);
    expect(taken.length).toBeGreaterThan(150);
    expect(shares.take(slow(merchants, 0))).toBeDefined();
  });

  it('leave one for every endpoint of a merchant whose other endpoints are slow', () => {
    const shares = new AttemptShares();
    for (let endpoint = 0; endpoint < ENDPOINTS_MAX - 1; endpoint += 1) {
      for (let count = 0; count < AT_ONCE; count += 1) shares.take(slow(0, endpoint));
    }
    expect(shares.take(slow(0, ENDPOINTS_MAX - 1))).toBeDefined();
  });

  it('are enough for one endpoint alone', () => {
    const shares = new AttemptShares();
    for (let count = 0; count < AT_ONCE; count += 1) expect(shares.take(slow(0, 0))).toBeDefined();
  });

  it('may be taken before the endpoint is known, as long as nobody could get too many', () => {
    const shares = new AttemptShares();
    let open = 0;
    for (let share = shares.takeOpen(); share !== undefined; share = shares.takeOpen()) {
      share.assign(slow(0, 0));
      open += 1;
    }
    expect(open).toBeGreaterThanOrEqual(AT_ONCE);
    expect(shares.take(slow(0, 1))).toBeDefined();
  });

  it('are all free again after each was released, once or more often', () => {
    const shares = new AttemptShares();
    const open = shares.takeOpen();
    const taken = takeAll(shares, 5);
    for (const share of [...taken, ...taken]) share.release();
    open?.release();
    expect(takeAll(shares, 5)).toHaveLength(taken.length);
  });
});

describe('an endpoint that found no free slot', () => {
  it('is notified in order, and only when there is a slot for it', () => {
    const shares = new AttemptShares({ attemptsMax: 8 });
    const taken = [0, 1, 2].map((endpoint) => shares.take(slow(0, endpoint)));
    const [other, again] = [slow(1, 0), slow(0, 3)];
    expect(shares.take(again)).toBeUndefined();
    shares.wait(again);
    shares.wait(other);
    shares.wait(again);
    // The first in line belongs to a merchant with its full share. The merchant of the next one has a free share.
    expect(shares.nextWaiting()).toMatchObject({ endpointId: other.endpointId });
    expect(shares.nextWaiting()).toBeUndefined();
    taken[0]?.release();
    expect(shares.nextWaiting()).toMatchObject({ endpointId: again.endpointId });
    expect(shares.nextWaiting()).toBeUndefined();
  });
});
