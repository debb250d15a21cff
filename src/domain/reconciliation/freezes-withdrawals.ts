import { sameAsset } from '../core/asset.js';
import { NO_ASSET, type Difference } from './difference.js';

/**
 * Says whether a difference stops the withdrawals of its asset. It does when money may be missing or counted wrongly. A
 * surplus on chain does not: it hurts nobody, and anyone could freeze payments by sending us a cent. A status that lags
 * does not either, since it moves no money. Nor does an altered deposit address: nobody is shown it, and nothing paid
 * to it counts. A broken hash chain of a ledger account or a withdrawal stops its asset: somebody has rewritten the
 * records of whom the money belongs to.
 */
export function freezesWithdrawals(difference: Difference): boolean {
  switch (difference.kind) {
    case 'balance':
      return difference.foundAtomic < difference.expectedAtomic;
    case 'account':
    case 'entry':
    case 'custody':
    case 'reserved':
    case 'invoice_money':
      return true;
    case 'invoice_status':
    case 'deposit_address':
      return false;
    case 'hash_chain':
      return !sameAsset(difference.asset, NO_ASSET);
  }
}

const MAX_DIFFERENCES_IN_REASON = 3;

/** Tells operators why an asset is frozen: the first differences in words, and the number of the others. */
export function freezeReason(differences: readonly Difference[]): string {
  const shown = differences.slice(0, MAX_DIFFERENCES_IN_REASON).map(({ words }) => words);
  const more = differences.length - shown.length;
  return `reconciliation: ${shown.join(' ')}${more > 0 ? ` And ${more} more.` : ''}`;
}
