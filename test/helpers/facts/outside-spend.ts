import { transaction, type Database } from '../../../src/db/core/database.js';
import { storeSpends, type Spend } from '../../../src/db/wallets/outside-payments.js';
import { addressOf } from './facts.js';

/** A transfer of 1.5 USDC out of our wallet, in a transaction that is not on record. */
export const outsideSpend = (txHash: string): Spend => ({
  asset: { chainCode: 'local', tokenSymbol: 'USDC' },
  txHash,
  ordinal: 0,
  from: addressOf(0xa11),
  to: addressOf(0x666),
  amountAtomic: 1_500_000n,
  blockNumber: 7,
  blockTimeMs: Date.UTC(2026, 0, 1),
});

/** Stores such a transfer as the follower does. */
export const storeOutsideSpend = (db: Database, txHash: string): Promise<void> =>
  transaction(db, (trx) => storeSpends(trx, [outsideSpend(txHash)]));
