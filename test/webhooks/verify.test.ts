import { describe, expect, it } from '@jest/globals';

import { generateWebhookSecret, signWebhook } from '../../src/webhooks/sign.js';
import {
  verifyWebhook,
  WebhookVerificationError,
  type VerifyWebhookInput,
  type WebhookVerificationCode,
} from '../../src/webhooks/verify.js';

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

describe('what is refused, and the fix that is told', () => {
  it('a parsed body', () => {
    const { code, message } = refusal({ rawBody: envelope });
    expect(code).toBe('body_not_raw');
    expect(message).toContain('express.raw');
  });

  it('a body serialised again', () => {
    const { code, message } = refusal({ rawBody: JSON.stringify(envelope, null, 2) });
    expect(code).toBe('signature_mismatch');
    expect(message).toContain('raw body');
  });

  it('bytes that are not UTF-8', () => {
    expect(refusal({ rawBody: Buffer.from([0xff]) }).code).toBe('body_not_raw');
  });

  it('another secret', () => {
    expect(refusal({ secret: generateWebhookSecret() }).code).toBe('signature_mismatch');
  });

  it('no secret', () => {
    expect(refusal({ secret: '' })).toMatchObject({ code: 'secret_malformed' });
    expect(refusal({ secret: 'whsec_not base64' })).toMatchObject({ code: 'secret_malformed' });
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('a request without %s', (name) => {
    const headers = Object.fromEntries(Object.entries(signed()).filter(([key]) => key !== name));
    const { code, message } = refusal({ headers });
    expect(code).toBe('header_missing');
    expect(message).toContain(name);
  });

  it('another id or time than the signed one', () => {
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

  it('a genuine request that is old, or from the future, beyond the tolerance', () => {
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
