import type { Knex } from 'knex';

/** The outbox. Each row is a workflow to wake or to start. It reaches Temporal after the commit, at least once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE outbox (
      outbox_id  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind       text NOT NULL CHECK (kind IN ('invoice', 'withdrawal', 'delivery')),
      target_id  text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      -- Deliveries to endpoints that are not known to be healthy are started separately, and not faster than they are
      -- attempted.
      unproven   boolean NOT NULL DEFAULT false
    );
    CREATE INDEX outbox_lanes ON outbox (unproven, outbox_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE outbox');
}
