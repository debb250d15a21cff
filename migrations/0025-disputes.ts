import type { Knex } from 'knex';

/** RPCs may contradict each other, about times too: what was agreed on stands beside what was read, and each dispute is shown. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- up to which time of the blocks that were read another RPC has said the same; null while nobody else is asked
    ALTER TABLE chain_cursors ADD COLUMN agreed_time timestamptz;

    -- since when an RPC denies it; denied_by is about what is in dispute now
    ALTER TABLE transfers ADD COLUMN denied_at timestamptz;
    UPDATE transfers SET denied_by = NULL WHERE denied_by IS NOT NULL AND (shown_only_by IS NULL OR NOT canonical);
    UPDATE transfers SET denied_at = seen_at WHERE denied_by IS NOT NULL;
    CREATE INDEX transfers_disputed ON transfers (chain_code) WHERE denied_by IS NOT NULL AND canonical;

    -- what else RPCs contradict each other about
    CREATE TABLE chain_disputes (
      chain_code text NOT NULL REFERENCES chain_cursors,
      about      text NOT NULL CHECK (about IN ('blocks', 'time')),
      height     bigint NOT NULL,
      reason     text NOT NULL,
      since      timestamptz NOT NULL,
      PRIMARY KEY (chain_code, about)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE chain_disputes;
    ALTER TABLE transfers DROP COLUMN denied_at;
    DROP INDEX transfers_disputed;
    ALTER TABLE chain_cursors DROP COLUMN agreed_time;
  `);
}
