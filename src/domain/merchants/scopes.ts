/** What a merchant's key may be allowed to do. */
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

/** What an operator's key may be allowed to do. */
export const OPERATOR_SCOPES = [
  'merchants:write',
  'keys:approve',
  'withdrawals:approve',
  'operations:write',
  'reports:read',
] as const;
export type OperatorScope = (typeof OPERATOR_SCOPES)[number];

export type Scope = MerchantScope | OperatorScope;

/** The scopes of a key that another lacks: with none it may be managed by the other. */
export function scopesBeyond(held: readonly Scope[], wanted: readonly Scope[]): readonly Scope[] {
  return wanted.filter((scope) => !held.includes(scope));
}
