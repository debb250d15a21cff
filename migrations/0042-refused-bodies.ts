import type { Knex } from 'knex';

/** Since when a delivery is not sent, because somebody has altered the body of its event. Operators are told. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE deliveries
      -- null: its body was as our programs write it when it was last looked at
      ADD COLUMN body_refused_at timestamptz;
    CREATE INDEX deliveries_refused ON deliveries (delivery_id) WHERE body_refused_at IS NOT NULL;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE deliveries DROP COLUMN body_refused_at');
}
