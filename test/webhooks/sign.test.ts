import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from '../helpers/properties.js';
import { Webhook } from 'standardwebhooks';

import { generateWebhookSecret, signWebhook } from '../../src/webhooks/sign.js';
import { serviceSignature, standardSignature } from '../../src/webhooks/signatures.js';

const body = JSON.stringify({
  event: 'invoice.paid',
  timestamp: '2026-01-02T03:04:05.000Z',
  data: { note: 'Zürich ₿ 🧾' },
});
const nowSeconds = () => Math.floor(Date.now() / 1000);

describe('X-Service-Signature', () => {
  // RFC 4231 §4.2, §4.3 and §4.5: the cases whose key is text.
  it('is the HMAC-SHA256 of RFC 4231, test case 2', () => {
    expect(serviceSignature({ secret: 'Jefe', body: 'what do ya want for nothing?' })).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  it('is the HMAC-SHA256 of RFC 4231, test case 1', () => {
    expect(serviceSignature({ secret: '\x0b'.repeat(20), body: Buffer.from('Hi There') })).toBe(
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    );
  });

  it('is the HMAC-SHA256 of RFC 4231, test case 4', () => {
    const key = Buffer.from(Array.from({ length: 25 }, (_, i) => i + 1)).toString('latin1');
    expect(serviceSignature({ secret: key, body: Buffer.alloc(50, 0xcd) })).toBe(
      '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
    );
  });

  it('uses the whole secret as shown as its key, including the prefix', () => {
    const secret = generateWebhookSecret();
    const expected = createHmac('sha256', Buffer.from(secret, 'utf8'))
      .update(Buffer.from(body))
      .digest('hex');
    const headers = signWebhook({
      body,
      eventId: 'evt_1',
      timestampSeconds: 1,
      secrets: [secret],
      legacySecret: secret,
    });
    expect(headers['X-Service-Signature']).toBe(expected);
    expect(expected).toMatch(/^[0-9a-f]{64}$/);
  });

  it('stays with the old secret while Standard Webhooks already uses both', () => {
    const [fresh, old] = [generateWebhookSecret(), generateWebhookSecret()];
    const headers = signWebhook({
      body,
      eventId: 'evt_1',
      timestampSeconds: 1,
      secrets: [fresh, old],
      legacySecret: old,
    });
    expect(headers['X-Service-Signature']).toBe(serviceSignature({ body, secret: old }));
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
  });
});

describe('Standard Webhooks', () => {
  it("signs the specification's own test vector", () => {
    expect(
      standardSignature({
        secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        timestampSeconds: 1614265330,
        body: '{"test": 2432232314}',
      }),
    ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('is verified by the official library with either secret of an overlap', () => {
    const secrets = [generateWebhookSecret(), generateWebhookSecret()] as const;
    const headers = signWebhook({
      body: Buffer.from(body),
      eventId: 'evt_1',
      timestampSeconds: nowSeconds(),
      secrets,
      legacySecret: secrets[1],
    });
    for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(generateWebhookSecret()).verify(body, headers)).toThrow('No matching signature');
  });

  it('signs any text as its bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const input = {
          secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
          eventId: 'evt_1',
          timestampSeconds: 7,
        };
        const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
        const expected = createHmac('sha256', key).update(`evt_1.7.${text}`).digest('base64');
        expect(standardSignature({ ...input, body: text })).toBe(`v1,${expected}`);
        expect(standardSignature({ ...input, body: Buffer.from(text) })).toBe(`v1,${expected}`);
      }),
    );
  });

  it('signs bytes that are not text unchanged', () => {
    const [secret, body] = [generateWebhookSecret(), Buffer.from([0x7b, 0xff, 0x7d])];
    const key = Buffer.from(secret.slice(6), 'base64');
    const expected = createHmac('sha256', key).update('evt_1.1.').update(body).digest('base64');
    expect(standardSignature({ body, secret, eventId: 'evt_1', timestampSeconds: 1 })).toBe(`v1,${expected}`);
  });

  it.each(['', 'whsec_', 'whsec_not base64', 'whsec_AA\n', 'whsec_A=A='])(
    'refuses %j as a secret',
    (secret) => {
      expect(() => standardSignature({ body, secret, eventId: 'evt_1', timestampSeconds: 1 })).toThrow(
        'base64',
      );
    },
  );

  it('never signs with no secret or with more than two', () => {
    const secret = generateWebhookSecret();
    const input = { body, eventId: 'evt_1', timestampSeconds: 1, legacySecret: secret };
    expect(() => signWebhook({ ...input, secrets: [] })).toThrow('Invariant');
    expect(() => signWebhook({ ...input, secrets: [secret, secret, secret] })).toThrow('Invariant');
  });
});

describe('a generated secret', () => {
  it('is whsec_ and the base64 of 32 bytes, new each time', () => {
    const secrets = Array.from({ length: 100 }, generateWebhookSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    }
  });
});
