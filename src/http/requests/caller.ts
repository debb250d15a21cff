import type { AuditActor } from '../../db/audit/audit-log.js';
import type { Credential } from '../../db/merchants/credentials.js';
import type { Session } from '../../db/people/sessions.js';
import type { MerchantScope, OperatorScope, Scope } from '../../domain/merchants/scopes.js';

/** The sender of a request. */
export type Caller = MerchantCaller | OperatorCaller | PublicCaller;

/** A session and the token that its browser sent. */
export interface SignedIn {
  readonly session: Session;
  readonly token: string;
}

interface KnownCaller {
  readonly credential: Credential;
  /** Null: the request has an API key. */
  readonly signedIn: SignedIn | null;
  /** SHA-256 of the key or session token in the request, whatever the database says about it. */
  readonly secretHash: string;
  readonly ip: string;
}

/** A merchant, by an API key or a signed-in member. */
export interface MerchantCaller extends KnownCaller {
  readonly kind: 'merchant';
  readonly merchantId: string;
}

/** An operator, by an API key or a sign-in. */
export interface OperatorCaller extends KnownCaller {
  readonly kind: 'operator';
  readonly operatorId: string;
}

/** Anybody. Public routes do not authenticate. */
export interface PublicCaller {
  readonly kind: 'public';
  readonly ip: string;
}

/** Who may call a route, and the scope that the key or the role needs. */
export interface Access<C extends Caller> {
  readonly kind: C['kind'];
  /** Null: any key or role of the kind. */
  readonly scope: Scope | null;
  /** Another scope that is enough. Older keys have only this one. */
  readonly orScope?: Scope;
  /** True: the route is about the caller's own session, so no key may call it. */
  readonly isOfSession?: true;
  /**
   * True: the route changes members or invitations, so only people who have signed in may call it. A key could
   * otherwise escape its own restrictions by inviting somebody.
   */
  readonly isOfPeople?: true;
  /** True: the route also answers a session that still waits for the second factor. */
  readonly answersWaiting?: true;
}

/** Access without authentication. */
export const PUBLIC: Access<PublicCaller> = { kind: 'public', scope: null };
/** Access for a merchant's member about their own session. */
export const MERCHANT_SESSION: Access<MerchantCaller> = { kind: 'merchant', scope: null, isOfSession: true };
/** Access for an operator about their own session. */
export const OPERATOR_SESSION: Access<OperatorCaller> = { kind: 'operator', scope: null, isOfSession: true };

/** Access for merchants' keys and members that have the scope. Null: for all of them. */
export function merchants(scope: MerchantScope | null): Access<MerchantCaller> {
  return { kind: 'merchant', scope };
}

/** Access for operators' keys and sign-ins that have one of the two scopes. */
export function operators(scope: OperatorScope, orScope?: OperatorScope): Access<OperatorCaller> {
  return { kind: 'operator', scope, ...(orScope === undefined ? {} : { orScope }) };
}

/** Returns the scopes that give access. One of them is enough. An empty list: any key or role of the kind. */
export function scopesTaken({ scope, orScope }: Access<Caller>): readonly Scope[] {
  return [scope, orScope].filter((each) => each !== null && each !== undefined);
}

/** Like {@link merchants}, but only for people who have signed in. */
export function merchantPeople(scope: MerchantScope): Access<MerchantCaller> {
  return { kind: 'merchant', scope, isOfPeople: true };
}

/** Like {@link operators}, but only for people who have signed in. */
export function operatorPeople(scope: OperatorScope): Access<OperatorCaller> {
  return { kind: 'operator', scope, isOfPeople: true };
}

/** Returns the actor for the audit log: who gave the order, with which key or as which member, and from where. */
export function auditActor(caller: MerchantCaller | OperatorCaller): AuditActor {
  const { by, credentialId } = caller.credential;
  return {
    kind: caller.kind,
    id: caller.kind === 'merchant' ? caller.merchantId : caller.operatorId,
    apiKeyId: by === 'key' ? credentialId : null,
    memberId: by === 'member' ? credentialId : null,
    ip: caller.ip,
  };
}
