import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '../../domain/core/errors.js';
import { PUBLIC_PATHS } from '../requests/public-paths.js';
import type { Route } from '../requests/route.js';

const REQUEST_ID = 'req_0b4c7e2a-5d1f-4a86-9c3e-7f2d8b6a1e05';

const ofEveryKey: readonly ErrorCode[] = [
  'unauthenticated',
  'key_not_approved',
  'key_disabled',
  'missing_scope',
  'csrf_failed',
  'ip_not_allowed',
  'merchant_suspended',
  'second_factor_needed',
  'passkey_needed',
  'rate_limited',
];
const ofEveryBody: readonly ErrorCode[] = ['invalid_json', 'payload_too_large', 'unsupported_media_type'];
const ofIdempotency: readonly ErrorCode[] = ['idempotency_key_reused', 'idempotency_in_progress'];

/**
 * Returns every code with which an endpoint may refuse a request, in the order of `ERROR_CODES`: its own codes, and
 * those of the steps before it, such as authentication.
 */
export function codesOf(route: Route): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([
    'validation_failed',
    ...(route.method === 'get' ? [] : ofEveryBody),
    ...(route.params === null ? [] : (['not_found'] as const)),
    ...(route.access.kind === 'public' ? [] : ofEveryKey),
    ...(route.needsConfirmation ? (['confirmation_needed'] as const) : []),
    ...(route.path.startsWith(`${PUBLIC_PATHS}/`) ? (['rate_limited'] as const) : []),
    ...(route.isIdempotent ? ofIdempotency : []),
    ...route.errors,
    'internal_error',
    'temporarily_unavailable',
  ]);
  return (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => codes.has(code));
}

/** The schema of every error code, for clients. */
export const anyErrorCode = z
  .enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]])
  .meta({ description: 'The table of all codes: docs/errors.md.' });

const detailSchema = z.strictObject({ path: z.string(), message: z.string() }).meta({
  id: 'ErrorDetail',
  description: 'The dotted path of a field of the request, and what is wrong with it.',
});

/** Returns the schema of a refusal with one of these codes. */
export function refusalOf(codes: readonly ErrorCode[]) {
  return z.strictObject({
    ok: z.literal(false),
    error: z.strictObject({
      code: z.enum(codes),
      message: z.string().meta({ description: 'For people; it may change.' }),
      requestId: z.string().meta({ description: 'The same as in `X-Request-Id`.' }),
      details: z.array(detailSchema).optional().meta({ description: 'What is wrong with each field.' }),
    }),
  });
}

/** Returns an example of a refusal. */
export function exampleOfRefusal(
  code: ErrorCode,
  message: string = ERROR_CODES[code].meaning,
): z.output<ReturnType<typeof refusalOf>> {
  const details =
    code === 'validation_failed' && message === ERROR_CODES[code].meaning
      ? { details: [{ path: 'chainCode', message: 'required' }] }
      : {};
  return { ok: false, error: { code, message, requestId: REQUEST_ID, ...details } };
}
