import type { Transaction } from '../../../src/db/core/database.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import type { SignableWithdrawal } from './signed-withdrawal.js';

/** Everything that was signed for a nonce that the chain counts as used, and what it was for. */
export interface UsedNonce extends Pick<SignableWithdrawal, 'chain' | 'client'> {
  readonly attempts: readonly SentTransaction[];
  readonly objectKind: 'withdrawal' | 'movement';
  readonly objectId: string;
  /** Called in the database transaction that records that the nonce is lost. */
  readonly onLost: (trx: Transaction) => Promise<unknown>;
}
