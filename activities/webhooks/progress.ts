import type { DeliveryEnd } from '../../src/db/webhooks/deliveries.js';
import type { DeliveryStatus } from '../../src/db/webhooks/delivery-views.js';
import {
  deliveryStory,
  type DeliveryAttempt,
  type DeliverySnapshot,
} from '../../src/domain/webhooks/delivery-story.js';
import { durationInWords } from '../../src/domain/core/duration-in-words.js';
import type { DeliveryProgress } from '../contract.js';
import type { ActivityDependencies } from '../dependencies.js';

/** What delivering needs of the worker. */
export type DeliveringDependencies = Pick<
  ActivityDependencies,
  'db' | 'now' | 'log' | 'webhooks' | 'secretBox' | 'dispatchOutbox'
>;

/** What is known of a delivery, to tell where it stands. */
export interface Facts {
  readonly delivery: { readonly eventType: string; readonly url: string };
  readonly attempts: readonly DeliveryAttempt[];
  readonly standing: DeliverySnapshot;
  /** How long one that is queued waits until it looks by itself. */
  readonly queueDelayMs?: number | undefined;
}

export function progressOf(
  deps: Pick<DeliveringDependencies, 'now' | 'webhooks'>,
  facts: Facts,
): DeliveryProgress {
  const { delivery, attempts, standing } = facts;
  const maxAttempts = deps.webhooks.retryDelaysMs.length;
  const { host } = new URL(delivery.url);
  const { eventType } = delivery;
  const details = deliveryStory({ eventType, host, maxAttempts, attempts, snapshot: standing });
  if (standing.kind !== 'retry' && standing.kind !== 'queued') return { state: standing.kind, details };
  const delayMs =
    standing.kind === 'retry' ? Math.max(0, standing.atMs - deps.now()) : (facts.queueDelayMs ?? 0);
  const waitingFor =
    standing.kind === 'retry' ? `retry in ${durationInWords(delayMs)}` : `a place: ${standing.busy}`;
  return { state: 'retry', details, number: standing.number, delayMs, waitingFor, maxAttempts, host };
}

interface Recorded {
  readonly status: DeliveryStatus;
  readonly cancelReason: string | null;
  readonly nextAttemptAtMs: number | null;
}

export function endOf(
  { cancelReason }: Pick<Recorded, 'cancelReason'>,
  status: Exclude<DeliveryStatus, 'pending'>,
): DeliveryEnd {
  return status === 'cancelled' ? { kind: status, reason: cancelReason ?? '' } : { kind: status };
}

/** Where a delivery stands by what is committed, its last attempt being recorded. */
export function standingOf(
  delivery: Recorded,
  attempts: readonly DeliveryAttempt[],
  nowMs: number,
): DeliverySnapshot {
  if (delivery.status !== 'pending') return endOf(delivery, delivery.status);
  return {
    kind: 'retry',
    number: (attempts.at(-1)?.number ?? 0) + 1,
    atMs: delivery.nextAttemptAtMs ?? nowMs,
  };
}
