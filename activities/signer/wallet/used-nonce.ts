import type { Transaction } from '../../../src/db/core/database.js';
import type { SentTransaction } from '../../../src/db/wallets/sent-transactions.js';
import type { SignableWithdrawal } from './signed-withdrawal.js';

/** All that was signed for a nonce which the chain counts as used, and what it was for. */
export interface UsedNonce extends Pick<SignableWithdrawal, 'chain' | 'client'> {
  readonly attempts: readonly SentTransaction[];
  readonly objectKind: 'withdrawal' | 'movement';
  readonly objectId: string;
  /** In the transaction that writes down the loss. */
  readonly onLost: (trx: Transaction) => Promise<unknown>;
}
