import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';

/** So long a chain's work waits for a place, in ms: while the chain goes on one comes free sooner. */
const PATIENCE_MS = 1_000;

/** Does the work in one of its chain's places. @throws ApplicationFailure, to be tried again, when none is free. */
export type InChainSlot = <T>(chainCode: string, work: () => Promise<T>) => Promise<T>;

interface Slots {
  taken: number;
  /** Those who wait for one, in order. */
  readonly waiting: Set<() => void>;
  /** Somebody has waited in vain, and none has come free since. */
  standsStill: boolean;
}

/**
 * The places of one worker process that a chain may hold for one kind of work. While all RPCs of a chain take requests
 * and never answer, whatever asks them holds its place for minutes; so a chain has places of its own, and what finds
 * none gives the worker's place back: after a moment, and at once where the chain stands still. Temporal tries it again
 * after a second and then less and less often, up to a minute apart, without an event in any history; and a withdrawal
 * that is due leaves with whichever of its chain has a turn.
 *
 * A task queue for each chain would do the same for more: pollers for each, and a withdrawal of a chain that is not
 * configured any more would lie where nobody looks and say nothing.
 *
 * @param options.patienceMs Default 1 000.
 */
export function createChainSlots({
  what,
  most,
  patienceMs = PATIENCE_MS,
}: {
  what: string;
  most: number;
  patienceMs?: number;
}): InChainSlot {
  const chains = new Map<string, Slots>();
  return async (chainCode, work) => {
    const places = chains.get(chainCode) ?? { taken: 0, waiting: new Set(), standsStill: false };
    chains.set(chainCode, places);
    if (places.taken < most) places.taken += 1;
    else if (places.standsStill || !(await waitForSlot(places, patienceMs)))
      throw noSlot(`${what} on ${chainCode}`);
    try {
      return await work();
    } finally {
      release(places);
    }
  };
}

/** @returns false when none came free in time. */
function waitForSlot(places: Slots, patienceMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const take = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      places.waiting.delete(take);
      places.standsStill = true;
      resolve(false);
    }, patienceMs);
    places.waiting.add(take);
  });
}

/** Gives it to whoever has waited longest. */
function release(places: Slots): void {
  places.standsStill = false;
  const [next] = places.waiting;
  if (next === undefined) {
    places.taken -= 1;
    return;
  }
  places.waiting.delete(next);
  next();
}

function noSlot(work: string): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'NoChainSlot',
    message: `This worker has as much under way for ${work} as it may. It is tried again by itself; should that last, chain status says whether the RPCs of the chain answer.`,
    // A queue in other words: no warning for each look.
    category: ApplicationFailureCategory.BENIGN,
  });
}
