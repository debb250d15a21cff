import { randomBytes } from 'node:crypto';
import { toChecksumAddress } from '../../../src/chain/keys/address.js';
import { transaction, type Database, type Queryable } from '../../../src/db/core/database.js';
import { findDelivery, type StoredDelivery } from '../../../src/db/webhooks/delivery-views.js';
import { recordEvent, type NewEvent } from '../../../src/db/webhooks/events.js';
import { newId, newPublicId } from '../../../src/db/core/new-id.js';
import type { EventType, InvoiceEventType } from '../../../src/domain/webhooks/events.js';
import { createSecretBox } from '../../../src/db/core/secret-box.js';
import { insertWebhookEndpoint } from '../../../src/db/webhooks/webhook-endpoints.js';
import { EXAMPLE_DATA } from '../../../src/webhooks/example-event.js';
import { generateWebhookSecret } from '../../../src/webhooks/sign.js';
import { testDepositAddress } from './test-xpub.js';

/** Key with which a test's worker encrypts and decrypts. */
export const secretsKey = randomBytes(32);
export const secretBox = createSecretBox(secretsKey);

/** Policy that allows the webhook URLs of tests: plain http on the loopback interface. */
export const loopbackPolicy = { allowHttp: true, allowCidrs: ['127.0.0.0/8'] };

export interface TestEndpoint {
  readonly merchantId: string;
  readonly endpointId: string;
  readonly secret: string;
}

/** Inserts an enabled endpoint that gets `invoice.paid`, or the events that are named. */
export async function insertEndpoint(
  db: Database,
  {
    merchantId,
    port,
    events = ['invoice.paid'],
  }: { merchantId: string; port: number; events?: readonly EventType[] },
): Promise<TestEndpoint> {
  const secret = generateWebhookSecret();
  const { endpointId } = await transaction(db, (trx) =>
    insertWebhookEndpoint(trx, {
      merchantId,
      url: `http://127.0.0.1:${port}/hooks/not-for-histories`,
      events,
      description: null,
      secret,
      secretBox,
      nowMs: Date.now(),
    }),
  );
  return { merchantId, endpointId, secret };
}

/**
 * Inserts the row of an ended invoice and no other row, as an object for events. Returns its deposit address with its
 * checksum; {@link testDepositAddress} derives it.
 */
export async function insertEndedInvoice(
  q: Queryable,
  merchantId: string,
): Promise<{ readonly invoiceId: string; readonly depositAddress: string }> {
  const invoiceId = newId('inv');
  const { rows } = await q.raw<{ rows: { index: number }[] }>(
    `SELECT nextval('deposit_index_seq')::integer AS index`,
  );
  const depositIndex = rows[0]?.index ?? -1;
  const now = new Date();
  await q('invoices').insert({
    invoice_id: invoiceId,
    public_id: newPublicId(),
    merchant_id: merchantId,
    status: 'completed',
    chain_code: 'local',
    token_symbol: 'USDC',
    token_decimals: 6,
    amount_atomic: '25000000',
    tolerance_bps: 50,
    accept_late: false,
    confirmations_required: 1,
    metadata: '{}',
    deposit_index: depositIndex,
    deposit_address: testDepositAddress(depositIndex),
    created_at: now,
    expires_at: now,
  });
  return { invoiceId, depositAddress: toChecksumAddress(testDepositAddress(depositIndex)) };
}

/**
 * Records an event about an invoice, and returns the delivery that it makes for the endpoint. The body has the address
 * that {@link testDepositAddress} gives. Without an id, the invoice is a new one.
 */
export async function insertDelivery(
  db: Database,
  { merchantId, endpointId }: Pick<TestEndpoint, 'merchantId' | 'endpointId'>,
  {
    nowMs = Date.now(),
    type = 'invoice.paid',
    ...about
  }: { nowMs?: number; type?: InvoiceEventType; invoiceId?: string } = {},
): Promise<string> {
  const invoiceId = about.invoiceId ?? (await insertEndedInvoice(db, merchantId)).invoiceId;
  const [depositIndex = -1] = await db('invoices')
    .where({ invoice_id: invoiceId })
    .pluck<number[]>('deposit_index');
  const depositAddress = toChecksumAddress(testDepositAddress(depositIndex));
  const dedupeKey = newId('evt');
  await transaction(db, (trx) =>
    recordEvent(trx, {
      merchantId,
      invoiceId,
      dedupeKey,
      occurredAtMs: nowMs,
      type,
      data: { ...EXAMPLE_DATA[type], invoiceId, depositAddress },
    } as NewEvent),
  );
  const row = await db('deliveries as d')
    .join('events as e', 'e.event_id', 'd.event_id')
    .where({ 'e.dedupe_key': dedupeKey, 'd.endpoint_id': endpointId })
    .first<{ delivery_id: string } | undefined>('d.delivery_id');
  if (row === undefined) throw new Error('The event made no delivery for the endpoint');
  return row.delivery_id;
}

/** Reads a delivery with its body and its attempts. Throws when there is none. */
export async function readDelivery(db: Database, deliveryId: string): Promise<StoredDelivery> {
  const found = await findDelivery(db, { deliveryId });
  if (found === undefined) throw new Error(`There is no delivery ${deliveryId}`);
  return found;
}
