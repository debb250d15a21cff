import type { Knex } from 'knex';

/** What is committed here happens in Temporal later, once or more: a row is a workflow to wake or to start. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE outbox (
      outbox_id  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind       text NOT NULL CHECK (kind IN ('invoice', 'withdrawal', 'delivery')),
      target_id  text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      -- Deliveries to endpoints that are not known to answer are started apart from all else, and no faster than they are
      -- tried.
      unproven   boolean NOT NULL DEFAULT false
    );
    CREATE INDEX outbox_lanes ON outbox (unproven, outbox_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE outbox');
}
