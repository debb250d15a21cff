import type { Knex } from 'knex';

/** Events, the endpoints that they are sent to, and every delivery and attempt. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE events (
      event_id      text PRIMARY KEY,
      merchant_id   text NOT NULL REFERENCES merchants,
      invoice_id    text REFERENCES invoices,
      withdrawal_id text REFERENCES withdrawals,
      type          text NOT NULL,
      -- a unique text for what happened, so that it is reported only once
      dedupe_key    text NOT NULL CONSTRAINT events_once UNIQUE,
      occurred_at   timestamptz NOT NULL,
      -- the exact bytes of every attempt
      body          text NOT NULL
    );
    CREATE INDEX events_invoice ON events (invoice_id) WHERE invoice_id IS NOT NULL;
    CREATE INDEX events_merchant ON events (merchant_id, occurred_at);
    CREATE INDEX events_type ON events (merchant_id, type, event_id DESC);

    CREATE TABLE webhook_endpoints (
      endpoint_id               text PRIMARY KEY,
      merchant_id               text NOT NULL REFERENCES merchants,
      url                       text NOT NULL,
      events                    text[] NOT NULL,
      description               text,
      status                    text NOT NULL DEFAULT 'enabled' CHECK (status IN ('enabled', 'disabled')),
      disabled_reason           text,
      secret_encrypted          bytea NOT NULL,
      created_at                timestamptz NOT NULL,
      last_success_at           timestamptz,
      consecutive_failures      integer NOT NULL DEFAULT 0,
      deleted_at                timestamptz,
      -- during the overlap of a rotation: the previous secret, and until when it is valid
      previous_secret_encrypted bytea,
      legacy_switches_at        timestamptz,
      -- the time of the first failure since the last success; null while nothing fails
      failing_since             timestamptz,
      -- when the merchant's other endpoints were notified of it
      failing_told_at           timestamptz,
      -- how often it was closed
      generation                integer NOT NULL DEFAULT 0,
      CONSTRAINT webhook_endpoints_rotation CHECK ((previous_secret_encrypted IS NULL) = (legacy_switches_at IS NULL))
    );
    CREATE INDEX webhook_endpoints_merchant ON webhook_endpoints (merchant_id, endpoint_id DESC) WHERE deleted_at IS NULL;

    CREATE TABLE deliveries (
      delivery_id         text PRIMARY KEY,
      event_id            text NOT NULL REFERENCES events,
      endpoint_id         text NOT NULL REFERENCES webhook_endpoints,
      merchant_id         text NOT NULL REFERENCES merchants,
      status              text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'succeeded', 'failed', 'cancelled')),
      attempt_count       integer NOT NULL DEFAULT 0,
      next_attempt_at     timestamptz,
      created_at          timestamptz NOT NULL,
      finished_at         timestamptz,
      redelivery_of       text REFERENCES deliveries,
      origin              text NOT NULL DEFAULT 'event' CHECK (origin IN ('event', 'test', 'redelivery', 'recovery')),
      cancel_reason       text,
      -- until then an attempt is under way, or a slot for one is reserved; after a crash the slot becomes free by
      -- itself
      leased_until        timestamptz,
      -- since when it waits for a slot
      queued_at           timestamptz,
      -- the generation of its endpoint when it was made; after that generation was closed, nothing more is sent
      generation          integer NOT NULL DEFAULT 0,
      -- when an overdue delivery was last checked to have its workflow
      workflow_checked_at timestamptz
    );
    CREATE UNIQUE INDEX deliveries_once ON deliveries (event_id, endpoint_id) WHERE redelivery_of IS NULL;
    CREATE INDEX deliveries_event ON deliveries (event_id, endpoint_id);
    -- For lists by status. Nearly all deliveries have succeeded, so a page of those is found without an index of its
    -- own. Such an index would cost each delivery one more write.
    CREATE INDEX deliveries_merchant ON deliveries (merchant_id, delivery_id DESC);
    CREATE INDEX deliveries_merchant_status ON deliveries (merchant_id, status, delivery_id DESC)
      WHERE status <> 'succeeded';
    CREATE INDEX deliveries_endpoint ON deliveries (endpoint_id, delivery_id DESC);
    CREATE INDEX deliveries_endpoint_status ON deliveries (endpoint_id, status, delivery_id DESC)
      WHERE status <> 'succeeded';
    CREATE INDEX deliveries_leased ON deliveries (endpoint_id) WHERE leased_until IS NOT NULL;
    CREATE INDEX deliveries_pending ON deliveries (endpoint_id, generation, queued_at) WHERE status = 'pending';
    CREATE INDEX deliveries_judged ON deliveries (endpoint_id, finished_at DESC) WHERE status IN ('succeeded', 'failed');
    CREATE INDEX deliveries_overdue ON deliveries (greatest(coalesce(next_attempt_at, created_at), workflow_checked_at))
      WHERE status = 'pending';

    CREATE TABLE delivery_attempts (
      delivery_id      text NOT NULL REFERENCES deliveries,
      number           integer NOT NULL CHECK (number > 0),
      started_at       timestamptz NOT NULL,
      -- null: under way, or cut off by a crash and to be repeated under this number
      duration_ms      integer,
      status_code      integer,
      error_class      text CHECK (error_class IN ('dns', 'connect', 'tls', 'timeout', 'status', 'redirect', 'url_not_allowed')),
      error_message    text,
      request_headers  json,
      response_headers json,
      response_body    text,
      PRIMARY KEY (delivery_id, number)
    );

    -- When an endpoint is closed, its waiting deliveries are cancelled, a part at a time. A delivery belongs to the
    -- generation of its endpoint in which it was made. Closing the endpoint ends that generation, and enabling it again
    -- does not bring it back.
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
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE endpoint_closings, delivery_attempts, deliveries, webhook_endpoints, events');
}
