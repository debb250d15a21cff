import type { Queryable } from '../core/database.js';

/** Says whether an address (lower-case) is ours: a deposit address, a wallet, or the contract for sweeps. */
export async function isOwnAddress(q: Queryable, address: string): Promise<boolean> {
  const { rows } = await q.raw<{ rows: { own: boolean }[] }>(
    `SELECT EXISTS (SELECT 1 FROM invoices WHERE deposit_address = :address)
         OR EXISTS (SELECT 1 FROM wallets WHERE address = :address)
         OR EXISTS (SELECT 1 FROM movements WHERE contract_address = :address AND kind = 'deploy'
              AND (outcome IS NULL OR outcome = 'done')) AS own`,
    { address },
  );
  return rows[0]?.own === true;
}
