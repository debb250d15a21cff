/** The scopes of an operator's key, in words. */
export const OPERATOR_SCOPE_WORDS = {
  'reports:read': 'Read reports and the audit log',
  'merchants:write': 'Merchants, limits, policy changes',
  'keys:approve': 'Keys and people',
  'operations:write': 'Chains and assets',
  'withdrawals:approve': 'Decide about withdrawals',
} as const;

export type ShownScope = keyof typeof OPERATOR_SCOPE_WORDS;
