import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/db/core/new-id.js';
import { EXAMPLE_DATA } from '../../src/webhooks/example-event.js';
import { sendWebhook } from '../../src/webhooks/send.js';
import { generateWebhookSecret, signWebhook, type SignWebhookInput } from '../../src/webhooks/sign.js';
import { loopbackPolicy } from '../helpers/facts/deliveries.js';
import { describeWith } from '../helpers/services/system-parts.js';
import { until } from '../helpers/until.js';
import { startExample, type ExampleLanguage, type ExampleReceiver } from './example-receiver.js';

const [secret, otherSecret] = [generateWebhookSecret(), generateWebhookSecret()];
const body = JSON.stringify({
  event: 'invoice.completed',
  timestamp: '2026-01-02T03:04:05.000Z',
  data: { ...EXAMPLE_DATA['invoice.completed'], merchantReference: 'Zürich/€ "7" </b>' },
});
const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** The differences from a genuine delivery. */
interface Changes extends Partial<SignWebhookInput> {
  /** The bytes that arrive instead of the signed ones. */
  readonly sentBody?: string;
  readonly sentHeaders?: Readonly<Record<string, string>>;
}

async function deliver(receiver: ExampleReceiver, changes: Changes = {}): Promise<number | null> {
  const { sentBody, sentHeaders, ...signing } = changes;
  const signed = signWebhook({
    body,
    eventId: newId('evt'),
    timestampSeconds: nowSeconds(),
    secrets: [secret],
    legacySecret: secret,
    ...signing,
  });
  const { statusCode } = await sendWebhook({
    url: receiver.url,
    body: sentBody ?? body,
    headers: { ...signed, ...sentHeaders },
    policy: loopbackPolicy,
    timeoutMs: 20_000,
  });
  return statusCode;
}

function testExample(language: ExampleLanguage): void {
  let receiver: ExampleReceiver;
  beforeAll(async () => {
    receiver = await startExample(language, secret);
  });
  afterAll(async () => {
    await receiver[Symbol.asyncDispose]();
  });

  const timesReceived = (eventId: string): number =>
    receiver.lines().filter((line) => line.endsWith(`received invoice.completed ${eventId}`)).length;

  it('acknowledges a genuine delivery and reads it', async () => {
    const eventId = newId('evt');
    expect(await deliver(receiver, { eventId })).toBe(204);
    await until('it is read', () => timesReceived(eventId) === 1);
    const order = 'order Zürich/€ "7" </b> is paid: 25.000000';
    await until('its data is', () => receiver.lines().some((line) => line.endsWith(order)));
  });

  it('acknowledges a repeated event, and does nothing', async () => {
    const [again, other] = [newId('evt'), newId('evt')];
    for (const eventId of [again, again, other]) expect(await deliver(receiver, { eventId })).toBe(204);
    await until('the last is read', () => timesReceived(other) === 1);
    expect(timesReceived(again)).toBe(1);
  });

  it('accepts either secret during a rotation', async () => {
    for (const secrets of [
      [secret, otherSecret],
      [otherSecret, secret],
    ]) {
      expect(await deliver(receiver, { secrets })).toBe(204);
    }
  });

  it.each<[string, Changes]>([
    ['another body', { sentBody: body.replace('25.000000', '99.000000') }],
    ['a body that was serialised again', { sentBody: JSON.stringify(JSON.parse(body), null, 1) }],
    ['no body', { sentBody: '' }],
    ['another secret', { secrets: [otherSecret] }],
    ['another id', { sentHeaders: { 'webhook-id': 'evt_other' } }],
    ['another time', { sentHeaders: { 'webhook-timestamp': String(nowSeconds() + 200) } }],
    ['an old time', { timestampSeconds: nowSeconds() - 301 }],
    ['a time in the future', { timestampSeconds: nowSeconds() + 3_600 }],
    ['another version of the signature', { sentHeaders: { 'webhook-signature': 'v2,AAAA' } }],
    ['an empty signature', { sentHeaders: { 'webhook-signature': '' } }],
    ['no numeric time', { sentHeaders: { 'webhook-timestamp': 'now' } }],
  ])('refuses %s', async (_name, changes) => {
    const eventId = newId('evt');
    expect(await deliver(receiver, { eventId, ...changes })).toBe(401);
    expect(timesReceived(eventId)).toBe(0);
  });

  it('refuses what is not signed at all', async () => {
    const response = await fetch(receiver.url, { method: 'POST', body });
    expect(response.status).toBe(401);
  });
}

describe('the example in TypeScript', () => testExample('ts'));
describeWith('python3', 'the example in Python', () => testExample('py'));
describeWith('php', 'the example in PHP', () => testExample('php'));
describeWith('go', 'the example in Go', () => testExample('go'));
