import type { Scope } from './scopes.js';

/**
 * The kinds of policy changes. Each is handled in the same way: it is listed, and confirmed, stopped, or in force after
 * its delay.
 */
export const POLICY_CHANGE_KINDS = [
  'withdrawal_limit',
  'api_key',
  'key_whitelist',
  'merchant_whitelist',
  'approver_address',
  'member_role',
] as const;
export type PolicyChangeKind = (typeof POLICY_CHANGE_KINDS)[number];

export const POLICY_CHANGE_STATUSES = ['waiting', 'in_force', 'stopped'] as const;
export type PolicyChangeStatus = (typeof POLICY_CHANGE_STATUSES)[number];

/** The limits of a merchant's withdrawals that can be changed one by one. */
export const LIMIT_FIELDS = [
  'perWithdrawalAtomic',
  'perDayAtomic',
  'twoApprovalsAboveAtomic',
  'autoApproveBelowAtomic',
] as const;
export type LimitField = (typeof LIMIT_FIELDS)[number];

/**
 * Says whether a limit lets more through than before, in base units. Without `autoApproveBelowAtomic` (null) every
 * withdrawal needs an approval, so any amount is looser. Without one of the other limits (null) there is no limit, so
 * any amount is tighter.
 */
export function isLooserLimit(field: LimitField, before: bigint | null, asked: bigint | null): boolean {
  if (field === 'autoApproveBelowAtomic') return asked !== null && (before === null || asked > before);
  return before !== null && (asked === null || asked > before);
}

/** Says whether a merchant's key with these scopes can take money out. */
export function mayTakeMoneyOut(scopes: readonly Scope[]): boolean {
  return scopes.includes('withdrawals:write');
}

/** A person who gives an order. Nobody proves at the command line who they are. */
export interface PolicyPerson {
  readonly kind: 'merchant' | 'operator' | 'cli';
  readonly id: string | null;
}

/**
 * Says whether requester and confirmer may be the same person. The command line may be any operator, so it never counts
 * as a second person beside an operator.
 */
function isPerhapsSamePerson(requester: PolicyPerson, confirmer: PolicyPerson): boolean {
  if (confirmer.kind === 'cli') return requester.kind !== 'merchant';
  return requester.kind === confirmer.kind && requester.id === confirmer.id;
}

/**
 * Says why somebody can't confirm a change; null: they can. An API key, or the role of a person, must be older than the
 * delay. So an operator who creates a second operator for this has to wait as long as without one.
 *
 * @param confirmer.sinceMs since when (epoch ms) their key exists or they hold the role; null: they are at the command
 *   line.
 */
export function refusalToConfirm(
  requester: PolicyPerson,
  confirmer: PolicyPerson & { readonly sinceMs: number | null },
  { nowMs, delayMs }: { readonly nowMs: number; readonly delayMs: number },
): string | null {
  if (isPerhapsSamePerson(requester, confirmer))
    return confirmer.kind === 'cli'
      ? 'The person who requested the change may be at the command line: another operator has to confirm it.'
      : "The person who requested a change can't confirm it: another operator has to.";
  if (confirmer.sinceMs === null || confirmer.sinceMs + delayMs <= nowMs) return null;
  const from = new Date(confirmer.sinceMs + delayMs).toISOString();
  return `A new key can't confirm changes of others yet: this one can from ${from} on.`;
}
