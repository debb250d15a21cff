import { transaction, type Database } from '../../src/db/core/database.js';
import { recordEvent } from '../../src/db/webhooks/events.js';
import { newId } from '../../src/db/core/new-id.js';
import type { WithdrawalEventType } from '../../src/domain/webhooks/events.js';
import { EXAMPLE_DATA } from '../../src/webhooks/example-event.js';

const EVENTS_PER_TRANSACTION = 100;

/**
 * Records many events of a merchant, like those of a paid withdrawal. Each event has a delivery for every subscribed
 * endpoint. Events of invoices would need an invoice each, because its address is derived again before the event is
 * sent. The outbox rows are made older, because a worker leaves young rows to the process that wrote them.
 */
export async function recordEvents(
  db: Database,
  { merchantId, type, count }: { merchantId: string; type: WithdrawalEventType; count: number },
): Promise<void> {
  for (let recorded = 0; recorded < count; recorded += EVENTS_PER_TRANSACTION) {
    const size = Math.min(EVENTS_PER_TRANSACTION, count - recorded);
    await transaction(db, async (trx) => {
      for (let number = 0; number < size; number += 1) {
        await recordEvent(trx, {
          merchantId,
          type,
          dedupeKey: `bench/${newId('evt')}`,
          occurredAtMs: Date.now(),
          data: EXAMPLE_DATA[type],
        });
      }
      await trx.raw(`UPDATE outbox SET created_at = created_at - interval '1 minute'`);
    });
  }
}
