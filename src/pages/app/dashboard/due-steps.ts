import type { Schemas } from '../../../client/client.js';
import type { TimelineStep } from '../parts/timeline.js';

/** The attempts of deliveries that are still to be made. */
export function dueDeliveries(deliveries: readonly Schemas['WebhookDelivery'][]): readonly TimelineStep[] {
  return deliveries
    .filter(({ status }) => status === 'pending')
    .map(({ deliveryId, event, attemptCount, nextAttemptAt }) => ({
      ...{ key: deliveryId, tone: 'due', more: 'Webhook', at: nextAttemptAt },
      fact: `Delivery of ${event}, attempt ${attemptCount + 1}`,
    }));
}

/** Sorts after every time. */
const LATER = '~';

/** What has a time comes in its order, and before what has none. */
export const inOrderOfTime = (steps: readonly TimelineStep[]): readonly TimelineStep[] =>
  steps.toSorted((one, other) => ((one.at ?? LATER) < (other.at ?? LATER) ? -1 : 1));

/** Puts the workflow of a thing behind its request, the first of its facts. */
export const withWorkflow = (
  facts: readonly TimelineStep[],
  workflow: TimelineStep,
): readonly TimelineStep[] => [...facts.slice(0, 1), workflow, ...facts.slice(1)];
