import type { Database } from '../../src/db/core/database.js';

export interface StoredTransfer {
  readonly invoice_id: string;
  readonly token_symbol: string;
  readonly tx_hash: string;
  readonly position: number;
  readonly block_hash: string;
  readonly block_number: number;
  readonly block_time: Date;
  readonly amount_atomic: bigint;
  readonly canonical: boolean;
  readonly booking: 'none' | 'credited' | 'held' | 'refunding';
  readonly transfer_id: number;
}

interface AccountSum {
  readonly kind: string;
  readonly token_symbol: string;
  readonly balance: bigint;
}

/** What the database says about one merchant, read as rows. */
export interface StoredFacts {
  readonly transfers: readonly StoredTransfer[];
  readonly orders: readonly {
    invoice_id: string;
    kind: string;
    transfer_ids: number[];
    withdrawal: string | null;
  }[];
  readonly events: readonly {
    invoice_id: string | null;
    type: string;
    dedupe_key: string;
    deliveries: number;
  }[];
  /** The merchant's accounts. */
  readonly accounts: readonly AccountSum[];
  /** The sum of each invoice's postings to `custody_deposit`. */
  readonly custody: readonly { invoice_id: string; token_symbol: string; amount: bigint }[];
  /** Transfers that some entry ever credited to the merchant. */
  readonly everCredited: ReadonlySet<number>;
  /** The amounts of withdrawals that wait for approval. */
  readonly waiting: readonly { token_symbol: string; amount: bigint }[];
}

export async function readStoredFacts(db: Database, merchantId: string): Promise<StoredFacts> {
  const read = async <T>(sql: string): Promise<T[]> =>
    (await db.raw<{ rows: T[] }>(sql, { merchantId })).rows;
  const ofMerchant = 'invoice_id IN (SELECT invoice_id FROM invoices WHERE merchant_id = :merchantId)';
  const credited = await read<{ transfer_id: number }>(
    `SELECT DISTINCT transfer_id FROM ledger_entries WHERE ${ofMerchant} AND kind LIKE 'transfer_%_to_credited'`,
  );
  return {
    everCredited: new Set(credited.map((row) => row.transfer_id)),
    transfers: await read(`SELECT * FROM transfers WHERE ${ofMerchant} ORDER BY transfer_id`),
    orders: await read(
      `SELECT o.invoice_id, o.kind, to_json(o.transfer_ids) AS transfer_ids, w.status AS withdrawal
         FROM invoice_orders o LEFT JOIN withdrawals w USING (withdrawal_id) WHERE o.${ofMerchant} ORDER BY order_id`,
    ),
    events: await read(
      `SELECT e.invoice_id, e.type, e.dedupe_key, count(d.*)::integer AS deliveries
         FROM events e LEFT JOIN deliveries d USING (event_id)
        WHERE e.merchant_id = :merchantId GROUP BY e.event_id`,
    ),
    accounts: await read(
      'SELECT kind, token_symbol, balance FROM ledger_accounts WHERE merchant_id = :merchantId',
    ),
    custody: await read(
      `SELECT e.invoice_id, a.token_symbol, sum(p.amount) AS amount
         FROM ledger_entries e JOIN ledger_postings p USING (entry_id) JOIN ledger_accounts a USING (account_id)
        WHERE e.${ofMerchant} AND a.kind = 'custody_deposit' GROUP BY e.invoice_id, a.token_symbol`,
    ),
    waiting: await read(
      `SELECT token_symbol, sum(amount_atomic) AS amount FROM withdrawals
        WHERE merchant_id = :merchantId AND status = 'pending_approval' GROUP BY token_symbol`,
    ),
  };
}

/** Checks what must hold for the whole database, whatever happened. @returns in words what does not hold. */
export async function findBrokenBooks(db: Database): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { what: string }[] }>(
    `SELECT 'entries of ' || a.token_symbol || ' do not add up to zero' AS what
       FROM ledger_postings p JOIN ledger_accounts a USING (account_id)
      GROUP BY a.chain_code, a.token_symbol HAVING sum(p.amount) <> 0
     UNION ALL
     SELECT 'account ' || a.kind || ' of ' || coalesce(a.merchant_id, 'the operator') || ' is not the sum of its postings'
       FROM ledger_accounts a LEFT JOIN ledger_postings p USING (account_id)
      GROUP BY a.account_id
     HAVING a.balance <> coalesce(sum(CASE WHEN a.debit_normal THEN p.amount ELSE -p.amount END), 0)
     UNION ALL
     SELECT 'account ' || kind || ' is below zero' FROM ledger_accounts WHERE balance < 0 AND merchant_id IS NOT NULL
     UNION ALL
     SELECT 'the outbox still holds ' || kind || ' ' || target_id FROM outbox`,
  );
  return rows.map(({ what }) => what);
}
