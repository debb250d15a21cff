import type { Queryable } from '../core/database.js';
import { figure } from '../core/readable-rows.js';

/**
 * How many blocks before the newest known movement are looked at again. An audit may book a payment in a finalized block
 * that a run has passed meanwhile.
 */
const BLOCKS_AGAIN = 1_000;

/**
 * Every known change of our balances on a chain: transfers to our addresses, payments and gas of our transactions, and
 * moves between our addresses. The cold address is not counted. Anything else that moves our coins must be added here.
 * Parameters: `chainCode`, `nativeSymbol`.
 */
const MOVEMENTS = `(
  SELECT to_address AS address, token_symbol, amount_atomic AS amount, block_number
    FROM transfers WHERE chain_code = :chainCode AND canonical
  UNION ALL
  SELECT from_address, token_symbol, -amount_atomic, block_number
    FROM sent_transactions
   WHERE chain_code = :chainCode AND block_hash IS NOT NULL AND succeeded AND proven AND purpose = 'payment'
  UNION ALL
  SELECT from_address, :nativeSymbol, -fee_wei, block_number
    FROM sent_transactions WHERE chain_code = :chainCode AND block_hash IS NOT NULL
  UNION ALL
  SELECT p.from_address, p.token_symbol, -p.amount_atomic, s.block_number
    FROM movement_parts p JOIN sent_transactions s USING (movement_id)
   WHERE p.chain_code = :chainCode AND s.block_hash IS NOT NULL AND s.succeeded AND s.proven AND s.purpose <> 'cancellation'
  UNION ALL
  SELECT p.to_address, p.token_symbol, p.amount_atomic, s.block_number
    FROM movement_parts p JOIN sent_transactions s USING (movement_id)
   WHERE p.chain_code = :chainCode AND s.block_hash IS NOT NULL AND s.succeeded AND s.proven
     AND s.purpose NOT IN ('cancellation', 'cold')) movements`;

interface ChainOfMovements {
  readonly chainCode: string;
  readonly nativeSymbol: string;
}

/**
 * Notes the addresses whose coins moved up to a finalized block, so that they are compared. A second call changes
 * nothing.
 *
 * @param fromStart true: the movements of all blocks, also of those that were looked at long ago.
 */
export async function noteCustodyAddresses(
  q: Queryable,
  { chain, upTo, fromStart }: { chain: ChainOfMovements; upTo: number; fromStart: boolean },
): Promise<void> {
  const { rows } = await q.raw<{ rows: { newest: number | null }[] }>(
    'SELECT max(touched_block) AS newest FROM custody_addresses WHERE chain_code = ?',
    [chain.chainCode],
  );
  const newest = rows[0]?.newest ?? null;
  const from = fromStart || newest === null ? 0 : newest - BLOCKS_AGAIN;
  await q.raw(
    `INSERT INTO custody_addresses AS known (chain_code, address, touched_block)
       SELECT :chainCode, address, max(block_number) FROM ${MOVEMENTS}
        WHERE block_number BETWEEN :from AND :upTo GROUP BY address
     ON CONFLICT (chain_code, address) DO UPDATE SET touched_block = EXCLUDED.touched_block
       WHERE known.touched_block < EXCLUDED.touched_block`,
    { chainCode: chain.chainCode, nativeSymbol: chain.nativeSymbol, from, upTo },
  );
}

/** An address whose balances are to be compared. */
export interface CustodyAddress {
  readonly address: string;
  /** True for a wallet that we send from, false for a deposit address. */
  readonly isWallet: boolean;
}

/**
 * Lists every wallet, every address that differed the last time, and every address whose coins moved since it was
 * compared. Up to `limit`, it adds the addresses that were compared longest ago.
 */
export async function listAddressesToCheck(
  q: Queryable,
  { chainCode, limit }: { chainCode: string; limit: number },
): Promise<CustodyAddress[]> {
  const { rows } = await q.raw<{ rows: { address: string; is_wallet: boolean }[] }>(
    `WITH listed AS (
       (SELECT address, 0 AS rank FROM wallets WHERE chain_code = :chainCode AND role <> 'deposit')
       UNION ALL
       (SELECT subject, 1 FROM reconciliation_differences
         WHERE chain_code = :chainCode AND kind = 'balance' AND gone_at IS NULL LIMIT :limit)
       UNION ALL
       (SELECT address, 2 FROM custody_addresses
         WHERE chain_code = :chainCode AND (checked_block IS NULL OR checked_block < touched_block)
         ORDER BY touched_block LIMIT :limit)
       UNION ALL
       (SELECT address, 3 FROM custody_addresses
         WHERE chain_code = :chainCode ORDER BY checked_block NULLS FIRST LIMIT :limit))
     SELECT address, min(rank) AS rank, bool_or(rank = 0) AS is_wallet
       FROM listed GROUP BY address ORDER BY rank, address LIMIT :limit`,
    { chainCode, limit },
  );
  return rows.map((row) => ({ address: row.address, isWallet: row.is_wallet }));
}

/**
 * Sums the balances of addresses in the books at the end of a finalized block, in base units: everything known to have
 * come up to that block, less everything that left. Later blocks are not included.
 *
 * @returns by address and token symbol; 0 where absent.
 */
export async function sumMovements(
  q: Queryable,
  { chain, addresses, upTo }: { chain: ChainOfMovements; addresses: readonly string[]; upTo: number },
): Promise<(address: string, tokenSymbol: string) => bigint> {
  const { rows } = await q.raw<{ rows: { address: string; token_symbol: string; total: bigint }[] }>(
    `SELECT address, token_symbol, sum(${figure('amount')}) AS total FROM ${MOVEMENTS}
      WHERE address = ANY (:addresses) AND block_number <= :upTo GROUP BY address, token_symbol`,
    { chainCode: chain.chainCode, nativeSymbol: chain.nativeSymbol, addresses: [...addresses], upTo },
  );
  const totals = new Map(rows.map((row) => [`${row.address}/${row.token_symbol}`, row.total]));
  return (address, tokenSymbol) => totals.get(`${address}/${tokenSymbol}`) ?? 0n;
}
