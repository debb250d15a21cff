import type { IncomingHttpHeaders } from 'node:http';
import { reasonOf } from '../../client/errors.js';
import { signWebhook } from '../../webhooks/sign.js';

/** A webhook receiver has to answer within this time, in ms. */
const TIMEOUT_MS = 30_000;
/** Headers that belong to the connection of the received request. They are not forwarded. */
const NOT_FORWARDED = [
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
];

/** A delivery as it was received, or as it was recorded. */
export interface SignedRequest {
  readonly headers: IncomingHttpHeaders;
  /** The bytes that are signed. */
  readonly body: Buffer;
}

/** The result of a forwarded delivery. */
export interface Forwarded {
  /** Null: no answer came. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** Why no answer came. Null: an answer came. */
  readonly errorMessage: string | null;
}

/** Returns the request with the signatures of another secret. The bytes, the id and the time stay the same. */
export function signAnew({ headers, body }: SignedRequest, secret: string): SignedRequest {
  const signed = signWebhook({
    body,
    secrets: [secret],
    legacySecret: secret,
    eventId: String(headers['webhook-id']),
    timestampSeconds: Number(headers['webhook-timestamp']),
  });
  const lowerCase = Object.entries(signed).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    value,
  ]);
  return { headers: { ...headers, ...Object.fromEntries(lowerCase) }, body };
}

/** Posts the same bytes with the same headers. A redirect counts as an answer, as in the service. Never rejects. */
export async function forward(to: string, { headers, body }: SignedRequest): Promise<Forwarded> {
  const startMs = performance.now();
  const durationMs = (): number => Math.round(performance.now() - startMs);
  const kept = Object.entries(headers)
    .filter(([name, value]) => value !== undefined && !NOT_FORWARDED.includes(name.toLowerCase()))
    .map(([name, value]): [string, string] => [name, [value ?? ''].flat().join(', ')]);
  try {
    const response = await fetch(to, {
      method: 'POST',
      headers: kept,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const forwarded = { statusCode: response.status, durationMs: durationMs(), errorMessage: null };
    await response.body?.cancel().catch(() => undefined);
    return forwarded;
  } catch (error) {
    return { statusCode: null, durationMs: durationMs(), errorMessage: whyUnanswered(error) };
  }
}

function whyUnanswered(error: unknown): string {
  const { cause, name } = error as Error & { cause?: { code?: unknown } };
  if (name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1_000} s`;
  if (cause?.code === 'ECONNREFUSED') return 'connection refused: nothing listens there';
  return reasonOf(error);
}
