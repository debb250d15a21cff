import type { Knex } from 'knex';

/** What the dashboard searches and filters by is found by index. A delivery says how its last attempt was answered. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX checkouts_merchant_reference ON checkouts (merchant_id, merchant_reference, checkout_id DESC)
      WHERE merchant_reference IS NOT NULL;
    CREATE INDEX checkouts_merchant_status ON checkouts (merchant_id, status, checkout_id DESC);
    CREATE INDEX withdrawals_merchant_reference ON withdrawals (merchant_id, merchant_reference, withdrawal_id DESC)
      WHERE merchant_reference IS NOT NULL;
    CREATE INDEX ledger_entries_created ON ledger_entries (created_at);
    CREATE INDEX withdrawals_invoice ON withdrawals (invoice_id) WHERE invoice_id IS NOT NULL;

    ALTER TABLE deliveries ADD COLUMN outcome text;
    UPDATE deliveries d SET outcome =
        CASE WHEN a.error_class IS NULL THEN '2xx'
             WHEN a.error_class <> 'status' THEN a.error_class
             WHEN a.status_code BETWEEN 400 AND 499 THEN '4xx'
             WHEN a.status_code BETWEEN 500 AND 599 THEN '5xx'
             ELSE 'other' END
      FROM delivery_attempts a
     WHERE a.delivery_id = d.delivery_id AND a.number = d.attempt_count AND a.duration_ms IS NOT NULL;
    CREATE INDEX deliveries_merchant_outcome ON deliveries (merchant_id, outcome, delivery_id DESC) WHERE outcome <> '2xx';
    CREATE INDEX deliveries_endpoint_outcome ON deliveries (endpoint_id, outcome, delivery_id DESC) WHERE outcome <> '2xx';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE deliveries DROP COLUMN outcome;
    DROP INDEX checkouts_merchant_reference, checkouts_merchant_status,
      withdrawals_merchant_reference, withdrawals_invoice, ledger_entries_created;
  `);
}
