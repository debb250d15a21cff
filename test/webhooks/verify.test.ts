import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';

import {
  signTestEvent,
  verifyServiceSignature,
  verifyWebhook,
  WebhookVerificationError,
  type VerifyWebhookInput,
  type WebhookVerificationCode,
} from '../../src/webhooks/index.js';
import { generateWebhookSecret, signWebhook } from '../../src/webhooks/sign.js';

const secret = generateWebhookSecret();
const envelope = {
  event: 'invoice.completed',
  timestamp: '2026-01-02T03:04:05.000Z',
  data: { invoiceId: 'inv_1' },
};
const rawBody = JSON.stringify(envelope);
const nowMs = 1_800_000_000_000;

function signed(secrets: readonly [string, ...string[]] = [secret]): Record<string, string> {
  return signWebhook({
    body: rawBody,
    eventId: 'evt_1',
    timestampSeconds: nowMs / 1000,
    secrets,
    legacySecret: secrets[0],
  });
}

function verify(changes: Partial<Record<keyof VerifyWebhookInput, unknown>> = {}): unknown {
  return verifyWebhook({
    rawBody,
    headers: signed(),
    secret,
    now: () => nowMs,
    ...changes,
  } as VerifyWebhookInput);
}

function refusal(changes: Partial<Record<keyof VerifyWebhookInput, unknown>>): {
  code: WebhookVerificationCode;
  message: string;
} {
  try {
    verify(changes);
  } catch (error) {
    if (error instanceof WebhookVerificationError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('verified, though it should have been refused');
}

describe('a genuine webhook', () => {
  it('is returned with its id and its envelope', () => {
    expect(verify()).toEqual({ webhookId: 'evt_1', ...envelope });
  });

  it.each([
    ['a Buffer', { rawBody: Buffer.from(rawBody) }],
    ['a Uint8Array', { rawBody: new TextEncoder().encode(rawBody) }],
    [
      'a Uint8Array of another realm, as under a test runner',
      { rawBody: (runInNewContext('Uint8Array') as typeof Uint8Array).from(Buffer.from(rawBody)) },
    ],
    ['headers of the Fetch API', { headers: new Headers(signed()) }],
    [
      'header names in other case, values in lists',
      {
        headers: Object.fromEntries(
          Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), [value]]),
        ),
      },
    ],
  ])('is accepted as %s', (_name, changes) => {
    expect(verify(changes)).toMatchObject({ event: 'invoice.completed' });
  });

  it('is accepted with either secret of an overlap', () => {
    const headers = signed([generateWebhookSecret(), secret]);
    expect(verify({ headers })).toMatchObject({ webhookId: 'evt_1' });
  });
});

describe('a refused webhook, with the fix in its error:', () => {
  it('a parsed body', () => {
    const { code, message } = refusal({ rawBody: envelope });
    expect(code).toBe('body_not_raw');
    expect(message).toContain('express.raw');
  });

  it('no body, as after a parser that has consumed it', () => {
    for (const rawBody of [undefined, null]) {
      expect(refusal({ rawBody })).toMatchObject({
        code: 'body_not_raw',
        message: expect.stringContaining('There is no body'),
      });
    }
  });

  it.each([
    ['indented', JSON.stringify(envelope, null, 2)],
    ['with a line break at its end', `${rawBody}\n`],
    ['with a byte order mark', `\uFEFF${rawBody}`],
    ["as Python's json.dumps writes it", rawBody.replaceAll(':"', ': "').replaceAll(',"', ', "')],
  ])('a body that was serialised again, %s: it is distinguished from a forgery', (_name, changed) => {
    const { code, message } = refusal({ rawBody: changed });
    expect(code).toBe('body_changed');
    expect(message).toContain('Pass the bytes as they came');
  });

  it('another body, or bytes that are not UTF-8', () => {
    for (const changed of [rawBody.replace('inv_1', 'inv_2'), '', Buffer.from([0xff])]) {
      const { code, message } = refusal({ rawBody: changed });
      expect(code).toBe('signature_mismatch');
      expect(message).toContain('raw body');
    }
  });

  it('another secret', () => {
    expect(refusal({ secret: generateWebhookSecret() }).code).toBe('signature_mismatch');
  });

  it('no secret', () => {
    for (const missing of ['', undefined]) {
      expect(refusal({ secret: missing })).toMatchObject({
        code: 'secret_malformed',
        message: expect.stringContaining('There is no secret'),
      });
    }
  });

  it('a secret that was cut off, or could be guessed, even if its signature matches', () => {
    for (const length of [1, 15]) {
      const short = `whsec_${Buffer.alloc(length, 7).toString('base64')}`;
      const { headers, body } = signTestEvent({ event: 'ping', secret: short });
      const verify = () => verifyWebhook({ rawBody: body, headers, secret: short });
      expect(verify).toThrow(expect.objectContaining({ code: 'secret_malformed' }));
      expect(verify).toThrow(`${length} bytes`);
      expect(() => verifyServiceSignature({ rawBody: body, headers, secret: short })).toThrow('cut off');
    }
    const enough = `whsec_${Buffer.alloc(16, 7).toString('base64')}`;
    const { headers, body } = signTestEvent({ event: 'ping', secret: enough });
    expect(verifyWebhook({ rawBody: body, headers, secret: enough })).toMatchObject({ event: 'ping' });
  });

  it.each(['whsec_not base64', `"${secret}"`, secret.slice(6), `${secret}\n`, `qk_${'a'.repeat(49)}`])(
    'a text that is not an endpoint secret: %j',
    (other) => {
      expect(refusal({ secret: other })).toMatchObject({
        code: 'secret_malformed',
        message: expect.stringContaining('An API key is something else'),
      });
    },
  );

  it('the error never contains the secret', () => {
    for (const changes of [{ rawBody: 'x' }, { secret: `${secret} ` }, { now: () => 0 }, { headers: {} }]) {
      expect(refusal(changes).message).not.toContain(secret.slice(6));
    }
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('a request without %s', (name) => {
    const headers = Object.fromEntries(Object.entries(signed()).filter(([key]) => key !== name));
    const { code, message } = refusal({ headers });
    expect(code).toBe('header_missing');
    expect(message).toContain(name);
  });

  it('an id or time other than the signed one', () => {
    expect(refusal({ headers: { ...signed(), 'webhook-id': 'evt_2' } }).code).toBe('signature_mismatch');
    expect(refusal({ headers: { ...signed(), 'webhook-timestamp': '1800000001' } }).code).toBe(
      'signature_mismatch',
    );
    expect(refusal({ headers: { ...signed(), 'webhook-timestamp': 'soon' } }).code).toBe('header_malformed');
  });

  it.each(['v1,', 'v1', 'v2,AAAA', 'v1a,AAAA', ' ', 'v1,AAAA v1,BBBB'])('the signature %p', (signature) => {
    expect(refusal({ headers: { ...signed(), 'webhook-signature': signature } }).code).toBe(
      'signature_mismatch',
    );
  });

  it('a genuine request whose time is too old, or too far in the future', () => {
    expect(verify({ now: () => nowMs + 300_000 })).toMatchObject({ webhookId: 'evt_1' });
    expect(refusal({ now: () => nowMs + 301_000 })).toMatchObject({ code: 'timestamp_out_of_tolerance' });
    expect(refusal({ now: () => nowMs - 301_000 })).toMatchObject({ code: 'timestamp_out_of_tolerance' });
    expect(refusal({ now: () => nowMs + 11_000, toleranceSeconds: 10 }).message).toContain('11 s ago');
  });

  it('a genuine body that is not JSON', () => {
    const headers = signWebhook({
      body: 'hello',
      eventId: 'evt_1',
      timestampSeconds: nowMs / 1000,
      secrets: [secret],
      legacySecret: secret,
    });
    expect(refusal({ rawBody: 'hello', headers }).code).toBe('body_not_json');
  });
});

describe('X-Service-Signature alone', () => {
  const verifyService = (changes: object = {}): unknown =>
    verifyServiceSignature({ rawBody, headers: signed(), secret, ...changes });

  it('proves the body, even with the old secret during an overlap', () => {
    expect(verifyService()).toEqual(envelope);
    const headers = signed([generateWebhookSecret(), secret]);
    expect(() => verifyService({ headers })).toThrow('No signature in X-Service-Signature');
  });

  it.each([
    ['header_missing', { headers: {} }],
    ['body_not_raw', { rawBody: envelope }],
    ['body_changed', { rawBody: ` ${rawBody}` }],
    ['signature_mismatch', { rawBody: rawBody.replace('inv_1', 'inv_2') }],
    ['signature_mismatch', { secret: generateWebhookSecret() }],
    ['secret_malformed', { secret: 'Jefe' }],
  ])('refuses with %s', (code, changes) => {
    expect(() => verifyService(changes)).toThrow(expect.objectContaining({ code }));
  });
});
