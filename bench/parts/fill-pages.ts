import { PAGE_ROWS } from './page-rows.js';
import { withConnection, type BenchDatabase } from './postgres.js';

/** What stands in the paths of pages, by the name of the parameter. */
export interface FilledPages {
  readonly invoiceId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly withdrawalId: string;
  readonly checkoutId: string;
  readonly merchantId: string;
  readonly operatorId: string;
  readonly runId: string;
  readonly chainCode: string;
}

/** The newest of each thing of the merchant that has most, and a withdrawal that waits for somebody. */
const IDS = `
  SELECT (SELECT max(invoice_id) FROM invoices WHERE merchant_id = $1) AS "invoiceId",
         (SELECT max(endpoint_id) FROM webhook_endpoints WHERE merchant_id = $1) AS "endpointId",
         (SELECT max(delivery_id) FROM deliveries WHERE merchant_id = $1) AS "deliveryId",
         (SELECT max(withdrawal_id) FROM withdrawals WHERE merchant_id = $1 AND status = 'pending_approval') AS "withdrawalId",
         (SELECT max(checkout_id) FROM checkouts WHERE merchant_id = $1) AS "checkoutId",
         $1 AS "merchantId", (SELECT min(operator_id) FROM operators) AS "operatorId",
         (SELECT max(run_id) FROM reconciliation_runs)::text AS "runId", 'local' AS "chainCode"`;

/** Adds to a merchant's open invoices what the dashboard and the console show besides them. */
export async function fillPages(
  { url }: BenchDatabase,
  { merchantId, say }: { readonly merchantId: string; readonly say: (line: string) => void },
): Promise<FilledPages> {
  return withConnection(url, async (client) => {
    // Triggers would look at each row for minutes; nothing here moves money.
    await client.query('SET session_replication_role = replica');
    for (const [what, sql] of Object.entries(PAGE_ROWS)) {
      const startedAtMs = performance.now();
      await client.query(sql);
      say(`${what}: made in ${((performance.now() - startedAtMs) / 1_000).toFixed(1)} s`);
    }
    await client.query('SET session_replication_role = origin');
    await client.query('VACUUM ANALYZE');
    const { rows } = await client.query<FilledPages>(IDS, [merchantId]);
    const [ids] = rows;
    const missing = Object.entries(ids ?? {}).filter(([, id]) => id === null);
    if (ids === undefined || missing.length > 0)
      throw new Error(`Nothing was made for ${missing.map(([name]) => name).join(', ')}.`);
    return ids;
  });
}
