import { withConnection, type BenchDatabase } from './postgres.js';

/** What stands in the paths of pages, by the name of the parameter. */
export interface FilledDashboard {
  readonly invoiceId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
}

/**
 * Makes a history of a merchant's invoices: most are completed, over a year, some expired. Each one's event was delivered
 * to one endpoint; one delivery in 50 failed, in several ways.
 */
const HISTORY = `
  UPDATE invoices SET status = 'completed', amount_paid_atomic = amount_atomic, paid_at = now(),
         completed_at = now() - make_interval(hours => deposit_index % 8760)
   WHERE deposit_index % 10 < 7;
  UPDATE invoices SET status = 'expired' WHERE deposit_index % 10 IN (7, 8);
  INSERT INTO deliveries (delivery_id, event_id, endpoint_id, merchant_id, status, outcome, attempt_count, created_at, finished_at)
  SELECT 'dlv_' || substr(e.event_id, 5), e.event_id, w.endpoint_id, e.merchant_id, f.status, f.outcome, 1, e.occurred_at, e.occurred_at
    FROM events e JOIN webhook_endpoints w USING (merchant_id),
         LATERAL (SELECT abs(hashtext(e.event_id)) % 500 AS n) h,
         LATERAL (SELECT CASE WHEN h.n < 10 THEN 'failed' ELSE 'succeeded' END AS status,
                         CASE WHEN h.n < 4 THEN 'timeout' WHEN h.n < 9 THEN '5xx' WHEN h.n < 10 THEN 'dns' ELSE '2xx' END AS outcome) f;
  INSERT INTO delivery_attempts (delivery_id, number, started_at, duration_ms, status_code, error_class, request_headers)
  SELECT delivery_id, 1, created_at, 40, CASE outcome WHEN '2xx' THEN 200 WHEN '5xx' THEN 500 END,
         CASE outcome WHEN '2xx' THEN NULL WHEN '5xx' THEN 'status' ELSE outcome END, '{}'
    FROM deliveries;`;

/** Adds to a merchant's open invoices what its dashboard shows besides them. */
export async function fillDashboard({ url }: BenchDatabase, merchantId: string): Promise<FilledDashboard> {
  return withConnection(url, async (client) => {
    // Triggers would look at each row for minutes; nothing here moves money.
    await client.query('SET session_replication_role = replica');
    await client.query(
      `INSERT INTO webhook_endpoints (endpoint_id, merchant_id, url, events, secret_encrypted, created_at)
       VALUES ('we_00000000000000000000000001', $1, 'https://shop.example/hooks', ARRAY['*'], '\\x00', now())`,
      [merchantId],
    );
    await client.query(HISTORY);
    await client.query('SET session_replication_role = origin');
    await client.query('VACUUM ANALYZE');
    const { rows } = await client.query<FilledDashboard>(
      `SELECT e.invoice_id AS "invoiceId", d.endpoint_id AS "endpointId", d.delivery_id AS "deliveryId"
         FROM deliveries d JOIN events e USING (event_id) ORDER BY d.delivery_id DESC LIMIT 1`,
    );
    const [ids] = rows;
    if (ids === undefined) throw new Error('No delivery was made.');
    return ids;
  });
}
