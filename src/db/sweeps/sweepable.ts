import type { AssetId } from '../../domain/core/asset.js';
import type { Queryable, Transaction } from '../core/database.js';

/** A deposit address that holds finalized coins. */
export interface Sweepable {
  /** Lower-case. */
  readonly address: string;
  /** Child index of the deposit account. */
  readonly depositIndex: number;
  /** Booked coins of finalized blocks, less those that were moved away, in base units. */
  readonly amountAtomic: bigint;
  /** The asset that its invoice asked for; the coins may be of another one. */
  readonly invoiceAsset: AssetId;
}

/**
 * Lists the deposit addresses from which a sweep of an asset is due, the fullest first. Only finalized and booked coins
 * count, so that no swept coins appear as a difference later. An address with an open movement of any asset is left
 * out.
 */
export async function listSweepable(
  q: Queryable,
  due: {
    asset: AssetId;
    finalizedHeight: number;
    leastAtomic: bigint;
    limit: number;
    /** The last address of the previous page. */
    after: Pick<Sweepable, 'amountAtomic' | 'depositIndex'> | null;
  },
): Promise<Sweepable[]> {
  const { asset, finalizedHeight, leastAtomic, limit, after } = due;
  const { rows } = await q.raw<{
    rows: {
      address: string;
      deposit_index: number;
      amount: bigint;
      chain_code: string;
      token_symbol: string;
    }[];
  }>(
    `WITH due AS (
       SELECT invoice_id, to_address FROM transfers
        WHERE chain_code = :chainCode AND token_symbol = :tokenSymbol AND invoice_id IS NOT NULL
          AND canonical AND booking <> 'none' AND swept_by IS NULL AND block_number <= :finalizedHeight
        GROUP BY invoice_id, to_address)
     SELECT i.deposit_address AS address, i.deposit_index, i.chain_code, i.token_symbol, h.amount
       FROM due d JOIN invoices i ON i.invoice_id = d.invoice_id
       CROSS JOIN LATERAL (SELECT
         coalesce((SELECT sum(t.amount_atomic) FROM transfers t
            WHERE t.invoice_id = d.invoice_id AND t.chain_code = :chainCode AND t.token_symbol = :tokenSymbol
              AND t.canonical AND t.booking <> 'none' AND t.block_number <= :finalizedHeight), 0)
       - coalesce((SELECT sum(p.amount_atomic) FROM movement_parts p
            WHERE p.chain_code = :chainCode AND p.token_symbol = :tokenSymbol AND p.from_address = d.to_address
              AND p.subject_address = d.to_address AND p.outcome = 'done'), 0) AS amount) h
      WHERE h.amount >= :leastAtomic
        AND (:afterIndex::bigint IS NULL OR h.amount < :afterAmount::numeric
          OR h.amount = :afterAmount::numeric AND i.deposit_index > :afterIndex::bigint)
        AND NOT EXISTS (SELECT 1 FROM movement_parts o
          WHERE o.chain_code = :chainCode AND o.subject_address = d.to_address AND o.outcome IS NULL)
      ORDER BY h.amount DESC, i.deposit_index LIMIT :limit`,
    {
      ...asset,
      finalizedHeight,
      leastAtomic: leastAtomic.toString(),
      limit,
      afterIndex: after?.depositIndex ?? null,
      afterAmount: after?.amountAtomic.toString() ?? null,
    },
  );
  return rows.map((row) => ({
    address: row.address,
    depositIndex: row.deposit_index,
    amountAtomic: row.amount,
    invoiceAsset: { chainCode: row.chain_code, tokenSymbol: row.token_symbol },
  }));
}

/** Marks the transfers that a movement sweeps. They are not listed again unless it fails. */
export async function markSwept(
  trx: Transaction,
  swept: { movementId: number; asset: AssetId; finalizedHeight: number; addresses: readonly string[] },
): Promise<void> {
  const { movementId, asset, finalizedHeight, addresses } = swept;
  await trx('transfers')
    .where({ chain_code: asset.chainCode, token_symbol: asset.tokenSymbol, canonical: true, swept_by: null })
    .whereNotNull('invoice_id')
    .whereNot({ booking: 'none' })
    .where('block_number', '<=', finalizedHeight)
    .whereIn('to_address', [...addresses])
    .update({ swept_by: movementId });
}

/** Reads what lies on deposit addresses of a chain, by the ledger: base units by token symbol. */
export async function readOnDepositAddresses(
  q: Queryable,
  chainCode: string,
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await q('ledger_accounts')
    .where({ kind: 'custody_deposit', chain_code: chainCode })
    .select<{ token_symbol: string; balance: bigint }[]>('token_symbol', 'balance');
  return new Map(rows.map(({ token_symbol, balance }) => [token_symbol, balance]));
}
