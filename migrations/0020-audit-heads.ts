import type { Knex } from 'knex';

/** Heads of the audit log: what the ends of its chains were at a moment, signed by the signing worker. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE audit_heads (
      number     bigint PRIMARY KEY CHECK (number > 0),
      made_at    timestamptz NOT NULL,
      -- true: its parts are all chains there were; false: those that had grown since the head before
      is_whole   boolean NOT NULL,
      -- the hash of the head before; zeros for the first
      previous   bytea NOT NULL,
      -- the number of its parts, and SHA-256 over them
      chains     bigint NOT NULL,
      parts_hash bytea NOT NULL,
      -- what was signed (EIP-712), and by whom
      hash       bytea NOT NULL,
      signer     text NOT NULL CHECK (signer ~ '^0x[0-9a-f]{40}$'),
      signature  text NOT NULL
    );
    CREATE TABLE audit_head_parts (
      chain  text NOT NULL,
      number bigint NOT NULL REFERENCES audit_heads,
      length bigint NOT NULL,
      head   bytea NOT NULL,
      PRIMARY KEY (chain, number)
    );
    CREATE INDEX audit_head_parts_number ON audit_head_parts (number);
    CREATE TRIGGER audit_heads_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_heads
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER audit_head_parts_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_head_parts
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

    ALTER TABLE reconciliation_differences DROP CONSTRAINT reconciliation_differences_kind_check;
    ALTER TABLE reconciliation_differences ADD CONSTRAINT reconciliation_differences_kind_check CHECK (kind IN
      ('balance', 'account', 'entry', 'custody', 'reserved', 'invoice_money', 'invoice_status', 'hash_chain'));
    -- true: the run compared every row of every hash chain; false: those that had grown
    ALTER TABLE reconciliation_runs ADD COLUMN is_whole_log boolean NOT NULL DEFAULT false;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE audit_head_parts, audit_heads');
}
