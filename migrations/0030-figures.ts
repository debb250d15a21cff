import type { Knex } from 'knex';

/** What the dashboard counts and looks for is found by index, however long a merchant's history is. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The sums of the volume are read from the index alone.
    CREATE INDEX invoices_volume ON invoices (merchant_id, completed_at)
      INCLUDE (chain_code, token_symbol, amount_paid_atomic, fiat_currency, amount_fiat_cents)
      WHERE completed_at IS NOT NULL;
    CREATE INDEX transfers_held ON transfers (invoice_id) WHERE booking = 'held' AND canonical;
    CREATE INDEX events_withdrawal ON events (withdrawal_id) WHERE withdrawal_id IS NOT NULL;
    CREATE INDEX withdrawals_merchant_status ON withdrawals (merchant_id, status, withdrawal_id DESC);
    CREATE INDEX withdrawals_merchant_address ON withdrawals (merchant_id, address, withdrawal_id DESC);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'DROP INDEX invoices_volume, transfers_held, events_withdrawal, withdrawals_merchant_status, withdrawals_merchant_address',
  );
}
