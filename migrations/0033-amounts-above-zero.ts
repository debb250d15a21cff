import type { Knex } from 'knex';

/** What a transaction pays is more than nothing. A fill, a batch and a deploy pay no amount of their own: null. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE sent_transactions ADD CONSTRAINT sent_transactions_amount
      -- NaN is above all numbers
      CHECK (amount_atomic > 0 AND amount_atomic <> 'NaN')`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE sent_transactions DROP CONSTRAINT sent_transactions_amount');
}
