import type { Knex } from 'knex';

/** Which of its choices a checkout's customer has made last: one may choose an earlier one again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- an invoice, without REFERENCES as completed_by is; null: none was made, or the newest is the present one
    ALTER TABLE checkouts ADD COLUMN chosen_invoice text;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE checkouts DROP COLUMN chosen_invoice');
}
