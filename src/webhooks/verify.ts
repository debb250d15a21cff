import { timingSafeEqual } from 'node:crypto';
import { types } from 'node:util';

import { serviceSignature, standardSignature } from './signatures.js';
import { WebhookVerificationError } from './verification-error.js';
import type { WebhookEvent } from './webhook-event.js';

const DEFAULT_TOLERANCE_SECONDS = 300;
/** How many signatures are compared. A rotation's overlap needs two; a header with hundreds is meant to waste time. */
const SIGNATURES_MAX = 16;
/** The shortest secret that is accepted. Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES_MIN = 16;

/**
 * The headers of a request: Node's (`request.headers`), the Fetch API's, or a plain object. Names may be in any case.
 */
export type WebhookHeaders =
  { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyServiceSignatureInput {
  /** The body's bytes as they came: not parsed, not serialised again. */
  readonly rawBody: Uint8Array | string;
  readonly headers: WebhookHeaders;
  /** The endpoint's secret as it was shown, `whsec_…`. */
  readonly secret: string;
}

export interface VerifyWebhookInput extends VerifyServiceSignatureInput {
  /** How far `webhook-timestamp` may be from now, in the past or the future, in seconds. Default 300. */
  readonly toleranceSeconds?: number;
  /** Epoch ms. */
  readonly now?: () => number;
}

export type VerifiedWebhook = WebhookEvent & {
  /** The event's id, the same in every attempt: keep it, and do nothing when it comes again. */
  readonly webhookId: string;
};

/**
 * Verifies by its Standard Webhooks headers that a request comes from the service, is unchanged and is recent. It
 * compares signatures in constant time. `webhook-signature` may have several signatures; one that fits is enough.
 *
 * A service that is newer than this module may send events that the module has no type for. So write a `default` case
 * where you switch over `event`.
 *
 * @throws WebhookVerificationError.
 */
export function verifyWebhook(input: VerifyWebhookInput): VerifiedWebhook {
  const { secret } = input;
  const body = rawBytes(input.rawBody);
  const eventId = header(input.headers, 'webhook-id');
  const timestampSeconds = Number(header(input.headers, 'webhook-timestamp'));
  const given = header(input.headers, 'webhook-signature').split(' ').slice(0, SIGNATURES_MAX);
  if (!Number.isSafeInteger(timestampSeconds)) {
    throw new WebhookVerificationError(
      'header_malformed',
      'webhook-timestamp is not a whole number of epoch seconds. Pass the headers as they came.',
    );
  }
  assertSecret(secret);
  const sign = (bytes: Uint8Array | string): string =>
    standardSignature({ body: bytes, eventId, timestampSeconds, secret });
  assertSigned({ body, given, sign, name: 'webhook-signature' });
  assertRecent({ ...input, timestampSeconds });
  return { ...parseEvent(body), webhookId: eventId };
}

/**
 * Verifies by `X-Service-Signature` alone that a body comes from the service and is unchanged. This signature covers
 * neither the event's id nor a time, so it does not stop somebody who has recorded a request and sends it again. Prefer
 * `verifyWebhook`.
 *
 * @throws WebhookVerificationError.
 */
export function verifyServiceSignature(input: VerifyServiceSignatureInput): WebhookEvent {
  const { secret } = input;
  const body = rawBytes(input.rawBody);
  const given = [header(input.headers, 'x-service-signature')];
  assertSecret(secret);
  const sign = (bytes: Uint8Array | string): string => serviceSignature({ body: bytes, secret });
  assertSigned({ body, given, sign, name: 'X-Service-Signature' });
  return parseEvent(body);
}

function rawBytes(rawBody: unknown): Uint8Array {
  if (typeof rawBody === 'string') return Buffer.from(rawBody);
  // `instanceof` would fail: a test runner or a framework may load this in a realm with a Uint8Array of its own.
  if (types.isUint8Array(rawBody)) return rawBody;
  throw new WebhookVerificationError(
    'body_not_raw',
    rawBody === undefined || rawBody === null
      ? 'There is no body. Pass the raw body (a Buffer, Uint8Array or string); when a body parser ran first it has used it up.'
      : 'Pass the raw body (a Buffer, Uint8Array or string), not parsed JSON: in Express, use express.raw({ type: "application/json" }) on this route, before any express.json(), and pass request.body; with the Fetch API, pass await request.text().',
  );
}

function header(headers: WebhookHeaders, name: string): string {
  const value = isFetchHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = typeof value === 'string' ? value : value?.[0];
  if (text === undefined || text === '') {
    throw new WebhookVerificationError(
      'header_missing',
      `The header ${name} is missing. Pass all headers of the request; if you do, a proxy in front drops it, or the request is not a webhook.`,
    );
  }
  return text;
}

/** Recognises Fetch API headers by their shape, since there is more than one implementation. */
function isFetchHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

function assertSecret(secret: unknown): asserts secret is string {
  if (typeof secret === 'string' && /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) {
    const { length } = Buffer.from(secret.slice('whsec_'.length), 'base64');
    if (length >= SECRET_BYTES_MIN) return;
    throw new WebhookVerificationError(
      'secret_malformed',
      `The secret stands for ${length} bytes, and fewer than ${SECRET_BYTES_MIN} can be guessed; ours have 32. Was it cut off? Pass it whole, as shown when the endpoint was created or rotated.`,
    );
  }
  throw new WebhookVerificationError(
    'secret_malformed',
    typeof secret !== 'string' || secret === ''
      ? 'There is no secret: is the variable set in this environment? Pass what was shown when the endpoint was created or rotated, whsec_ and all.'
      : 'The secret is not that of a webhook endpoint. Pass it whole, as shown when the endpoint was created or rotated: whsec_ and base64, without spaces or quotes. An API key is something else.',
  );
}

function assertSigned(signed: {
  readonly body: Uint8Array;
  readonly given: readonly string[];
  readonly sign: (bytes: Uint8Array | string) => string;
  /** The header's name. */
  readonly name: string;
}): void {
  const { body, given, sign, name } = signed;
  if (hasMatch(given, sign(body))) return;
  const compact = writtenAgain(body);
  if (compact !== undefined && hasMatch(given, sign(compact))) {
    throw new WebhookVerificationError(
      'body_changed',
      `${name} fits the content of the body and not its bytes: it was parsed and written again, or got a line break or other white space on its way. Pass the bytes as they came.`,
    );
  }
  throw new WebhookVerificationError(
    'signature_mismatch',
    `No signature in ${name} fits the body. Is the secret the one from the last rotation, of this very endpoint and environment? Else: are you passing the raw body as received, before any parser or framework has touched it?`,
  );
}

/** Compares every signature, so that the time taken does not tell which one nearly fitted. */
function hasMatch(given: readonly string[], expected: string): boolean {
  return given.filter((signature) => isEqual(signature, expected)).length > 0;
}

function isEqual(signature: string, expected: string): boolean {
  const [given, wanted] = [Buffer.from(signature), Buffer.from(expected)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Returns the body as the service would have written it. */
function writtenAgain(body: Uint8Array): string | undefined {
  try {
    // The decoder drops a byte order mark, which JSON.parse does not accept.
    return JSON.stringify(JSON.parse(new TextDecoder().decode(body)));
  } catch {
    return undefined;
  }
}

function assertRecent(input: VerifyWebhookInput & { readonly timestampSeconds: number }): void {
  const { timestampSeconds, toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now } = input;
  const ageSeconds = Math.floor(now() / 1000) - timestampSeconds;
  if (Math.abs(ageSeconds) <= toleranceSeconds) return;
  const when = ageSeconds > 0 ? `${ageSeconds} s ago` : `${-ageSeconds} s in the future`;
  throw new WebhookVerificationError(
    'timestamp_out_of_tolerance',
    `The signature is genuine but was made ${when}, more than ${toleranceSeconds} s off: the request is a replay, waited in a queue of yours, or your clock is wrong. Verify on receipt, before queueing, and synchronise the clock.`,
  );
}

/** Parses the event. Its fields need no check: what the service has signed is as the types say. */
function parseEvent(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as WebhookEvent;
  } catch {
    throw new WebhookVerificationError('body_not_json', 'The signature is genuine but the body is not JSON.');
  }
}
