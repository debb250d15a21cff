import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { OutboxTarget } from '../../src/db/outbox/outbox.js';
import { isAltered, settleNow, type SettlingDependencies } from './settle-now.js';

/** How many transactions run at once: the pool's other connections are left to activities. */
const MAX_AT_ONCE = 4;
/** How long the others wait for one invoice: somebody may have sent it tens of thousands of transfers. */
const WAIT_MS = 2_000;
/** How many slow invoices may go on in the background after that; the next one is waited for. */
const MAX_SLOW = 4;

export type SettleAhead = (targets: readonly OutboxTarget[]) => Promise<void>;

/**
 * Creates a function that settles invoices before their workflows are woken. After a block that pays a hundred
 * invoices, merchants get the events without waiting for a hundred workflow tasks.
 *
 * Settling twice changes nothing. So the workflow, which is woken afterwards, finds the work done, or does it when it
 * failed here. An invoice that takes long goes on in the background. The function never rejects.
 */
export function createSettleAhead(
  deps: SettlingDependencies & {
    readonly startDeliveries: () => Promise<void>;
  },
): SettleAhead {
  /** The ids of the invoices that are not waited for any more. */
  const slow = new Set<string>();

  const settle = async (invoiceId: string, started: Promise<void>[]): Promise<void> => {
    try {
      await settleNow(deps, invoiceId);
      started.push(deps.startDeliveries());
    } catch (error) {
      // The operator is already told, by an alert.
      if (isAltered(error)) return;
      deps.log.warn({ invoiceId, err: error }, 'an invoice is left to its workflow to settle');
    }
  };

  const settleInTime = async (invoiceId: string, started: Promise<void>[]): Promise<void> => {
    // It is under way already: a second transaction would wait for the first, and hold a connection.
    if (slow.has(invoiceId)) return;
    const settled = settle(invoiceId, started);
    const giveUp = new AbortController();
    const late = pause(WAIT_MS, true, { signal: giveUp.signal }).catch(() => false);
    const isLate = await Promise.race([settled.then(() => false), late]);
    giveUp.abort();
    if (!isLate || slow.size >= MAX_SLOW) return settled;
    slow.add(invoiceId);
    void settled.then(() => slow.delete(invoiceId));
    deps.log.warn({ invoiceId }, 'an invoice takes long to settle: others do not wait for it');
  };

  return async (targets) => {
    const started: Promise<void>[] = [];
    const limit = pLimit(MAX_AT_ONCE);
    const invoices = targets.filter(({ kind }) => kind === 'invoice');
    await Promise.all(invoices.map(({ targetId }) => limit(() => settleInTime(targetId, started))));
    await Promise.all(started);
  };
}
