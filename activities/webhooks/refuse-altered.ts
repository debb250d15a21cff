import { transaction } from '../../src/db/core/database.js';
import { abandonAttempt, noteRefusedBody, type BegunAttempt } from '../../src/db/webhooks/begin-attempt.js';
import { grantFreeSlots } from '../../src/db/webhooks/delivery-slots.js';
import { whyNotProven } from '../../src/domain/webhooks/proven-body.js';
import { isHourlyAlertDue } from '../../src/domain/core/alert-throttle.js';
import type { DeliveryProgress } from '../contract.js';
import type { DeliveringDependencies } from './delivery-progress.js';

/** How often an altered event is checked again. Each check costs Temporal some events. */
const RECHECK_MS = 600_000;

/**
 * Takes back an attempt whose body somebody has altered in the database. The operator is told by the log, once an hour.
 * The slot of the endpoint becomes free, and the delivery waits until the body is restored. Null: it may be sent.
 */
export async function refuseAltered(
  deps: DeliveringDependencies,
  begun: BegunAttempt,
): Promise<DeliveryProgress | null> {
  const { eventId, eventType, merchantId, deliveryId, endpointId, number } = begun;
  const why = whyNotProven(deps.depositAddress, begun);
  if (why === null) {
    if (begun.isBodyRefused) await noteRefusedBody(deps.db, deliveryId, null);
    return null;
  }
  await noteRefusedBody(deps.db, deliveryId, deps.now());
  await abandonAttempt(deps.db, begun);
  const granted = await transaction(deps.db, (trx) => grantFreeSlots(trx, { endpointId, nowMs: deps.now() }));
  if (granted > 0) await deps.dispatchOutbox();
  if (isHourlyAlertDue(deps.log, `${eventId}/${why}`, Date.now())) {
    deps.log.error(
      { code: 'event_body_altered', eventId, merchantId, deliveryId },
      `Nothing was sent: the body of ${eventId} (${eventType}) is refused, because ${why}. Either DEPOSIT_XPUB was changed ` +
        'since then, or somebody has altered the database. Find out who, and restore the row of the event, for ' +
        'example from a backup.',
    );
  }
  const { host } = new URL(begun.url);
  const waitingFor = 'somebody to restore the body of the event, which was altered in the database';
  return {
    said: `pending: waits for ${waitingFor}`,
    failed: `nothing was sent: waits for ${waitingFor}`,
    state: 'retry',
    number,
    delayMs: RECHECK_MS,
    waitingFor,
    host,
    maxAttempts: deps.webhooks.retryDelaysMs.length,
    details: `**pending**: ${eventType} → ${host}\n\n- next: waits for ${waitingFor}`,
  };
}
