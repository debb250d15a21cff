import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { ApiKey } from '../../db/merchants/api-keys.js';
import { credentialOfKey, credentialOfMember, type Credential } from '../../db/merchants/credentials.js';
import { findSession, noteSessionUse, type Session } from '../../db/people/sessions.js';
import { assertNever, QuittanceError } from '../../domain/core/errors.js';
import type { MemberKind } from '../../domain/people/roles.js';
import type { AppDeps } from './app-deps.js';
import { authenticate, presentedKey } from './authenticate.js';
import { scopesTaken, type Access, type Caller, type MerchantCaller, type SignedIn } from './caller.js';
import { clientIp } from './client-ip.js';
import { isGuardedAgainstForgery } from './csrf.js';
import { guardLookUps, hashOfKey, type GuardedLookUp, type LookUp } from './guard-look-ups.js';
import { createRateLimits, type RateLimits } from './rate-limits.js';
import { requestContext } from './request-context.js';
import type { Route } from './route.js';
import { presentedToken } from './session-cookie.js';

/** The last use of a session is written at most once in this time, in ms. */
const USE_NOTED_EVERY_MS = 60_000;

/** The counts and caches with which requests are admitted. Both ports share them. */
export interface Admission {
  readonly limits: RateLimits;
  readonly lookUp: GuardedLookUp;
}

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/** Creates the counts and caches of an API. */
export function createAdmission(deps: AppDeps): Admission {
  const limits = createRateLimits({ overrides: deps.rateLimits, store: deps.rateLimitStore });
  return { limits, lookUp: guardLookUps(deps, limits) };
}

/**
 * Authenticates the caller, counts the request and checks its access. A request is counted before its body is read. If
 * the request has a key and a cookie, the key counts: browsers send no keys, so the caller is a program.
 *
 * @throws QuittanceError the codes of `authenticate`, `rate_limited`, `csrf_failed`, `missing_scope`,
 *   `second_factor_needed`, `passkey_needed`, `confirmation_needed`.
 */
export async function admit(
  route: Route,
  admission: Admission,
  deps: AppDeps,
  exchange: Exchange,
): Promise<Caller> {
  const { request, response } = exchange;
  const { kind } = route.access;
  const ip = clientIp(request);
  if (kind === 'public') return { kind, ip };
  const token = tokenOf(request, kind);
  const signedIn = token === undefined ? null : await enter(admission, deps, exchange, { kind, token });
  const credential =
    signedIn === null
      ? credentialOfKey(await admission.lookUp(request, response, keyOf(request, deps)))
      : credentialOfMember(signedIn.session.member, signedIn.session);
  const { by, credentialId, rateLimits } = credential;
  requestContext(response)[by === 'key' ? 'apiKeyId' : 'memberId'] = credentialId;
  // A request that is refused because it needs a confirmation is sent again after it. So it does not count in its
  // group, whose limit may be small.
  const isRepeated = signedIn !== null && route.needsConfirmation && !isConfirmed(signedIn, deps.now());
  await admission.limits.countForCaller(request, response, {
    credentialId,
    rateLimits,
    group: isRepeated ? null : route.rateLimit,
  });
  return authorize(route, { credential, signedIn, secretHash: secretHashOf(request, token), ip }, deps);
}

/** Authenticates the caller again, by the current state of the key or session. The request is not counted again. */
export async function admitAgain(
  route: Route,
  deps: AppDeps,
  request: Request,
  before: Caller,
): Promise<Caller> {
  if (before.kind === 'public') return before;
  const token = tokenOf(request, before.kind);
  const same = { secretHash: before.secretHash, ip: before.ip };
  if (token === undefined) {
    const credential = credentialOfKey(await authenticate(request, deps));
    return authorize(route, { credential, signedIn: null, ...same }, deps);
  }
  const signedIn = await findSignedIn(deps, request, { kind: before.kind, token });
  const credential = credentialOfMember(signedIn.session.member, signedIn.session);
  return authorize(route, { credential, signedIn, ...same }, deps);
}

function secretHashOf(request: Request, token: string | undefined): string {
  const secret = token ?? presentedKey(request) ?? '';
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}

function tokenOf(request: Request, kind: MemberKind): string | undefined {
  return presentedKey(request) === undefined ? presentedToken(request, kind) : undefined;
}

async function enter(
  admission: Admission,
  deps: AppDeps,
  { request, response }: Exchange,
  presented: { readonly kind: MemberKind; readonly token: string },
): Promise<SignedIn> {
  if (!isGuardedAgainstForgery(request, { sessionToken: presented.token, pages: deps })) {
    throw new QuittanceError(
      'csrf_failed',
      "This request must come from our own page and carry the session's `csrfToken` in the header X-CSRF-Token. A GET needs no token, and may also be typed into the address bar.",
    );
  }
  const hash = `session ${createHash('sha256').update(presented.token, 'utf8').digest('base64')}`;
  return admission.lookUp(request, response, { hash, find: () => findSignedIn(deps, request, presented) });
}

function keyOf(request: Request, deps: AppDeps): LookUp<ApiKey> {
  return { hash: hashOfKey(request), find: () => authenticate(request, deps) };
}

async function findSignedIn(
  deps: AppDeps,
  request: Request,
  { kind, token }: { readonly kind: MemberKind; readonly token: string },
): Promise<SignedIn> {
  const nowMs = deps.now();
  const session = await findSession(deps.db, { kind, token, nowMs });
  if (session === undefined)
    throw new QuittanceError('unauthenticated', 'The session has ended. Sign in again.');
  if (!isUnattended(request) && session.lastUsedAtMs < nowMs - USE_NOTED_EVERY_MS)
    deps.background.run("noting a session's use", () => noteSessionUse(deps.db, session, nowMs));
  return { session, token };
}

/**
 * Tells whether a page sent the request by itself, without a user. Such a request is not a use of the session, so the
 * session also ends in a window that was left open. A request without the header counts as a use, and so does every
 * order.
 */
function isUnattended(request: Request): boolean {
  return request.method === 'GET' && request.get('x-unattended') !== undefined;
}

/** Returns the caller if the key or the role may call the route. */
function authorize(
  { access, needsConfirmation }: Pick<Route, 'access' | 'needsConfirmation'>,
  known: Pick<MerchantCaller, 'credential' | 'signedIn' | 'secretHash' | 'ip'>,
  deps: AppDeps,
): Caller {
  if (known.signedIn !== null) assertProven(access, known.signedIn, deps);
  assertAccess(access, known.credential);
  if (access.isOfSession === true && known.signedIn === null)
    throw new QuittanceError(
      'unauthenticated',
      'This endpoint needs a session, and an API key has none. Sign in.',
    );
  if (access.isOfPeople === true && known.signedIn === null)
    throw new QuittanceError(
      'missing_scope',
      'Only people who have signed in may give orders about members and invitations. An API key may only list them.',
    );
  if (needsConfirmation && known.signedIn !== null) assertConfirmed(known.signedIn, deps.now());
  const { owner } = known.credential;
  switch (owner.kind) {
    case 'merchant':
      return { ...known, kind: 'merchant', merchantId: owner.merchantId };
    case 'operator':
      return { ...known, kind: 'operator', operatorId: owner.operatorId };
    default:
      return assertNever(owner);
  }
}

/** @throws QuittanceError `merchant_suspended` */
export function assertNotSuspended({ isMerchantSuspended }: Pick<Session, 'isMerchantSuspended'>): void {
  if (isMerchantSuspended)
    throw new QuittanceError('merchant_suspended', 'Your merchant is suspended; ask the operator.');
}

/**
 * Refuses a session that lacks a required second factor or passkey, or whose merchant is suspended. Members of a
 * suspended merchant may still sign out and change their own sign-in: a misused account may be the reason for the
 * suspension.
 */
function assertProven(access: Access<Caller>, { session }: SignedIn, deps: AppDeps): void {
  if (access.isOfSession !== true) assertNotSuspended(session);
  if (session.needsSecondFactor && access.answersWaiting !== true)
    throw new QuittanceError(
      'second_factor_needed',
      'The sign-in is not complete: give the second factor (POST …/session/second-factor).',
    );
  if (needsPasskey(session, deps) && access.isOfSession !== true)
    throw new QuittanceError(
      'passkey_needed',
      'Operators need a passkey here, and you have none. Register one on the page "Security" (POST /admin/v1/security/passkeys).',
    );
}

/** Tells whether an operator still has to register a passkey. */
export function needsPasskey(
  { member, factors }: Pick<Session, 'member' | 'factors'>,
  { operatorsNeedPasskeys }: Pick<AppDeps, 'operatorsNeedPasskeys'>,
): boolean {
  return operatorsNeedPasskeys && member.membership.kind === 'operator' && factors.passkeys === 0;
}

function assertAccess(access: Access<Caller>, { by, owner, scopes }: Credential): void {
  const whose = by === 'key' ? 'API key' : 'role';
  if (owner.kind !== access.kind) {
    throw new QuittanceError(
      'missing_scope',
      `This endpoint takes the ${whose} of ${access.kind === 'operator' ? 'an operator' : 'a merchant'}.`,
    );
  }
  const taken = scopesTaken(access);
  if (taken.length > 0 && !taken.some((scope) => scopes.includes(scope)))
    throw new QuittanceError('missing_scope', `The ${whose} lacks the scope ${taken.join(' or ')}.`);
}

function isConfirmed({ session: { confirmedUntilMs } }: SignedIn, nowMs: number): boolean {
  return confirmedUntilMs !== null && confirmedUntilMs > nowMs;
}

function assertConfirmed(signedIn: SignedIn, nowMs: number): void {
  if (isConfirmed(signedIn, nowMs)) return;
  throw new QuittanceError(
    'confirmation_needed',
    'This moves money or gives rights. Prove again that it is you (POST …/session/confirm), then repeat the request.',
  );
}
