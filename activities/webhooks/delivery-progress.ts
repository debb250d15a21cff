import type { DeliveryEnd } from '../../src/db/webhooks/deliveries.js';
import type { DeliveryStatus } from '../../src/db/webhooks/delivery-views.js';
import {
  causeInWords,
  deliveryInWords,
  deliveryDetails,
  type DeliveryAttempt,
  type DeliverySnapshot,
} from '../../src/domain/webhooks/delivery-in-words.js';
import { durationInWords } from '../../src/domain/core/duration-in-words.js';
import type { DeliveryProgress } from '../contract.js';
import type { SecretBox } from '../../src/db/core/secret-box.js';
import type { ActivityDependencies } from '../dependencies.js';

/** The dependencies of delivering webhooks. */
export interface DeliveringDependencies extends Pick<
  ActivityDependencies,
  'db' | 'depositAddress' | 'now' | 'log' | 'webhooks' | 'dispatchOutbox'
> {
  /** Opens the secrets of the endpoints. */
  readonly secretBox: SecretBox;
}

/** The facts of which a delivery's progress is built. */
export interface DeliveryFacts {
  readonly delivery: { readonly eventType: string; readonly url: string };
  readonly attempts: readonly DeliveryAttempt[];
  readonly snapshot: DeliverySnapshot;
  /** True when the last attempt was made now and has failed. */
  readonly hasFailed?: boolean;
  /** How long a queued delivery waits until it asks by itself, in ms. */
  readonly queueDelayMs?: number | undefined;
}

export function progressOf(
  deps: Pick<DeliveringDependencies, 'now' | 'webhooks'>,
  facts: DeliveryFacts,
): DeliveryProgress {
  const { delivery, attempts, snapshot } = facts;
  const maxAttempts = deps.webhooks.retryDelaysMs.length;
  const { host } = new URL(delivery.url);
  const details = deliveryDetails({
    eventType: delivery.eventType,
    host,
    maxAttempts,
    attempts,
    snapshot,
  });
  const delayMs =
    snapshot.kind === 'retry' ? Math.max(0, snapshot.atMs - deps.now()) : (facts.queueDelayMs ?? 0);
  const last = attempts.findLast(({ durationMs }) => durationMs !== null);
  const cause = last === undefined ? '' : `${causeInWords(last)}; `;
  const waitingFor =
    snapshot.kind === 'queued'
      ? `waits for a slot: ${snapshot.busy}`
      : `${cause}retry in ${durationInWords(delayMs)}`;
  const said = deliveryInWords({ maxAttempts, attempts, snapshot, waiting: waitingFor });
  const isOpen = snapshot.kind === 'retry' || snapshot.kind === 'queued';
  const failed = facts.hasFailed === true ? (isOpen ? waitingFor : said) : null;
  if (!isOpen) return { said, failed, state: snapshot.kind, details };
  return {
    said,
    failed,
    state: 'retry',
    details,
    number: snapshot.number,
    delayMs,
    waitingFor,
    maxAttempts,
    host,
  };
}

/** The stored facts of a delivery. */
interface StoredDelivery {
  readonly status: DeliveryStatus;
  readonly cancelReason: string | null;
  readonly nextAttemptAtMs: number | null;
}

export function endOf(
  { cancelReason }: Pick<StoredDelivery, 'cancelReason'>,
  status: Exclude<DeliveryStatus, 'pending'>,
): DeliveryEnd {
  return status === 'cancelled' ? { kind: status, reason: cancelReason ?? '' } : { kind: status };
}

/** Returns the snapshot of a delivery from what is committed. Its last attempt must be recorded. */
export function snapshotOf(
  delivery: StoredDelivery,
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
