import { transaction, type Database } from '../../src/db/database.js';
import { recordEvent } from '../../src/db/events.js';
import { newId } from '../../src/db/new-id.js';
import type { EventType } from '../../src/domain/events.js';

const EVENTS_PER_TRANSACTION = 100;

/**
 * Records so many events of a merchant, as settling an invoice does: a delivery for each endpoint that subscribed.
 * Their rows in the outbox are made old enough that a worker doesn't leave them to whoever wrote them.
 */
export async function recordEvents(
  db: Database,
  { merchantId, type, count }: { merchantId: string; type: EventType; count: number },
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
          data: EVENT_DATA,
        });
      }
      await trx.raw(`UPDATE outbox SET created_at = created_at - interval '1 minute'`);
    });
  }
}

/** About as much as there is in an event of an invoice. */
const EVENT_DATA = {
  invoiceId: 'inv_00000000000000000000000000',
  publicId: `pay_${'0'.repeat(40)}`,
  status: 'completed',
  amountFiat: '25.00',
  fiatCurrency: 'USD',
  amountCrypto: '25.000000',
  amountPaidCrypto: '25.000000',
  tokenSymbol: 'USDC',
  chainCode: 'local',
  txHash: `0x${'0'.repeat(64)}`,
  confirmations: 3,
  depositAddress: `0x${'0'.repeat(40)}`,
  merchantReference: 'order-1001',
  metadata: { basket: 'b-1001' },
  paidAt: '2026-01-02T03:04:05.000Z',
};
