import { gasAsset, type Chain } from '../../domain/core/asset.js';
import { gasPostings, reversePostings } from '../../domain/ledger/postings.js';
import { transaction, type Database, type Transaction } from '../core/database.js';
import { postEntry } from '../ledger/post-entry.js';
import { custodyOfRole, type WalletRole } from './wallets.js';

interface FeeRow {
  tx_hash: string;
  withdrawal_id: string | null;
  fee_wei: bigint | null;
  revision: number;
  booked_fee_wei: bigint | null;
  booked_revision: number | null;
  role: WalletRole;
}

const MAX_FEES_PER_CALL = 100;

/**
 * Books the gas of every transaction of our wallets once it is confirmed, whether or not it succeeded. It reverses the
 * entry when a reorganisation undid the block. Both sets are found by partial indexes.
 */
export async function bookFees(
  db: Database,
  { chain, height }: { chain: Chain; height: number },
): Promise<void> {
  const { chainCode, confirmations } = chain;
  await transaction(db, async (trx) => {
    const { rows } = await trx.raw<{ rows: FeeRow[] }>(
      `SELECT tx_hash, withdrawal_id, fee_wei, revision, booked_fee_wei, booked_revision,
              (SELECT role FROM wallets w WHERE w.chain_code = s.chain_code AND w.address = s.from_address) AS role
         FROM sent_transactions s
        WHERE chain_code = :chainCode
          AND ((booked_fee_wei IS NULL AND block_hash IS NOT NULL AND block_number <= :confirmedHeight)
            OR booked_revision <> revision)
        ORDER BY from_address, nonce LIMIT :limit FOR UPDATE OF s SKIP LOCKED`,
      { chainCode, confirmedHeight: height - confirmations + 1, limit: MAX_FEES_PER_CALL },
    );
    for (const row of rows) {
      if (row.booked_revision === null) await bookFee(trx, chain, row);
      else await unbookFee(trx, chain, row);
    }
  });
}

async function bookFee(trx: Transaction, chain: Chain, row: FeeRow): Promise<void> {
  const feeWei = row.fee_wei ?? 0n;
  await trx('sent_transactions')
    .where({ chain_code: chain.chainCode, tx_hash: row.tx_hash })
    .update({ booked_fee_wei: feeWei.toString(), booked_revision: row.revision });
  // Some chains charge nothing, and an entry needs postings.
  if (feeWei === 0n) return;
  await postEntry(trx, {
    cause: `transaction/${row.tx_hash}/${row.revision}/gas`,
    kind: 'gas',
    asset: gasAsset(chain),
    merchantId: null,
    withdrawalId: row.withdrawal_id,
    postings: gasPostings(feeWei, custodyOfRole(row.role)),
  });
}

/** Reverses a fee whose block is orphaned. Mined again, it is booked again with the price of that block. */
async function unbookFee(trx: Transaction, chain: Chain, row: FeeRow): Promise<void> {
  await trx('sent_transactions')
    .where({ chain_code: chain.chainCode, tx_hash: row.tx_hash })
    .update({ booked_fee_wei: null, booked_revision: null });
  if (row.booked_fee_wei === null || row.booked_fee_wei === 0n) return;
  await postEntry(trx, {
    cause: `transaction/${row.tx_hash}/${row.booked_revision}/gas_reverted`,
    kind: 'gas_reverted',
    asset: gasAsset(chain),
    merchantId: null,
    withdrawalId: row.withdrawal_id,
    postings: reversePostings(gasPostings(row.booked_fee_wei, custodyOfRole(row.role))),
  });
}

/** Notes for each finalized nonce which of its transactions was mined: nobody looks for the others any more. */
export async function noteSuperseded(
  db: Database,
  { chainCode, finalizedHeight }: { chainCode: string; finalizedHeight: number },
): Promise<void> {
  await db.raw(
    `UPDATE sent_transactions s SET superseded_by = o.tx_hash
       FROM sent_transactions o
      WHERE s.chain_code = :chainCode AND s.block_hash IS NULL AND s.superseded_by IS NULL
        AND o.chain_code = s.chain_code AND o.from_address = s.from_address AND o.nonce = s.nonce
        AND o.block_number <= :finalizedHeight`,
    { chainCode, finalizedHeight },
  );
}
