import { proxyActivities, setCurrentDetails, sleep } from '@temporalio/workflow';
import type { DeliveryProgress, WebhookActivities } from '../activities/contract.js';
import { durationInWords } from '../src/domain/duration-in-words.js';
import { ATTEMPT } from './activity-options.js';
import { inOwnWords } from './database-step.js';
import type { WebhookDeliveryInput } from './messages.js';
import { showBusinessStatus } from './show-business-status.js';

const webhooks = proxyActivities<WebhookActivities>(ATTEMPT);

/** One event for one endpoint: attempts, and the waits between them, until it succeeds, fails or is cancelled. */
export async function webhookDelivery(input: WebhookDeliveryInput): Promise<void> {
  const { deliveryId } = input;
  // What was recorded decides which attempt is next; the input only knows what to call it.
  let progress = await attempt({ deliveryId, number: null }, { ...input, number: input.nextNumber });
  while (progress.state === 'retry') {
    await sleep(progress.delayMs, { summary: `retry in ${durationInWords(progress.delayMs)}` });
    progress = await attempt({ deliveryId, number: progress.number }, progress);
  }
  showBusinessStatus(progress.state);
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
