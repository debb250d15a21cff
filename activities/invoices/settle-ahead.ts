import { setTimeout as pause } from 'node:timers/promises';
import type { OutboxTarget } from '../../src/db/outbox/outbox.js';
import type { ActivityDependencies } from '../dependencies.js';
import { settleNow } from './settle-now.js';

/** As many transactions as leave the pool's other connections to activities. */
const MAX_AT_ONCE = 4;
/** How long all others wait for one: somebody may have sent it tens of thousands of transfers. */
const WAIT_MS = 2_000;
/** So many may go on by themselves after that; the next one is waited for. */
const MAX_SLOW = 4;

export type SettleAhead = (targets: readonly OutboxTarget[]) => Promise<void>;

/**
 * Settles invoices before their workflows are told to: after a block that pays a hundred of them merchants hear of it
 * without waiting for a hundred workflow tasks. Settling is done once however often it is asked for, so the workflow,
 * told afterwards, finds it done, and does itself whatever failed here. One that takes long goes on by itself.
 *
 * What is returned never rejects.
 */
export function createSettleAhead(
  deps: Pick<ActivityDependencies, 'db' | 'chains' | 'now' | 'log'> & {
    readonly startDeliveries: () => Promise<void>;
  },
): SettleAhead {
  /** Those that are not waited for any more, by their ids. */
  const slow = new Set<string>();

  const settle = async (invoiceId: string, started: Promise<void>[]): Promise<void> => {
    try {
      await settleNow(deps, invoiceId);
      started.push(deps.startDeliveries());
    } catch (error) {
      deps.log.warn({ invoiceId, err: error }, 'an invoice is left to its workflow to settle');
    }
  };

  const settleInTime = async (invoiceId: string, started: Promise<void>[]): Promise<void> => {
    // Under way: a second one would wait for the first, and hold a connection meanwhile.
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
    const invoices = targets.filter(({ kind }) => kind === 'invoice').values();
    const settleNext = async (): Promise<void> => {
      for (const { targetId } of invoices) await settleInTime(targetId, started);
    };
    await Promise.all(Array.from({ length: MAX_AT_ONCE }, settleNext));
    await Promise.all(started);
  };
}
