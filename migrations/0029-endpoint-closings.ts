import type { Knex } from 'knex';

/**
 * What waits for an endpoint when it is closed is cancelled a part at a time. Deliveries belong to the generation of their
 * endpoint in which they were made; closing it ends that generation, and enabling it brings none back.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- how often it was closed
    ALTER TABLE webhook_endpoints ADD COLUMN generation integer NOT NULL DEFAULT 0;
    -- its endpoint's when it was made: nothing more is sent of one whose generation was closed
    ALTER TABLE deliveries ADD COLUMN generation integer NOT NULL DEFAULT 0;

    CREATE TABLE endpoint_closings (
      endpoint_id text NOT NULL REFERENCES webhook_endpoints,
      generation  integer NOT NULL,
      reason      text NOT NULL,
      closed_at   timestamptz NOT NULL,
      -- null: deliveries of that generation are still to be cancelled
      finished_at timestamptz,
      PRIMARY KEY (endpoint_id, generation)
    );
    CREATE INDEX endpoint_closings_unfinished ON endpoint_closings (closed_at) WHERE finished_at IS NULL;

    DROP INDEX deliveries_pending;
    CREATE INDEX deliveries_pending ON deliveries (endpoint_id, generation, queued_at) WHERE status = 'pending';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX deliveries_pending;
    CREATE INDEX deliveries_pending ON deliveries (endpoint_id, queued_at) WHERE status = 'pending';
    DROP TABLE endpoint_closings;
    ALTER TABLE deliveries DROP COLUMN generation;
    ALTER TABLE webhook_endpoints DROP COLUMN generation;
  `);
}
