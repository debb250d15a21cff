import type { Knex } from 'knex';

/** Since when the chain has refused the payment of a withdrawal before anything was signed for it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE withdrawals
      -- two RPCs have said so at each look since; null: not, or not any more
      ADD COLUMN refused_since timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE withdrawals DROP COLUMN refused_since');
}
