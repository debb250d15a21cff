import { transaction, type Database } from '../../src/db/core/database.js';
import { postEntry } from '../../src/db/ledger/post-entry.js';
import { createWithdrawal } from '../../src/db/withdrawals/create-withdrawal.js';
import { addressOf, insertMerchant, usdc } from '../helpers/facts/facts.js';

/** Inserts a withdrawal of 5 USDC that waits for its approval, of a merchant of its own. @returns its id. */
export async function insertWithdrawal(db: Database, amountAtomic = 5_000_000n): Promise<string> {
  const merchantId = await insertMerchant(db);
  return transaction(db, async (trx) => {
    await postEntry(trx, {
      cause: `test/${merchantId}`,
      kind: 'test',
      asset: usdc(),
      merchantId,
      postings: [
        { account: 'custody_hot', amountAtomic },
        { account: 'available', amountAtomic: -amountAtomic },
      ],
    });
    const withdrawal = await createWithdrawal(trx, {
      merchantId,
      asset: usdc(),
      amountAtomic,
      address: addressOf(77),
      merchantReference: null,
      metadata: {},
      nowMs: Date.now(),
    });
    return withdrawal.withdrawalId;
  });
}
