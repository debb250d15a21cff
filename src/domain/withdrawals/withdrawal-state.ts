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

export function canMoveWithdrawal(from: WithdrawalStatus, to: WithdrawalStatus): boolean {
  return WITHDRAWAL_TRANSITIONS[from].includes(to);
}
