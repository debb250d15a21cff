import type { Request } from 'express';
import type { MemberKind } from '../../domain/people/roles.js';

/** Browsers accept a `__Host-` cookie only from this exact host, over HTTPS or from the local machine. */
const NAMES: Readonly<Record<MemberKind, string>> = {
  merchant: '__Host-quittance-merchant',
  operator: '__Host-quittance-operator',
};

/** No script can read it, and requests of other sites do not contain it. */
const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Strict';

/** 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

/** Returns the session token of the request's cookie. A cookie that is there twice does not count. */
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
 * Returns the `Set-Cookie` that gives the browser a session's token. The cookie ends with the browser, and the session by
 * its own ends.
 */
export function giveToken(kind: MemberKind, token: string): string {
  return `${NAMES[kind]}=${token}; ${ATTRIBUTES}`;
}

/** Returns the `Set-Cookie` that removes a session's token from the browser. */
export function takeToken(kind: MemberKind): string {
  return `${NAMES[kind]}=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; ${ATTRIBUTES}`;
}
