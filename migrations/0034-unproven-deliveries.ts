import type { Knex } from 'knex';

/** Deliveries to endpoints that are not known to answer are started apart from all else, and no faster than they are tried. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE outbox ADD COLUMN unproven boolean NOT NULL DEFAULT false;
    CREATE INDEX outbox_lanes ON outbox (unproven, outbox_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX outbox_lanes; ALTER TABLE outbox DROP COLUMN unproven');
}
