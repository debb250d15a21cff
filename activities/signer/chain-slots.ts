import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';

/** How long work of a chain waits for a slot, in ms. As long as the chain's RPCs answer, one comes free sooner. */
const PATIENCE_MS = 1_000;

/** Does the work in one of its chain's slots. @throws ApplicationFailure, which is retried, when none is free. */
export type InChainSlot = <T>(chainCode: string, work: () => Promise<T>) => Promise<T>;

interface Slots {
  taken: number;
  /** The tasks that wait for a slot, in order. */
  readonly waiting: Set<() => void>;
  /** True when a task has waited in vain, and no slot has come free since. */
  isStalled: boolean;
}

/**
 * Limits how many slots of one worker process a chain may hold for one kind of work. When all RPCs of a chain take
 * requests and never answer, each request holds its slot for minutes. So each chain has slots of its own.
 *
 * Work that finds none free gives the worker's slot back: after a moment, or at once when the chain is stalled.
 * Temporal retries it after a second, and then less and less often, up to a minute apart, without an event in any
 * history. A withdrawal that is due is sent in the next batch of its chain in the meantime.
 *
 * A task queue for each chain would do the same at a higher cost: each needs pollers. And a withdrawal of a chain that
 * is not configured any more would wait silently in a queue that nobody polls.
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
    const slots = chains.get(chainCode) ?? { taken: 0, waiting: new Set(), isStalled: false };
    chains.set(chainCode, slots);
    if (slots.taken < most) slots.taken += 1;
    else if (slots.isStalled || !(await waitForSlot(slots, patienceMs)))
      throw noSlot(`${what} on ${chainCode}`);
    try {
      return await work();
    } finally {
      release(slots);
    }
  };
}

/** Waits for a slot. @returns false when none came free in time. */
function waitForSlot(slots: Slots, patienceMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const take = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      slots.waiting.delete(take);
      slots.isStalled = true;
      resolve(false);
    }, patienceMs);
    slots.waiting.add(take);
  });
}

/** Gives the slot to the work that has waited longest. */
function release(slots: Slots): void {
  slots.isStalled = false;
  const [next] = slots.waiting;
  if (next === undefined) {
    slots.taken -= 1;
    return;
  }
  slots.waiting.delete(next);
  next();
}

function noSlot(work: string): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'NoChainSlot',
    message: `This worker already does as much for ${work} as it may. The work is retried by itself. If that lasts, chain status shows whether the RPCs of the chain answer.`,
    // Waiting for a slot is normal, so no retry logs a warning.
    category: ApplicationFailureCategory.BENIGN,
  });
}
