import type { Knex } from 'knex';

/** Which events were sent again to an endpoint. Few are, so it costs next to nothing. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX deliveries_again ON deliveries (merchant_id, endpoint_id, event_id) WHERE redelivery_of IS NOT NULL
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX deliveries_again');
}
