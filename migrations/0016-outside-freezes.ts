import type { Knex } from 'knex';

/**
 * A transfer out of our wallets whose transaction is not on record freezes the wallet's assets, once. Operators know of
 * those that are stored already.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- when the assets of its chain were frozen because of it; null: not yet
    ALTER TABLE outside_payments ADD COLUMN frozen_at timestamptz;
    UPDATE outside_payments SET frozen_at = now();
    CREATE INDEX outside_payments_unfrozen ON outside_payments (chain_code) WHERE frozen_at IS NULL;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE outside_payments DROP COLUMN frozen_at');
}
