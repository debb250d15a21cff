import { whyWithdrawalNotShown, type StoredWithdrawal } from '../../domain/withdrawals/altered-withdrawal.js';
import type { AppDeps } from '../requests/app-deps.js';
import { tellAltered } from './altered-invoices.js';

/** Tells whether somebody has altered the row of a withdrawal. If so, the operator is told, at most once an hour. */
export function isAlteredWithdrawal(
  withdrawal: StoredWithdrawal,
  { books, ...telling }: Pick<AppDeps, 'books' | 'log' | 'now'>,
): boolean {
  const words = whyWithdrawalNotShown(books, withdrawal);
  if (words === null) return false;
  const { withdrawalId } = withdrawal;
  tellAltered(telling, { code: 'withdrawal_altered', withdrawalId }, words);
  return true;
}
