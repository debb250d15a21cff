import type { Knex } from 'knex';

/** What happened, who wants to hear of it, and every attempt to tell them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE events (
      event_id      text PRIMARY KEY,
      merchant_id   text NOT NULL REFERENCES merchants,
      invoice_id    text REFERENCES invoices,
      withdrawal_id text REFERENCES withdrawals,
      type          text NOT NULL,
      -- what may be told only once, in words
      dedupe_key    text NOT NULL CONSTRAINT events_once UNIQUE,
      occurred_at   timestamptz NOT NULL,
      -- the very bytes of every attempt
      body          text NOT NULL
    );
    CREATE INDEX events_invoice ON events (invoice_id) WHERE invoice_id IS NOT NULL;

    CREATE TABLE webhook_endpoints (
      endpoint_id          text PRIMARY KEY,
      merchant_id          text NOT NULL REFERENCES merchants,
      url                  text NOT NULL,
      events               text[] NOT NULL,
      description          text,
      status               text NOT NULL DEFAULT 'enabled' CHECK (status IN ('enabled', 'disabled')),
      disabled_reason      text,
      secret_encrypted     bytea NOT NULL,
      created_at           timestamptz NOT NULL,
      last_success_at      timestamptz,
      consecutive_failures integer NOT NULL DEFAULT 0,
      deleted_at           timestamptz
    );
    CREATE INDEX webhook_endpoints_merchant ON webhook_endpoints (merchant_id, endpoint_id DESC) WHERE deleted_at IS NULL;

    CREATE TABLE deliveries (
      delivery_id     text PRIMARY KEY,
      event_id        text NOT NULL REFERENCES events,
      endpoint_id     text NOT NULL REFERENCES webhook_endpoints,
      merchant_id     text NOT NULL REFERENCES merchants,
      status          text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'succeeded', 'failed', 'cancelled')),
      attempt_count   integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz,
      created_at      timestamptz NOT NULL,
      finished_at     timestamptz,
      redelivery_of   text REFERENCES deliveries
    );
    CREATE UNIQUE INDEX deliveries_once ON deliveries (event_id, endpoint_id) WHERE redelivery_of IS NULL;
    CREATE INDEX deliveries_merchant ON deliveries (merchant_id, delivery_id DESC);
    CREATE INDEX deliveries_endpoint ON deliveries (endpoint_id, delivery_id DESC);

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
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE delivery_attempts, deliveries, webhook_endpoints, events');
}
