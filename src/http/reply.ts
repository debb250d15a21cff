import { ERROR_CODES, type QuittanceError } from '../domain/errors.js';

/** An answer as it is sent: its body is JSON text already, so that one that is kept is returned byte for byte. */
export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function dataReply(data: unknown, { status = 200 }: { status?: number } = {}): Reply {
  return { status, body: JSON.stringify({ ok: true, data }), headers: {} };
}

/** One page of a list; `nextCursor` is null on the last. */
export function listReply(data: readonly unknown[], nextCursor: string | null = null): Reply {
  return { status: 200, body: JSON.stringify({ ok: true, data, page: { nextCursor } }), headers: {} };
}

export function errorReply(error: QuittanceError, requestId: string): Reply {
  const { code, message, details, retryAfterSeconds } = error;
  return {
    status: ERROR_CODES[code].status,
    body: JSON.stringify({
      ok: false,
      error: { code, message, requestId, ...(details === undefined ? {} : { details }) },
    }),
    headers: {
      ...(code === 'unauthenticated' ? { 'WWW-Authenticate': 'Bearer' } : {}),
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    },
  };
}
