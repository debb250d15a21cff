import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import type { NotYet } from '../../withdrawals/not-yet.js';
import type { SignedWithdrawal, SigningDependencies } from '../wallet/signed-withdrawal.js';

/**
 * The dependencies of payouts. Sweeps use nonces of the same wallet, and payouts reach sweeps only by this function.
 */
export interface PayoutDependencies extends SigningDependencies {
  /**
   * Sends again the transfers to the cold address whose nonces are below those of `behind`.
   *
   * @returns why one of these transfers can't be mined now; null when nothing keeps them.
   */
  readonly sendColdBefore: (
    wallet: Pick<SignedWithdrawal, 'chain' | 'client' | 'native'>,
    behind: readonly SentTransaction[],
  ) => Promise<NotYet | null>;
}
