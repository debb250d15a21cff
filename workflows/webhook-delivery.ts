import {
  allHandlersFinished,
  condition,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow';
import type { DeliveryProgress, WebhookActivities } from '../activities/contract.js';
import { ATTEMPT } from './activity-options.js';
import { inOwnWords } from './database-step.js';
import { listenForWake } from './listen-for-wake.js';
import type { WebhookDeliveryInput } from '../src/temporal/messages.js';
import { showBusinessStatus } from './show-business-status.js';

const webhooks = proxyActivities<WebhookActivities>(ATTEMPT);

/**
 * The workflow of one delivery: one event for one endpoint. It makes attempts, with waits between them, until the
 * delivery succeeds, fails or is cancelled. A wake says that there is something to read: its endpoint was closed, or
 * the delivery got the slot that it waited for.
 */
export async function webhookDelivery(input: WebhookDeliveryInput): Promise<void> {
  const { deliveryId } = input;
  const signals = listenForWake();
  signals.forget();
  // The recorded attempts decide which attempt is next. The number in the input is only for the summary.
  let progress = await attempt({ deliveryId, number: null }, { ...input, number: input.nextNumber });
  while (progress.state === 'retry') {
    if (workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof webhookDelivery>({ ...input, nextNumber: progress.number });
    }
    const woken = await signals.waitFor(progress);
    signals.forget();
    progress = await attempt({ deliveryId, number: woken ? null : progress.number }, progress);
  }
  showBusinessStatus(progress.state);
  await condition(allHandlersFinished);
}

async function attempt(
  input: { readonly deliveryId: string; readonly number: number | null },
  shown: { readonly number: number; readonly maxAttempts: number; readonly host: string },
): Promise<DeliveryProgress> {
  const summary = `attempt ${shown.number} of ${shown.maxAttempts} → ${shown.host}`;
  try {
    const progress = await webhooks.attemptDelivery.executeWithOptions({ ...ATTEMPT, summary }, [input]);
    setCurrentDetails(progress.details);
    return progress;
  } catch (error) {
    throw inOwnWords(error);
  }
}
