export const WITHDRAWAL_STATUSES = [
  'pending_approval',
  'approved',
  'broadcast',
  'completed',
  'rejected',
  'cancelled',
  'stopped',
  'failed',
] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** How the API names the kind of a withdrawal to its merchant. The books and the operators say `payout`. */
export const SHOWN_WITHDRAWAL_KINDS = ['withdrawal', 'refund'] as const;
export type ShownWithdrawalKind = (typeof SHOWN_WITHDRAWAL_KINDS)[number];

/** Returns the kind of a withdrawal as its merchant sees it. */
export function shownWithdrawalKind(kind: 'payout' | 'refund'): ShownWithdrawalKind {
  return kind === 'payout' ? 'withdrawal' : kind;
}

export const WITHDRAWAL_TRANSITIONS: Readonly<Record<WithdrawalStatus, readonly WithdrawalStatus[]>> = {
  pending_approval: ['approved', 'rejected', 'cancelled'],
  approved: ['broadcast', 'stopped', 'failed'],
  broadcast: ['completed', 'failed'],
  // A reorganisation removed its block: the same bytes are sent again.
  completed: ['broadcast'],
  rejected: [],
  cancelled: [],
  stopped: [],
  failed: [],
};

/** Final statuses that release the reservation. */
export const RELEASING_STATUSES: readonly WithdrawalStatus[] = ['rejected', 'cancelled', 'stopped', 'failed'];

/** Statuses in which nothing is approved or paid any more. */
export const ENDED_STATUSES: readonly WithdrawalStatus[] = ['completed', ...RELEASING_STATUSES];

/** The statuses of withdrawals that are neither paid nor released: the whole amount is still reserved. */
export const OPEN_STATUSES: readonly WithdrawalStatus[] = ['pending_approval', 'approved', 'broadcast'];

export function canMoveWithdrawal(from: WithdrawalStatus, to: WithdrawalStatus): boolean {
  return WITHDRAWAL_TRANSITIONS[from].includes(to);
}
