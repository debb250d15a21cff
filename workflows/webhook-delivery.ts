import {
  allHandlersFinished,
  condition,
  continueAsNew,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { DeliveryProgress, WebhookActivities } from '../activities/contract.js';
import { ATTEMPT } from './activity-options.js';
import { listenForWake } from './listen-for-wake.js';
import { notStoppedByCancellation, type ShowDetails } from './not-stopped-by-cancellation.js';
import { resultOrFailed } from './result-or-failed.js';
import type { WebhookDeliveryInput } from '../src/temporal/messages.js';
import { showBusinessStatus } from './show-business-status.js';

const webhooks = proxyActivities<WebhookActivities>(ATTEMPT);

/**
 * The workflow of one delivery: one event for one endpoint. It makes attempts, with waits between them, until the
 * delivery succeeds, fails or is cancelled. A wake says that there is something to read: its endpoint was closed, or
 * the delivery got the slot that it waited for.
 *
 * @returns the state of the delivery, in one sentence.
 */
export function webhookDelivery(input: WebhookDeliveryInput): Promise<string> {
  return notStoppedByCancellation('its merchant ends it, by disabling or deleting the endpoint.', (show) =>
    attemptUntilDone(input, show),
  );
}

async function attemptUntilDone(input: WebhookDeliveryInput, show: ShowDetails): Promise<string> {
  const { deliveryId } = input;
  const signals = listenForWake();
  signals.forget();
  // The recorded attempts decide which attempt is next. The number in the input is only for the summary.
  let progress = await attempt({ deliveryId, number: null }, { ...input, number: input.nextNumber }, show);
  while (progress.state === 'retry') {
    if (isFailure(progress)) showBusinessStatus('retrying');
    if (workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof webhookDelivery>({ ...input, nextNumber: progress.number });
    }
    const woken = await signals.waitFor(progress);
    signals.forget();
    progress = await attempt({ deliveryId, number: woken ? null : progress.number }, progress, show);
  }
  showBusinessStatus(progress.state);
  await condition(allHandlersFinished);
  return progress.said;
}

/** False for results in histories of earlier versions, which do not have it. */
function isFailure({ failed }: Partial<DeliveryProgress>): boolean {
  return typeof failed === 'string';
}

async function attempt(
  input: { readonly deliveryId: string; readonly number: number | null },
  shown: { readonly number: number; readonly maxAttempts: number; readonly host: string },
  show: ShowDetails,
): Promise<DeliveryProgress> {
  const summary = `attempt ${shown.number} of ${shown.maxAttempts} → ${shown.host}`;
  const progress = await resultOrFailed(
    webhooks.attemptDelivery.executeWithOptions({ ...ATTEMPT, summary }, [input]),
  );
  show(progress.details);
  return progress;
}
