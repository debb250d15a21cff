import type { oas31 } from 'zod-openapi';
import { PUBLIC_PATHS } from '../requests/public-paths.js';
import type { Route } from '../requests/route.js';

const whole = { type: 'integer', minimum: 0 } as const;

/** Every header of an answer that a client may build on. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'Of this request, as our log names it.',
    required: true,
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': {
    description: 'The limit that has the least left. Absent where limits are lifted.',
    schema: whole,
  },
  'X-RateLimit-Remaining': { description: 'Requests left in its window.', schema: whole },
  'X-RateLimit-Reset': { description: 'When its window ends: epoch seconds.', schema: whole },
  'Retry-After': { description: 'Seconds to wait.', schema: whole },
  'WWW-Authenticate': { description: 'RFC 9110, 11.6.1.', required: true, schema: { type: 'string' } },
  'Idempotency-Replayed': {
    description: 'On an answer that was given before to the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
} as const satisfies Record<string, oas31.HeaderObject>;

/** Do limits apply to it? */
export function isCounted({ access, path }: Route): boolean {
  return access.kind !== 'public' || path.startsWith(`${PUBLIC_PATHS}/`);
}

/** The headers of one answer of a route. */
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
