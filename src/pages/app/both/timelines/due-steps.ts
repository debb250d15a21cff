import type { Schemas } from '../../../../client/client.js';
import type { TimelineStep } from '../../parts/timeline.js';

/** Returns the next attempt of each pending delivery. */
export function dueDeliveries(deliveries: readonly Schemas['WebhookDelivery'][]): readonly TimelineStep[] {
  return deliveries
    .filter(({ status }) => status === 'pending')
    .map(({ deliveryId, event, attemptCount, nextAttemptAt }) => ({
      key: deliveryId,
      tone: 'due',
      more: 'Webhook',
      at: nextAttemptAt,
      fact: `Delivery of ${event}, attempt ${attemptCount + 1}`,
    }));
}

/** Sorts after every time. */
const LATER = '~';

/** Sorts steps by their time. Steps without a time come last. */
export const inOrderOfTime = (steps: readonly TimelineStep[]): readonly TimelineStep[] =>
  steps.toSorted((one, other) => ((one.at ?? LATER) < (other.at ?? LATER) ? -1 : 1));

/** Puts the step of the workflow after the first fact, which is the request. */
export const withWorkflow = (
  facts: readonly TimelineStep[],
  workflow: TimelineStep,
): readonly TimelineStep[] => [...facts.slice(0, 1), workflow, ...facts.slice(1)];
