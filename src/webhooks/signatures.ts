import { createHmac } from 'node:crypto';

/** What follows the prefix is base64, padded or not. */
const STANDARD_SECRET = /^(?:whsec_)?([A-Za-z0-9+/]+={0,2})$/;

/**
 * `X-Service-Signature`: lower-case hex HMAC-SHA256 of the raw body, keyed with the UTF-8 bytes of the whole secret as
 * shown.
 */
export function serviceSignature(input: {
  readonly body: Uint8Array | string;
  readonly secret: string;
}): string {
  return createHmac('sha256', input.secret).update(input.body).digest('hex');
}

/**
 * One `v1,<base64>` of Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA256 of `id.timestamp.body`, keyed
 * with the bytes that follow `whsec_`. Over the bytes as they are: the reference library takes text alone.
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
