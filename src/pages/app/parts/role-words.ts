import type { Options } from './field.js';

/** Roles: the name of each, and in one line what it may do. */
export type RoleWords = Readonly<Record<string, readonly [name: string, does: string]>>;

export const MERCHANT_ROLE_WORDS: RoleWords = {
  owner: ['Owner', 'Everything, also keys, people and withdrawals.'],
  finance: ['Finance', 'Invoices, balances and withdrawals.'],
  developer: ['Developer', 'Invoices and webhooks; sees balances.'],
  viewer: ['Viewer', 'Sees invoices, balances, withdrawals and webhooks. Changes nothing.'],
};

export const OPERATOR_ROLE_WORDS: RoleWords = {
  manager: ['Manager', 'Merchants, keys, people, chains and assets. Approves no withdrawal.'],
  approver: ['Approver', 'Decides about withdrawals. Sets no policy.'],
  viewer: ['Viewer', 'Sees reports, withdrawals and the audit log. Changes nothing.'],
};

export const roleNames = (words: RoleWords): Options =>
  Object.entries(words).map(([role, [name, does]]) => [role, `${name}: ${does.replace(/\.$/, '')}`]);

export const roleName = (words: RoleWords, role: string): string => words[role]?.[0] ?? role;
