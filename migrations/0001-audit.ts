import type { Knex } from 'knex';

/** The audit log: who did what. Like in all append-only tables, the database itself refuses changes of its rows. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
    END $$;

    CREATE TABLE audit_log (
      audit_id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at          timestamptz NOT NULL DEFAULT clock_timestamp(),
      actor_kind  text NOT NULL CHECK (actor_kind IN ('merchant', 'operator', 'cli', 'system')),
      -- the person or merchant; api_key_id is the key that they used
      actor_id    text,
      ip          text,
      action      text NOT NULL,
      object_kind text NOT NULL,
      object_id   text NOT NULL,
      reason      text,
      before      json,
      after       json,
      api_key_id  text
    );
    CREATE INDEX audit_log_object ON audit_log (object_kind, object_id);
    CREATE INDEX audit_log_actor ON audit_log (actor_id, audit_id);
    CREATE INDEX audit_log_api_key ON audit_log (api_key_id, audit_id);
    CREATE INDEX audit_log_at ON audit_log (at);
    CREATE TRIGGER audit_log_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE audit_log; DROP FUNCTION refuse_change');
}
