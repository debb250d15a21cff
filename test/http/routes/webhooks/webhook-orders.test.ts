import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { transaction } from '../../../../src/db/core/database.js';
import { createSecretBox } from '../../../../src/db/core/secret-box.js';
import { lockWebhookEndpoint } from '../../../../src/db/webhooks/webhook-endpoints.js';
import { secretPlaceOf } from '../../../../src/db/webhooks/secret-places.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const DAY_MS = 86_400_000;
const INVOICE = { amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC' };
const secretBox = createSecretBox(Buffer.alloc(32, 1));

let api: TestApi;
let nowMs: number;
let key: string;
let endpointId: string;

/** The fields that this file reads from answers. */
interface Data {
  readonly id: string;
  readonly secret: string;
  readonly legacySwitchesAt: string;
  readonly deliveryId: string;
  readonly sent: number;
  readonly remaining: number;
  readonly status: string;
  readonly redeliveryOf: string | null;
}

const ENDPOINT = { url: 'https://shop.invalid/hooks', events: ['invoice.created'] };

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null }, now: () => nowMs });
});
afterAll(() => api.close());
beforeEach(async () => {
  nowMs = Date.now();
  ({ key } = await api.addMerchant());
  endpointId = dataOf(await post('/web/v1/webhook-endpoints', ENDPOINT)).id;
});

const post = (path: string, json?: object, headers: Record<string, string> = {}): Promise<Answer> =>
  api.ask('POST', path, { key, headers, ...(json === undefined ? {} : { json }) });
const order = (verb: string, json?: object, headers?: Record<string, string>): Promise<Answer> =>
  post(`/web/v1/webhook-endpoints/${endpointId}/${verb}`, json, headers);
const patch = (json: object): Promise<Answer> =>
  api.ask('PATCH', `/web/v1/webhook-endpoints/${endpointId}`, { key, json });
const dataOf = ({ body }: Answer): Data => body.data as unknown as Data;
const codeOf = ({ status, body }: Answer) => [status, body.error.code];
const createInvoice = async (): Promise<string> => (await post('/v1/invoices', INVOICE)).body.data.invoiceId;
const deliveries = async (query = ''): Promise<Answer['list']> =>
  (await api.ask('GET', `/web/v1/webhook-deliveries?limit=100${query}`, { key })).list;
const outboxOf = async (targetId: string): Promise<number> =>
  (await api.db('outbox').where({ kind: 'delivery', target_id: targetId }).select('outbox_id')).length;
const auditOf = async (objectId: string): Promise<string[]> => {
  const rows = await api
    .db('audit_log')
    .where({ object_id: objectId })
    .orderBy('audit_id')
    .select<{ action: string }[]>('action');
  return rows.map(({ action }) => action);
};
/** Ends a delivery, as its workflow does. */
const end = (deliveryId: string, status: string): Promise<unknown> =>
  api
    .db('deliveries')
    .where({ delivery_id: deliveryId })
    .update({ status, finished_at: new Date(nowMs), next_attempt_at: null });

describe('PATCH /web/v1/webhook-endpoints/{id}', () => {
  it('changes the given fields only, and records who did it', async () => {
    const changed = await patch({ description: 'till 4', events: ['invoice.paid', 'ping'] });
    expect([changed.status, changed.body.data]).toEqual([
      200,
      expect.objectContaining({
        id: endpointId,
        url: ENDPOINT.url,
        events: ['invoice.paid', 'ping'],
        description: 'till 4',
      }),
    ]);
    const moved = await patch({ url: 'https://other.invalid/hooks', description: null });
    expect(moved.body.data).toMatchObject({
      url: 'https://other.invalid/hooks',
      description: null,
      events: ['invoice.paid', 'ping'],
      warning: expect.stringContaining('other.invalid does not resolve'),
    });
    expect(moved.text).not.toContain('whsec_');
    expect(await auditOf(endpointId)).toEqual([
      'webhook_endpoint.create',
      'webhook_endpoint.update',
      'webhook_endpoint.update',
    ]);
  });

  it.each([
    [{}, 400, 'validation_failed'],
    [{ events: [] }, 400, 'validation_failed'],
    [{ events: ['invoice.pay'] }, 400, 'validation_failed'],
    [{ status: 'paused' }, 400, 'validation_failed'],
    [{ secret: 'whsec_mine' }, 400, 'validation_failed'],
    [{ url: 'http://shop.invalid/' }, 422, 'url_not_allowed'],
    [{ url: 'https://127.0.0.1/' }, 422, 'url_not_allowed'],
    [{ url: 'https://localhost/' }, 422, 'url_not_allowed'],
  ])('refuses %j', async (json, status, code) => {
    expect(codeOf(await patch(json))).toEqual([status, code]);
  });

  it('that disables it cancels pending deliveries, gives each a reason, and wakes its workflow', async () => {
    await createInvoice();
    await createInvoice();
    const before = await deliveries('&status=pending');
    expect(before).toHaveLength(2);
    await api.db('outbox').delete();
    expect((await patch({ status: 'disabled' })).body.data).toMatchObject({
      status: 'disabled',
      disabledReason: 'The merchant disabled the endpoint.',
    });
    for (const delivery of await deliveries()) {
      expect(delivery).toMatchObject({
        status: 'cancelled',
        cancelReason: 'The merchant disabled the endpoint.',
        nextAttemptAt: null,
        finishedAt: new Date(nowMs).toISOString(),
      });
      expect(await outboxOf(delivery.deliveryId)).toBe(1);
    }
    await createInvoice();
    expect(await deliveries()).toHaveLength(2);
  });

  it('that enables it gives it a clean record, and brings no cancelled delivery back', async () => {
    await createInvoice();
    await patch({ status: 'disabled' });
    await api
      .db('webhook_endpoints')
      .where({ endpoint_id: endpointId })
      .update({ consecutive_failures: 9, failing_since: new Date(0), failing_told_at: new Date(0) });
    expect((await patch({ status: 'enabled' })).body.data).toMatchObject({
      status: 'enabled',
      disabledReason: null,
      consecutiveFailures: 0,
      failingSince: null,
      failingNoticeAt: null,
    });
    expect((await deliveries()).map(({ status }) => status)).toEqual(['cancelled']);
    await createInvoice();
    expect((await deliveries()).map(({ status }) => status)).toEqual(['pending', 'cancelled']);
  });
});

describe('an order about an endpoint whose lock somebody else holds', () => {
  it('is refused soon, and the answer says that it can be repeated', async () => {
    const { merchant_id: merchantId = '' } =
      (await api
        .db('webhook_endpoints')
        .where({ endpoint_id: endpointId })
        .first<{ merchant_id: string } | undefined>('merchant_id')) ?? {};
    await transaction(api.db, async (trx) => {
      await lockWebhookEndpoint(trx, { endpointId, merchantId });
      const busy = await patch({ status: 'disabled' });
      expect(codeOf(busy)).toEqual([503, 'temporarily_unavailable']);
      expect(busy.headers.get('retry-after')).toBe('1');
      expect(busy.body.error.message).toContain('try again');
    });
    expect((await patch({ status: 'disabled' })).status).toBe(200);
  });
});

describe('DELETE /web/v1/webhook-endpoints/{id}', () => {
  it('removes it from every list, cancels pending deliveries, and keeps its deliveries readable', async () => {
    await createInvoice();
    const remove = () => api.ask('DELETE', `/web/v1/webhook-endpoints/${endpointId}`, { key });
    const removed = await remove();
    expect([removed.status, removed.body.data]).toEqual([
      200,
      { id: endpointId, deleted: true, cancelledDeliveries: 1 },
    ]);
    expect(codeOf(await remove())).toEqual([404, 'not_found']);
    expect((await api.ask('GET', '/web/v1/webhook-endpoints', { key })).list).toEqual([]);
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({
      status: 'cancelled',
      cancelReason: 'The merchant deleted the endpoint.',
    });
    const again = await post(`/web/v1/webhook-deliveries/${delivery?.deliveryId ?? ''}/redeliver`);
    expect(codeOf(again)).toEqual([409, 'invalid_state']);
    await createInvoice();
    expect(await deliveries()).toHaveLength(1);
  });
});

describe('POST …/rotate-secret', () => {
  const secretsOf = async () => {
    const row = await api
      .db('webhook_endpoints')
      .where({ endpoint_id: endpointId })
      .first<{ secret_encrypted: Buffer; previous_secret_encrypted: Buffer | null } | undefined>();
    const { secret_encrypted: current, previous_secret_encrypted: previous } = row ?? {};
    const open = (sealed: Buffer, column: 'secret_encrypted' | 'previous_secret_encrypted'): string =>
      secretBox.open(sealed, secretPlaceOf(endpointId, column));
    return [
      current === undefined ? null : open(current, 'secret_encrypted'),
      previous == null ? null : open(previous, 'previous_secret_encrypted'),
    ];
  };

  it('answers the new secret, and until when the old one signs X-Service-Signature', async () => {
    const [first] = await secretsOf();
    const rotated = await order('rotate-secret', { overlapSeconds: 3_600 });
    const { secret, legacySwitchesAt } = dataOf(rotated);
    expect(rotated.status).toBe(200);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Date.parse(legacySwitchesAt)).toBe(nowMs + 3_600_000);
    expect(await secretsOf()).toEqual([secret, first]);
    const shown = await api.ask('GET', `/web/v1/webhook-endpoints/${endpointId}`, { key });
    expect(shown.body.data).toMatchObject({ legacySwitchesAt });
    expect(shown.text).not.toContain('whsec_');
    expect(await auditOf(endpointId)).toContain('webhook_endpoint.rotate_secret');
  });

  it('has an overlap of a day by default, and none at zero', async () => {
    const { legacySwitchesAt } = dataOf(await order('rotate-secret'));
    expect(Date.parse(legacySwitchesAt)).toBe(nowMs + DAY_MS);
    const now = dataOf(await order('rotate-secret', { overlapSeconds: 0 }));
    expect(Date.parse(now.legacySwitchesAt)).toBe(nowMs);
    expect(await secretsOf()).toEqual([now.secret, null]);
  });

  it('never leaves more than two secrets valid', async () => {
    const second = dataOf(await order('rotate-secret', { overlapSeconds: 3_600 })).secret;
    const third = dataOf(await order('rotate-secret', { overlapSeconds: 3_600 })).secret;
    expect(await secretsOf()).toEqual([third, second]);
  });

  it('rotates once for an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'rotate-1' };
    const first = await order('rotate-secret', {}, headers);
    const again = await order('rotate-secret', {}, headers);
    expect(again.text).toBe(first.text);
    expect((await secretsOf())[0]).toBe(dataOf(first).secret);
  });

  it.each([[-1], [604_801], [1.5], ['3600']])('refuses an overlap of %j', async (overlapSeconds) => {
    expect(codeOf(await order('rotate-secret', { overlapSeconds }))).toEqual([400, 'validation_failed']);
  });
});

describe('POST …/test', () => {
  it('sends a ping to that endpoint only, subscribed or not, in the same way as every event', async () => {
    await post('/web/v1/webhook-endpoints', { ...ENDPOINT, events: ['ping'] });
    const pinged = await order('test');
    expect([pinged.status, pinged.body.data]).toEqual([
      201,
      expect.objectContaining({
        event: 'ping',
        endpointId,
        status: 'pending',
        origin: 'test',
        redeliveryOf: null,
      }),
    ]);
    const { deliveryId } = dataOf(pinged);
    expect((await deliveries()).map((delivery) => delivery.deliveryId)).toEqual([deliveryId]);
    expect(await outboxOf(deliveryId)).toBe(1);
    const whole = await api.ask('GET', `/web/v1/webhook-deliveries/${deliveryId}`, { key });
    const { body } = whole.body.data as unknown as { body: string };
    expect(JSON.parse(body)).toMatchObject({
      event: 'ping',
      timestamp: new Date(nowMs).toISOString(),
      data: { endpointId },
    });
  });

  it('pings once for an Idempotency-Key, and each time without one', async () => {
    const headers = { 'idempotency-key': 'ping-1' };
    await order('test', undefined, headers);
    expect((await order('test', undefined, headers)).headers.get('idempotency-replayed')).toBe('true');
    expect(await deliveries()).toHaveLength(1);
    await order('test');
    expect(await deliveries()).toHaveLength(2);
  });

  it('is refused for a disabled endpoint', async () => {
    await patch({ status: 'disabled' });
    for (const answer of [
      await order('test'),
      await order('recover', { since: new Date(0).toISOString() }),
    ]) {
      expect(codeOf(answer)).toEqual([409, 'invalid_state']);
      expect(answer.body.error.message).toContain('PATCH');
    }
  });
});

describe('POST …/redeliver', () => {
  it('creates a new delivery of the same event, recorded as a redelivery, whatever became of the first', async () => {
    await createInvoice();
    const [first] = await deliveries();
    const firstId = first?.deliveryId ?? '';
    for (const status of ['failed', 'succeeded', 'pending']) {
      await end(firstId, status);
      const again = await post(`/web/v1/webhook-deliveries/${firstId}/redeliver`);
      expect([again.status, again.body.data]).toEqual([
        201,
        expect.objectContaining({
          eventId: (first as unknown as { eventId: string }).eventId,
          redeliveryOf: firstId,
          origin: 'redelivery',
          status: 'pending',
          attemptCount: 0,
        }),
      ]);
      expect(await outboxOf(dataOf(again).deliveryId)).toBe(1);
    }
    expect(await auditOf(firstId)).toEqual(Array(3).fill('webhook_delivery.redeliver'));
    expect(await deliveries()).toHaveLength(4);
  });

  it("answers 404 for another merchant's endpoint, as every order does", async () => {
    await createInvoice();
    const [delivery] = await deliveries();
    ({ key } = await api.addMerchant());
    for (const answer of [
      await post(`/web/v1/webhook-deliveries/${delivery?.deliveryId ?? ''}/redeliver`),
      await patch({ status: 'disabled' }),
      await order('test'),
      await order('rotate-secret'),
      await order('recover', { since: new Date(0).toISOString() }),
      await api.ask('DELETE', `/web/v1/webhook-endpoints/${endpointId}`, { key }),
    ]) {
      expect(codeOf(answer)).toEqual([404, 'not_found']);
    }
  });
});

describe('the health of an endpoint', () => {
  it('includes the part of its latest deliveries that succeeded', async () => {
    for (const status of ['succeeded', 'failed', 'succeeded', 'succeeded', 'cancelled', 'pending']) {
      await createInvoice();
      await end((await deliveries())[0]?.deliveryId ?? '', status);
    }
    const shown = await api.ask('GET', `/web/v1/webhook-endpoints/${endpointId}`, { key });
    expect(shown.body.data).toMatchObject({ successRate: 0.75 });
  });
});
