import type { Knex } from 'knex';

/** Webhooks: two secrets during a rotation, reasons of cancellations, bounds of attempts under way, and health. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE webhook_endpoints
      -- during a rotation's overlap: the secret before, good until then
      ADD COLUMN previous_secret_encrypted bytea,
      ADD COLUMN legacy_switches_at timestamptz,
      -- of the first failure since the last success; null while it is well
      ADD COLUMN failing_since timestamptz,
      -- when the merchant's other endpoints were told of it
      ADD COLUMN failing_told_at timestamptz,
      ADD CONSTRAINT webhook_endpoints_rotation
        CHECK ((previous_secret_encrypted IS NULL) = (legacy_switches_at IS NULL));

    ALTER TABLE deliveries
      ADD COLUMN origin text NOT NULL DEFAULT 'event'
        CHECK (origin IN ('event', 'test', 'redelivery', 'recovery')),
      ADD COLUMN cancel_reason text,
      -- until then an attempt is under way, or a place for one is kept; after a crash it falls free by itself
      ADD COLUMN leased_until timestamptz,
      -- since when it waits for a place
      ADD COLUMN queued_at timestamptz;
    CREATE INDEX deliveries_leased ON deliveries (endpoint_id) WHERE leased_until IS NOT NULL;
    CREATE INDEX deliveries_pending ON deliveries (endpoint_id, queued_at) WHERE status = 'pending';
    CREATE INDEX deliveries_judged ON deliveries (endpoint_id, finished_at DESC) WHERE status IN ('succeeded', 'failed');
    CREATE INDEX deliveries_event ON deliveries (event_id, endpoint_id);
    CREATE INDEX events_merchant ON events (merchant_id, occurred_at);

    UPDATE webhook_endpoints AS e SET failing_since = (
      SELECT min(a.started_at) FROM deliveries d JOIN delivery_attempts a USING (delivery_id)
       WHERE d.endpoint_id = e.endpoint_id AND a.error_class IS NOT NULL
         AND a.started_at > coalesce(e.last_success_at, '-infinity'))
     WHERE consecutive_failures > 0;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX events_merchant, deliveries_event, deliveries_judged, deliveries_pending, deliveries_leased;
    ALTER TABLE deliveries
      DROP COLUMN origin, DROP COLUMN cancel_reason, DROP COLUMN leased_until, DROP COLUMN queued_at;
    ALTER TABLE webhook_endpoints
      DROP COLUMN previous_secret_encrypted, DROP COLUMN legacy_switches_at,
      DROP COLUMN failing_since, DROP COLUMN failing_told_at;
  `);
}
