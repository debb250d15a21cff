import type { OutboxTarget } from '../src/db/outbox.js';
import type { ActivityDependencies } from './dependencies.js';
import { settleNow } from './settle-now.js';

/** As many transactions as leave the pool's other connections to activities. */
const MAX_AT_ONCE = 4;

/**
 * Settles invoices before their workflows are told to: after a block that pays a hundred of them merchants hear of it
 * without waiting for a hundred workflow tasks. Settling is done once however often it is asked for, so the workflow,
 * told afterwards, finds it done, and does itself whatever failed here.
 *
 * Never rejects.
 */
export async function settleAhead(
  deps: Pick<ActivityDependencies, 'db' | 'chains' | 'now' | 'log'> & {
    readonly startDeliveries: () => Promise<void>;
  },
  targets: readonly OutboxTarget[],
): Promise<void> {
  const started: Promise<void>[] = [];
  const invoices = targets.filter(({ kind }) => kind === 'invoice').values();
  const settleNext = async (): Promise<void> => {
    for (const { targetId } of invoices) {
      try {
        await settleNow(deps, targetId);
        started.push(deps.startDeliveries());
      } catch (error) {
        deps.log.warn({ invoiceId: targetId, err: error }, 'an invoice is left to its workflow to settle');
      }
    }
  };
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, settleNext));
  await Promise.all(started);
}
