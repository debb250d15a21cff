import type { Knex } from 'knex';

/**
 * Lists of deliveries by status and by event. Nearly all deliveries have succeeded: a page of those is found without an
 * index of its own, which each delivery would have to be written into once more.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX deliveries_merchant_status ON deliveries (merchant_id, status, delivery_id DESC)
     WHERE status <> 'succeeded';
    CREATE INDEX deliveries_endpoint_status ON deliveries (endpoint_id, status, delivery_id DESC)
     WHERE status <> 'succeeded';
    CREATE INDEX events_type ON events (merchant_id, type, event_id DESC);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX events_type, deliveries_endpoint_status, deliveries_merchant_status');
}
