import { timingSafeEqual } from 'node:crypto';

import { standardSignature } from './sign.js';

const DEFAULT_TOLERANCE_SECONDS = 300;
/** A rotation's overlap needs two; a header with hundreds is an attack on our time. */
const SIGNATURES_MAX = 16;

export type WebhookVerificationCode =
  | 'body_not_raw'
  | 'body_not_json'
  | 'header_missing'
  | 'header_malformed'
  | 'secret_malformed'
  | 'signature_mismatch'
  | 'timestamp_out_of_tolerance';

/** The request is not one of ours, or is not handled as it must be. The message says what to change. Answer 400 or 401. */
export class WebhookVerificationError extends Error {
  readonly code: WebhookVerificationCode;

  constructor(code: WebhookVerificationCode, message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
    this.code = code;
  }
}

/** Node's headers (`request.headers`), those of the Fetch API, or a plain object; names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyWebhookInput {
  /** The body's bytes as they came: not parsed, not serialised again. */
  readonly rawBody: Uint8Array | string;
  readonly headers: WebhookHeaders;
  /** The endpoint's secret as it was shown, `whsec_…`. */
  readonly secret: string;
  /** How far `webhook-timestamp` may be from now, either way, in seconds: 300 unless told. */
  readonly toleranceSeconds?: number;
  /** Epoch ms. */
  readonly now?: () => number;
}

export interface VerifiedWebhook {
  /** The event's id, the same in every attempt: keep it, and do nothing when it comes again. */
  readonly webhookId: string;
  readonly event: string;
  /** ISO 8601, when the event happened. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * For receivers: proves that a request comes from the service, is unchanged and is recent, by its Standard Webhooks headers, in
 * constant time. Throws WebhookVerificationError. `X-Service-Signature` is no substitute: it covers neither id nor time.
 */
export function verifyWebhook(input: VerifyWebhookInput): VerifiedWebhook {
  const body = rawText(input.rawBody);
  const webhookId = header(input.headers, 'webhook-id');
  const timestampSeconds = Number(header(input.headers, 'webhook-timestamp'));
  const signatures = header(input.headers, 'webhook-signature').split(' ').slice(0, SIGNATURES_MAX);
  if (!Number.isSafeInteger(timestampSeconds)) {
    throw new WebhookVerificationError(
      'header_malformed',
      'webhook-timestamp is not a whole number of epoch seconds.',
    );
  }
  const expected = expectedSignature({ body, eventId: webhookId, timestampSeconds, secret: input.secret });
  // Every signature is compared, so that the time taken does not tell which one was near.
  const matches = signatures.filter((signature) => isEqual(signature, expected)).length;
  if (matches === 0) {
    throw new WebhookVerificationError(
      'signature_mismatch',
      "No signature in webhook-signature fits the body. Are you passing the raw body as received, before any parser or framework has touched it? Is the secret this endpoint's own, of this environment, and the one from its last rotation?",
    );
  }
  assertRecent({ ...input, timestampSeconds });
  return { webhookId, ...envelope(body) };
}

function rawText(rawBody: unknown): string {
  if (typeof rawBody === 'string') return rawBody;
  if (rawBody instanceof Uint8Array) {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(rawBody);
    } catch {
      throw new WebhookVerificationError(
        'body_not_raw',
        'The body is not UTF-8: it was changed, or decompressed wrongly, on its way.',
      );
    }
  }
  throw new WebhookVerificationError(
    'body_not_raw',
    'Pass the raw body (a Buffer, Uint8Array or string), not parsed JSON: in Express, use express.raw({ type: "application/json" }) on this route and pass request.body; with the Fetch API, pass await request.text().',
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

/** By shape, for the Fetch API has more than one implementation. */
function isFetchHeaders(headers: WebhookHeaders): headers is Headers {
  return typeof headers.get === 'function';
}

function expectedSignature(input: Parameters<typeof standardSignature>[0]): string {
  try {
    return standardSignature(input);
  } catch {
    throw new WebhookVerificationError(
      'secret_malformed',
      'The secret is not a webhook secret. Pass it whole, as shown when the endpoint was created or rotated: whsec_ and base64.',
    );
  }
}

function isEqual(signature: string, expected: string): boolean {
  const [given, wanted] = [Buffer.from(signature), Buffer.from(expected)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
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

function envelope(body: string): Omit<VerifiedWebhook, 'webhookId'> {
  try {
    return JSON.parse(body) as Omit<VerifiedWebhook, 'webhookId'>;
  } catch {
    throw new WebhookVerificationError('body_not_json', 'The signature is genuine but the body is not JSON.');
  }
}
