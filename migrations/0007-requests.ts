import type { Knex } from 'knex';

/** What callers did: answers kept for their Idempotency-Key, and the audit log. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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

    CREATE TABLE audit_log (
      audit_id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at          timestamptz NOT NULL DEFAULT clock_timestamp(),
      actor_kind  text NOT NULL CHECK (actor_kind IN ('merchant', 'operator', 'cli', 'system')),
      actor_id    text,
      ip          text,
      action      text NOT NULL,
      object_kind text NOT NULL,
      object_id   text NOT NULL,
      reason      text,
      before      json,
      after       json
    );
    CREATE INDEX audit_log_object ON audit_log (object_kind, object_id);
    CREATE TRIGGER audit_log_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE audit_log, idempotency_keys');
}
