import type { Chain } from '../../domain/core/asset.js';
import { reversePostings, topUpPostings, type Booking } from '../../domain/ledger/postings.js';
import { transaction, type Database } from '../core/database.js';
import { postEntry } from '../ledger/post-entry.js';
import { custodyOfRole, type WalletRole } from './wallets.js';

interface TopUpRow {
  transfer_id: number;
  chain_code: string;
  token_symbol: string;
  amount_atomic: bigint;
  booking: Booking;
  booking_revision: number;
  canonical: boolean;
  role: WalletRole | null;
}

const MAX_TOP_UPS_PER_CALL = 100;

/**
 * Books coins that came to our wallets from outside to the treasury once they are confirmed, and reverses the entry
 * when a reorganisation undid them. Both sets are found by partial indexes, so the call is nearly free when there is
 * nothing to do.
 *
 * @returns how many were booked or reversed.
 */
export async function bookTopUps(
  db: Database,
  { chain, height }: { chain: Pick<Chain, 'chainCode' | 'confirmations'>; height: number },
): Promise<number> {
  return transaction(db, async (trx) => {
    const { rows } = await trx.raw<{ rows: TopUpRow[] }>(
      `SELECT t.*, (SELECT role FROM wallets w WHERE w.chain_code = t.chain_code AND w.address = t.to_address) AS role
         FROM transfers t
        WHERE invoice_id IS NULL AND chain_code = :chainCode
          AND ((booking = 'none' AND canonical AND shown_only_by IS NULL AND block_number <= :confirmedHeight)
            OR (booking <> 'none' AND NOT canonical))
        ORDER BY transfer_id LIMIT :limit FOR UPDATE OF t SKIP LOCKED`,
      {
        chainCode: chain.chainCode,
        confirmedHeight: height - chain.confirmations + 1,
        limit: MAX_TOP_UPS_PER_CALL,
      },
    );
    for (const row of rows) {
      const revision = row.booking_revision + 1;
      const postings = topUpPostings(row.amount_atomic, custodyOfRole(row.role ?? 'hot'));
      await trx('transfers')
        .where({ transfer_id: row.transfer_id })
        .update({ booking: row.canonical ? 'treasury' : 'none', booking_revision: revision });
      await postEntry(trx, {
        cause: `transfer/${row.transfer_id}/${revision}`,
        kind: row.canonical ? 'top_up' : 'top_up_reverted',
        asset: { chainCode: row.chain_code, tokenSymbol: row.token_symbol },
        merchantId: null,
        transferId: row.transfer_id,
        postings: row.canonical ? postings : reversePostings(postings),
      });
    }
    return rows.length;
  });
}
