import type { Knex } from 'knex';

/** Changes that loosen a policy: they wait for a second person, or until they hold by themselves. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE policy_changes (
      policy_change_id  text PRIMARY KEY,
      kind              text NOT NULL CHECK (kind IN
        ('withdrawal_limit', 'api_key', 'key_whitelist', 'merchant_whitelist', 'approver_address')),
      -- whose money it concerns; null: an operator's own
      merchant_id       text REFERENCES merchants,
      -- the merchant, key or operator that is changed, and which part of it; '' for a whole key
      object_id         text NOT NULL,
      part              text NOT NULL,
      change            json NOT NULL,
      -- one that waits is in force from holds_from on, though nobody has written so yet
      status            text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'in_force', 'stopped')),
      requested_by_kind text NOT NULL CHECK (requested_by_kind IN ('merchant', 'operator', 'cli')),
      requested_by      text,
      requested_at      timestamptz NOT NULL,
      holds_from        timestamptz NOT NULL CHECK (holds_from >= requested_at),
      -- who confirmed or stopped it; null: it waits, or came into force by itself
      decided_by_kind   text CHECK (decided_by_kind IN ('merchant', 'operator', 'cli')),
      decided_by        text,
      decided_at        timestamptz,
      CHECK (status = 'in_force' OR (status = 'stopped') = (decided_by_kind IS NOT NULL)),
      CHECK ((decided_by_kind IS NULL) = (decided_at IS NULL))
    );
    -- a later change of the same part stops the one that waits
    CREATE UNIQUE INDEX policy_changes_one_waits ON policy_changes (kind, object_id, part) WHERE status = 'waiting';
    CREATE INDEX policy_changes_merchant ON policy_changes (merchant_id, policy_change_id);
    CREATE TRIGGER policy_changes_kept BEFORE DELETE OR TRUNCATE ON policy_changes
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER policy_changes_decided_once BEFORE UPDATE ON policy_changes
      FOR EACH ROW WHEN (OLD.status <> 'waiting') EXECUTE FUNCTION refuse_change();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE policy_changes');
}
