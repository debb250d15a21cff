import { MERCHANT_SCOPES, OPERATOR_PRESETS, type MerchantScope, type Scope } from '../merchants/scopes.js';

/** The roles of a merchant's members. A role is a set of the scopes that keys have, and nothing more. */
const MERCHANT_ROLES = {
  owner: MERCHANT_SCOPES,
  finance: ['invoices:read', 'invoices:write', 'withdrawals:read', 'withdrawals:write', 'balances:read'],
  developer: ['invoices:read', 'invoices:write', 'balances:read', 'webhooks:read', 'webhooks:write'],
  viewer: ['invoices:read', 'withdrawals:read', 'balances:read', 'webhooks:read'],
} as const satisfies Record<string, readonly MerchantScope[]>;

export type MerchantRole = keyof typeof MERCHANT_ROLES;
export type OperatorRole = keyof typeof OPERATOR_PRESETS;

/** The party that a member acts for, with the member's role. */
export type Membership =
  | { readonly kind: 'merchant'; readonly merchantId: string; readonly role: MerchantRole }
  | { readonly kind: 'operator'; readonly operatorId: string; readonly role: OperatorRole };

export type MemberKind = Membership['kind'];

/** Returns the scopes of a member's role. */
export function scopesOfMember(membership: Pick<Membership, 'kind' | 'role'>): readonly Scope[] {
  const roles: Readonly<Record<string, readonly Scope[]>> =
    membership.kind === 'merchant' ? MERCHANT_ROLES : OPERATOR_PRESETS;
  return Object.hasOwn(roles, membership.role) ? (roles[membership.role] ?? []) : [];
}

export function rolesOf(kind: MemberKind): readonly string[] {
  return Object.keys(kind === 'merchant' ? MERCHANT_ROLES : OPERATOR_PRESETS);
}

export function isRoleOf<K extends MemberKind>(
  kind: K,
  role: string,
): role is Extract<Membership, { kind: K }>['role'] {
  return rolesOf(kind).includes(role);
}

/** The scopes that move money out. */
const MONEY_SCOPES: readonly Scope[] = ['withdrawals:write', 'withdrawals:approve'];

/** True when the role can move money out. Such a role takes effect only after a delay. */
export function movesMoney(membership: Pick<Membership, 'kind' | 'role'>): boolean {
  return scopesOfMember(membership).some((scope) => MONEY_SCOPES.includes(scope));
}

/** Returns the scopes that a member has now. While the role waits, it gives no scope that moves money. */
export function scopesInForce({
  membership,
  waiting,
}: {
  readonly membership: Pick<Membership, 'kind' | 'role'>;
  /** Null: nothing waits. */
  readonly waiting: object | null;
}): readonly Scope[] {
  const scopes = scopesOfMember(membership);
  return waiting === null ? scopes : scopes.filter((scope) => !MONEY_SCOPES.includes(scope));
}
