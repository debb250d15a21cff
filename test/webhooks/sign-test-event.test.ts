import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import {
  EVENT_TYPES,
  signTestEvent,
  verifyServiceSignature,
  verifyWebhook,
} from '../../src/webhooks/index.js';
import { generateWebhookSecret } from '../../src/webhooks/sign.js';

const secret = generateWebhookSecret();

describe('a signed test event', () => {
  it.each(EVENT_TYPES)('%s is verified by both schemes, and by the official library', (event) => {
    const { headers, body } = signTestEvent({ event, secret });
    const envelope = JSON.parse(body) as object;
    const verified = verifyWebhook({ rawBody: body, headers, secret });
    expect(verified).toEqual({ ...envelope, event, webhookId: headers['webhook-id'] });
    expect(verifyServiceSignature({ rawBody: body, headers, secret })).toEqual(envelope);
    expect(new Webhook(secret).verify(body, { ...headers })).toEqual(envelope);
  });

  it('contains the requested values in place of the example', () => {
    const { body } = signTestEvent({
      event: 'invoice.completed',
      secret,
      data: { merchantReference: 'order-7' },
    });
    expect(JSON.parse(body)).toMatchObject({
      event: 'invoice.completed',
      data: { status: 'completed', amountCrypto: '25.000000', merchantReference: 'order-7' },
    });
  });

  it('is a new event each time, the same event again, or an old one, as requested', () => {
    const idOf = (webhookId?: string) =>
      signTestEvent({ event: 'ping', secret, ...(webhookId === undefined ? {} : { webhookId }) }).headers[
        'webhook-id'
      ];
    expect(idOf()).not.toBe(idOf());
    expect([idOf('evt_1'), idOf('evt_1')]).toEqual(['evt_1', 'evt_1']);
    const old = signTestEvent({ event: 'ping', secret, sentAtMs: Date.now() - 3_600_000 });
    expect(() => verifyWebhook({ rawBody: old.body, headers: old.headers, secret })).toThrow(
      expect.objectContaining({ code: 'timestamp_out_of_tolerance' }),
    );
  });
});
