import { transaction, type Database } from '../src/db/core/database.js';
import { createSecretBox, type SecretBox } from '../src/db/core/secret-box.js';
import { recordEvent } from '../src/db/webhooks/events.js';
import { secretPlaceOf } from '../src/db/webhooks/secret-places.js';
import { newId } from '../src/db/core/new-id.js';
import { ensureSecretsKey } from '../src/local/secrets.js';
import { EXAMPLE_DATA } from '../src/webhooks/example-event.js';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { describeSpread, median, quantile } from './harness/statistics.js';
import { pingDelayMs, samplePings } from './parts/ping.js';
import { startProductOnDatabase, type Product } from './parts/product.js';
import { openDeadEndpoints, openLiveEndpoint, type LiveEndpoint } from './parts/webhook-endpoints.js';

const MERCHANTS = 500;
const ENDPOINTS_EACH = 4;
const EVENTS_EACH = 5;
const FLOOD = MERCHANTS * ENDPOINTS_EACH * EVENTS_EACH;
const WARM_UP_PINGS = 20;

async function sample(
  context: BenchContext,
  { product, live, when }: { product: Product; live: LiveEndpoint; when: string },
): Promise<readonly number[]> {
  const delaysMs = await samplePings(context, { product, live });
  context.say(`${when}: ${describeSpread(delaysMs, 'ms')}, at most ${Math.max(...delaysMs).toFixed(1)} ms`);
  return delaysMs;
}

/** Inserts merchants whose endpoints are copies of a dead one. @returns the merchants' ids. */
async function insertMerchants(
  db: Database,
  { deadEndpointId, secretBox }: { deadEndpointId: string; secretBox: SecretBox },
): Promise<readonly string[]> {
  const { rows } = await db.raw<{ rows: { merchant_id: string }[] }>(
    `INSERT INTO merchants (merchant_id, name) SELECT 'mer_flood' || n, 'Dead shop' FROM generate_series(1, :count::int) AS n
     RETURNING merchant_id`,
    { count: MERCHANTS },
  );
  await db.raw(
    `INSERT INTO webhook_endpoints (endpoint_id, merchant_id, url, events, secret_encrypted, created_at)
     SELECT 'we_flood' || m.merchant_id || n, m.merchant_id, e.url, e.events, e.secret_encrypted, e.created_at
       FROM webhook_endpoints e, merchants m, generate_series(1, :each::int) AS n
      WHERE e.endpoint_id = :deadEndpointId AND m.merchant_id LIKE 'mer_flood%'`,
    { deadEndpointId, each: ENDPOINTS_EACH },
  );
  // A sealed secret opens for its own endpoint only.
  const ids = await db('webhook_endpoints')
    .where('endpoint_id', 'like', 'we_flood%')
    .pluck<string[]>('endpoint_id');
  await db.raw(
    `UPDATE webhook_endpoints e SET secret_encrypted = s.sealed
       FROM unnest(:ids::text[], :sealed::bytea[]) AS s (endpoint_id, sealed) WHERE e.endpoint_id = s.endpoint_id`,
    { ids, sealed: ids.map((id) => secretBox.seal('whsec_AAAA', secretPlaceOf(id, 'secret_encrypted'))) },
  );
  return rows.map((row) => row.merchant_id);
}

/** Records all events at once, so that all deliveries are due at one moment. */
async function flood(db: Database, merchantIds: readonly string[]): Promise<void> {
  await transaction(db, async (trx) => {
    for (let event = 0; event < EVENTS_EACH; event += 1)
      for (const merchantId of merchantIds)
        await recordEvent(trx, {
          merchantId,
          type: 'withdrawal.completed',
          dedupeKey: `bench/${newId('evt')}`,
          occurredAtMs: Date.now(),
          data: EXAMPLE_DATA['withdrawal.completed'],
        });
    await trx.raw("UPDATE outbox SET created_at = created_at - interval '1 minute'");
  });
}

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const { product, db } = await startProductOnDatabase(context);
  const live = await openLiveEndpoint(context, { product, events: ['invoice.completed'] });
  const dead = await openDeadEndpoints(context, { product, events: ['withdrawal.completed'], count: 1 });
  const secretBox = createSecretBox(Buffer.from(ensureSecretsKey(context.folder), 'base64'));
  const deadEndpointId = dead.endpointIds[0] ?? '';
  const merchantIds = await insertMerchants(db, { deadEndpointId, secretBox });
  for (let ping = 0; ping < WARM_UP_PINGS; ping += 1) await pingDelayMs(context, product, live);
  const without = await sample(context, { product, live, when: 'without' });
  await flood(db, merchantIds);
  const during = await sample(context, { product, live, when: 'during' });
  context.say(`${dead.openSockets()} sockets to the dead ones are open`);
  const measured = `delay of a webhook to a live endpoint from the moment when ${FLOOD} first attempts at dead ones are due`;
  const reference = 'the same without those';
  return [
    {
      measure: `${measured}: median`,
      value: median(during),
      unit: 'ms',
      reference,
      referenceValue: median(without),
    },
    {
      measure: `${measured}: 95th percentile`,
      value: quantile(during, 0.95),
      unit: 'ms',
      reference,
      referenceValue: quantile(without, 0.95),
    },
  ];
}

export const deliveryFlood: Bench = {
  name: 'delivery-flood',
  summary: 'delay of a live endpoint while 10,000 first attempts at 2,000 dead ones are due at one moment',
  run,
};
