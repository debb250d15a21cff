import type { Knex } from 'knex';

const COLUMNS = 'chain_code, token_symbol, amount_paid_atomic, fiat_currency, amount_fiat_cents';

async function replaceIndex(knex: Knex, included: string): Promise<void> {
  await knex.raw(`
    DROP INDEX invoices_volume;
    CREATE INDEX invoices_volume ON invoices (merchant_id, completed_at) INCLUDE (${included})
      WHERE completed_at IS NOT NULL;
  `);
}

/** The volume also tells from its index which invoices may have been credited more or less than was paid on time. */
export async function up(knex: Knex): Promise<void> {
  await replaceIndex(knex, `${COLUMNS}, amount_atomic, overpaid, invoice_id`);
}

export async function down(knex: Knex): Promise<void> {
  await replaceIndex(knex, COLUMNS);
}
