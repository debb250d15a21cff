/** The scopes that a merchant's key can have. */
export const MERCHANT_SCOPES = [
  'invoices:read',
  'invoices:write',
  'withdrawals:read',
  'withdrawals:write',
  'balances:read',
  'webhooks:read',
  'webhooks:write',
  'keys:write',
] as const;
export type MerchantScope = (typeof MERCHANT_SCOPES)[number];

/** The scopes that an operator's key can have. */
export const OPERATOR_SCOPES = [
  'merchants:write',
  'keys:approve',
  'withdrawals:approve',
  'operations:write',
  'reports:read',
] as const;
export type OperatorScope = (typeof OPERATOR_SCOPES)[number];

/**
 * The roles of operators, and presets of their keys. No preset has both `keys:approve` and `withdrawals:approve`: with
 * both scopes, one operator could create a key and approve twice.
 */
export const OPERATOR_PRESETS = {
  viewer: ['reports:read'],
  approver: ['withdrawals:approve', 'reports:read'],
  manager: ['merchants:write', 'keys:approve', 'operations:write', 'reports:read'],
} as const satisfies Record<string, readonly OperatorScope[]>;

/** The scopes that set policy, or create people who set it. */
const POLICY_SCOPES: readonly Scope[] = ['merchants:write', 'keys:approve'];
const APPROVAL_SCOPE: Scope = 'withdrawals:approve';
/**
 * The scopes of both kinds: those that set policy, and the one that approves under it. No signed-in person has both
 * kinds.
 */
export const SEPARATE_SCOPES: readonly Scope[] = [...POLICY_SCOPES, APPROVAL_SCOPE];

/**
 * Says whether these scopes allow both: to set policy, directly or through new people, and to approve withdrawals under
 * it.
 */
export function joinsPolicyAndApproval(scopes: readonly Scope[]): boolean {
  return scopes.some((scope) => POLICY_SCOPES.includes(scope)) && scopes.includes(APPROVAL_SCOPE);
}

export type Scope = MerchantScope | OperatorScope;

/** Returns the wanted scopes that a key does not hold. Only if there are none may that key manage one with `wanted`. */
export function scopesBeyond(held: readonly Scope[], wanted: readonly Scope[]): readonly Scope[] {
  return wanted.filter((scope) => !held.includes(scope));
}
