import type pg from 'pg';
import { SMALL_MERCHANT, pageRows } from './page-rows.js';
import { withConnection, type BenchDatabase } from './postgres.js';

/** A merchant's newest things. Pages show them, and people search for them. */
export interface PageThings {
  readonly invoiceId: string;
  readonly publicId: string;
  readonly depositAddress: string;
  readonly merchantReference: string;
  readonly txHash: string;
  readonly checkoutId: string;
  readonly checkoutPublicId: string;
  readonly withdrawalId: string;
  readonly address: string;
  readonly withdrawalHash: string;
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly memberId: string;
  readonly merchantId: string;
  readonly operatorId: string;
  readonly runId: string;
  readonly chainCode: string;
}

/** A completed invoice, a delivery (a failed one if there is any) and a withdrawal (a waiting one if there is any). */
const THINGS = `
  SELECT i.*, c.*, w.*, s.*, d.*, $1::text AS "merchantId", 'local' AS "chainCode",
         (SELECT max(endpoint_id) FROM webhook_endpoints WHERE merchant_id = $1) AS "endpointId",
         (SELECT max(member_id) FROM members WHERE merchant_id = $1) AS "memberId",
         (SELECT min(operator_id) FROM operators) AS "operatorId",
         (SELECT max(run_id) FROM reconciliation_runs)::text AS "runId"
    FROM (SELECT invoice_id AS "invoiceId", public_id AS "publicId", deposit_address AS "depositAddress", tx_hash AS "txHash",
                 merchant_reference AS "merchantReference"
            FROM invoices WHERE merchant_id = $1 AND status = 'completed' ORDER BY invoice_id DESC LIMIT 1) i,
         (SELECT checkout_id AS "checkoutId", public_id AS "checkoutPublicId"
            FROM checkouts WHERE merchant_id = $1 ORDER BY checkout_id DESC LIMIT 1) c,
         (SELECT withdrawal_id AS "withdrawalId" FROM withdrawals WHERE merchant_id = $1
           ORDER BY status = 'pending_approval' DESC, withdrawal_id DESC LIMIT 1) w,
         (SELECT w.address, tx_hash AS "withdrawalHash" FROM withdrawals w JOIN sent_transactions USING (withdrawal_id)
           WHERE merchant_id = $1 ORDER BY withdrawal_id DESC LIMIT 1) s,
         (SELECT delivery_id AS "deliveryId", event_id AS "eventId" FROM deliveries JOIN events USING (event_id)
           WHERE deliveries.merchant_id = $1 AND invoice_id IS NOT NULL AND NOT EXISTS (
                 SELECT 1 FROM invoices i WHERE i.invoice_id = events.invoice_id AND i.deposit_index < $2)
           ORDER BY status = 'failed' DESC, delivery_id DESC LIMIT 1) d`;

async function thingsOf(
  client: pg.Client,
  { merchantId, shownFrom }: { readonly merchantId: string; readonly shownFrom: number },
): Promise<PageThings | null> {
  const { rows } = await client.query<PageThings>(THINGS, [merchantId, shownFrom]);
  return rows[0] ?? null;
}

/** Adds to a year of invoices what the dashboard and the console show besides them. */
export async function fillPages(
  { url }: BenchDatabase,
  {
    merchantId,
    count,
    newest,
    say,
  }: {
    /** The largest merchant. */
    readonly merchantId: string;
    readonly count: number;
    /** The number of newest invoices that have an address derived from their index. */
    readonly newest: number;
    readonly say: (line: string) => void;
  },
): Promise<{
  readonly large: PageThings;
  /** Null: with so few rows it does not have one of each thing. */
  readonly small: PageThings | null;
}> {
  return withConnection(url, async (client) => {
    // Triggers would check each row, which takes minutes. No money depends on these rows.
    await client.query("SET session_replication_role = replica; SET work_mem = '256MB'");
    for (const [what, sql] of Object.entries(pageRows(newest))) {
      const startedAtMs = performance.now();
      // The next part joins what this one has made.
      await client.query(sql);
      await client.query('ANALYZE');
      say(`${what}: made in ${((performance.now() - startedAtMs) / 1_000).toFixed(1)} s`);
    }
    await client.query('SET session_replication_role = origin');
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
    const shownFrom = count - newest;
    const large = await thingsOf(client, { merchantId, shownFrom });
    if (large === null)
      throw new Error(`Merchant ${merchantId} does not have one of each thing that pages show.`);
    const small = await thingsOf(client, { merchantId: SMALL_MERCHANT, shownFrom });
    return { large, small };
  });
}
