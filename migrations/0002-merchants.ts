import type { Knex } from 'knex';

/** Merchants, operators, the API keys of both, and the answers kept for each Idempotency-Key. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE merchants (
      merchant_id   text PRIMARY KEY,
      name          text NOT NULL,
      status        text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
      -- null: TOLERANCE_BPS of the instance
      tolerance_bps integer CHECK (tolerance_bps BETWEEN 0 AND 10000),
      -- late money that completes an invoice is credited without a resolve
      accept_late   boolean NOT NULL DEFAULT false,
      created_at    timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE operators (
      operator_id text PRIMARY KEY,
      name        text NOT NULL,
      created_at  timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE api_keys (
      api_key_id           text PRIMARY KEY,
      merchant_id          text REFERENCES merchants,
      operator_id          text REFERENCES operators,
      name                 text NOT NULL,
      status               text NOT NULL CHECK (status IN ('pending', 'approved', 'disabled', 'revoked')),
      scopes               text[] NOT NULL,
      -- the parts of the key that its owner can see again
      start                text NOT NULL,
      last4                text NOT NULL,
      ips                  text[] NOT NULL DEFAULT '{}',
      withdrawal_addresses json NOT NULL DEFAULT '[]',
      -- rate limits that an operator set for this key, by group of the rate-limit table
      rate_limits          json,
      approved_at          timestamptz,
      expires_at           timestamptz,
      last_used_at         timestamptz,
      created_at           timestamptz NOT NULL DEFAULT now(),
      last_used_ip         text,
      -- from then on withdrawal_addresses restrict nothing; null: they restrict without end, if there are any
      whitelist_ends_at    timestamptz,
      CHECK (num_nonnulls(merchant_id, operator_id) = 1)
    );
    -- Lists are ordered by id.
    CREATE INDEX api_keys_merchant ON api_keys (merchant_id, api_key_id);

    -- One row per live secret of a key: two during the overlap of a regeneration. Only the SHA-256 is kept.
    CREATE TABLE api_key_hashes (
      key_hash   bytea PRIMARY KEY CHECK (octet_length(key_hash) = 32),
      api_key_id text NOT NULL REFERENCES api_keys,
      expires_at timestamptz
    );
    CREATE INDEX api_key_hashes_key ON api_key_hashes (api_key_id);

    CREATE TABLE idempotency_keys (
      api_key_id       text NOT NULL REFERENCES api_keys,
      idempotency_key  text NOT NULL,
      -- SHA-256 over method, path and body
      request_hash     bytea NOT NULL,
      status_code      integer NOT NULL,
      answer_encrypted bytea NOT NULL,
      created_at       timestamptz NOT NULL,
      PRIMARY KEY (api_key_id, idempotency_key)
    );
    CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE idempotency_keys, api_key_hashes, api_keys, operators, merchants');
}
