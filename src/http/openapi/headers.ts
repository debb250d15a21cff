import type { oas31 } from 'zod-openapi';
import { PUBLIC_PATHS } from '../requests/public-paths.js';
import type { Route } from '../requests/route.js';

const whole = { type: 'integer', minimum: 0 } as const;

/** Every response header that a client may rely on. */
export const HEADERS = {
  'X-Request-Id': {
    description: "The id of this request, as in the service's log.",
    required: true,
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': {
    description: 'The limit that has the fewest requests left. Absent if no limit applies.',
    schema: whole,
  },
  'X-RateLimit-Remaining': { description: 'Requests left in the window of that limit.', schema: whole },
  'X-RateLimit-Reset': {
    description: 'When the window of that limit ends, in epoch seconds.',
    schema: whole,
  },
  'Retry-After': { description: 'Seconds to wait.', schema: whole },
  'WWW-Authenticate': { description: 'RFC 9110, 11.6.1.', required: true, schema: { type: 'string' } },
  'Idempotency-Replayed': {
    description: 'Present if this answer is a repetition for the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
} as const satisfies Record<string, oas31.HeaderObject>;

/** Returns whether rate limits apply to a route. */
export function isCounted({ access, path }: Route): boolean {
  return access.kind !== 'public' || path.startsWith(`${PUBLIC_PATHS}/`);
}

/** Returns the headers of a route's answer with this status. */
export function headersOf(status: number, route: Route): Record<string, oas31.ReferenceObject> {
  const names: (keyof typeof HEADERS)[] = [
    'X-Request-Id',
    ...(isCounted(route)
      ? (['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const)
      : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(route.isIdempotent && status < 300 ? (['Idempotency-Replayed'] as const) : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
