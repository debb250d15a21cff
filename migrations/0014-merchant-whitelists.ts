import type { Knex } from 'knex';

/** The addresses that a merchant's keys may withdraw to, beside the list of each key. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE merchants
      ADD COLUMN withdrawal_addresses json NOT NULL DEFAULT '[]',
      -- from then on withdrawal_addresses restrict nothing; null: they restrict without end, if there are any
      ADD COLUMN whitelist_ends_at timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE merchants DROP COLUMN withdrawal_addresses, DROP COLUMN whitelist_ends_at');
}
