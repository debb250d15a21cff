import { createHmac } from 'node:crypto';

/** A secret: a prefix, and base64 with or without padding. */
const STANDARD_SECRET = /^(?:whsec_)?([A-Za-z0-9+/]+={0,2})$/;

/**
 * Makes `X-Service-Signature`: the HMAC-SHA256 of the raw body in lower-case hex. Its key is the UTF-8 bytes of the
 * whole secret as it is shown.
 */
export function serviceSignature(input: {
  readonly body: Uint8Array | string;
  readonly secret: string;
}): string {
  return createHmac('sha256', input.secret).update(input.body).digest('hex');
}

/**
 * Makes one signature of Standard Webhooks (https://www.standardwebhooks.com), `v1,<base64>`: the HMAC-SHA256 of
 * `id.timestamp.body`. Its key is the bytes that the base64 after `whsec_` stands for. The body is signed as bytes; the
 * reference library takes only text.
 *
 * @throws Error when the secret is not base64.
 */
export function standardSignature(input: {
  readonly body: Uint8Array | string;
  readonly eventId: string;
  readonly timestampSeconds: number;
  readonly secret: string;
}): string {
  const { body, eventId, timestampSeconds, secret } = input;
  const [, base64] = STANDARD_SECRET.exec(secret) ?? [];
  if (base64 === undefined) throw new Error('A webhook secret is whsec_ and base64');
  const mac = createHmac('sha256', Buffer.from(base64, 'base64'))
    .update(`${eventId}.${timestampSeconds}.`)
    .update(body)
    .digest('base64');
  return `v1,${mac}`;
}
