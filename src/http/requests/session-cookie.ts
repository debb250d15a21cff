import type { Request } from 'express';
import type { MemberKind } from '../../domain/people/roles.js';

/** Browsers accept a `__Host-` cookie only from this exact host, over HTTPS or from the local machine. */
const NAMES: Readonly<Record<MemberKind, string>> = {
  merchant: '__Host-quittance-merchant',
  operator: '__Host-quittance-operator',
};

/** Scripts cannot read the cookie, and requests from other sites do not contain it. */
const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Strict';

/** A session token: 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

/** Returns the session token in the request's cookie. Undefined: there is no such cookie, or more than one. */
export function presentedToken(request: Request, kind: MemberKind): string | undefined {
  const start = `${NAMES[kind]}=`;
  const [value, ...more] = (request.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length));
  return value !== undefined && more.length === 0 && TOKEN.test(value) ? value : undefined;
}

/**
 * Returns the `Set-Cookie` that gives the browser a session's token. The cookie ends when the browser is closed. The
 * session has its own time limits.
 */
export function giveToken(kind: MemberKind, token: string): string {
  return `${NAMES[kind]}=${token}; ${ATTRIBUTES}`;
}

/** Returns the `Set-Cookie` that removes a session's token from the browser. */
export function takeToken(kind: MemberKind): string {
  return `${NAMES[kind]}=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; ${ATTRIBUTES}`;
}
