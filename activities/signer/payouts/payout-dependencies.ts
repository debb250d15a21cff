import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import type { NotYet } from '../../withdrawals/withdrawal-wait.js';
import type { SignedWithdrawal, SigningDependencies } from '../wallet/signed-withdrawal.js';

/** What payouts need. Sweeps take nonces of the same wallet, and payouts reach them by this function alone. */
export interface PayoutDependencies extends SigningDependencies {
  /**
   * Sends again what a sweep signed to the cold address with a nonce below those of `behind`.
   *
   * @returns why one of these can't be mined now; null when nothing keeps them.
   */
  readonly carryCold: (
    wallet: Pick<SignedWithdrawal, 'chain' | 'client' | 'native'>,
    behind: readonly SentTransaction[],
  ) => Promise<NotYet | null>;
}
