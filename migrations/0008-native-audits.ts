import type { Knex } from 'knex';

/** Native coin that a contract forwards has no transaction of its own: where no RPC shows it, the balance is audited. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- time of the last block that was read without its traces, so that native coin moved by contracts was not seen in it
    ALTER TABLE chain_cursors ADD COLUMN untraced_at timestamptz;
    UPDATE chain_cursors SET untraced_at = block_time;

    -- what an audit finds has no transaction; its place in its block is after every transaction
    ALTER TABLE transfers
      ALTER COLUMN tx_hash DROP NOT NULL,
      ALTER COLUMN from_address DROP NOT NULL,
      ADD CONSTRAINT transfers_sent_or_audited CHECK (
        CASE WHEN tx_hash IS NULL THEN num_nonnulls(from_address, log_index) = 0 AND invoice_id IS NOT NULL
             ELSE from_address IS NOT NULL END);
    CREATE UNIQUE INDEX transfers_audit_once ON transfers (invoice_id) WHERE tx_hash IS NULL AND canonical;

    -- one for each invoice in a native coin
    CREATE TABLE native_audits (
      invoice_id     text PRIMARY KEY REFERENCES invoices,
      chain_code     text NOT NULL,
      -- a block without traces since then may hide a payment
      watched_from   timestamptz NOT NULL,
      -- the invoice's end: a final block later than that is the one to audit at
      due_after      timestamptz NOT NULL,
      -- put off until then: the RPCs gave no balance that could be relied upon
      retry_at       timestamptz,
      finished_at    timestamptz,
      -- where the balance was read; null when no block was without traces
      block_number   bigint,
      block_hash     text,
      balance_atomic numeric(78,0),
      -- the transfers that were known by then
      counted_atomic numeric(78,0),
      CHECK (num_nonnulls(block_number, block_hash, balance_atomic, counted_atomic) IN (0, 4)),
      CHECK (block_number IS NULL OR finished_at IS NOT NULL)
    );
    CREATE INDEX native_audits_due ON native_audits (chain_code, due_after) WHERE finished_at IS NULL;
    CREATE INDEX native_audits_block ON native_audits (chain_code, block_number) WHERE block_number IS NOT NULL;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE native_audits;
    DROP INDEX transfers_audit_once;
    ALTER TABLE transfers
      DROP CONSTRAINT transfers_sent_or_audited,
      ALTER COLUMN tx_hash SET NOT NULL,
      ALTER COLUMN from_address SET NOT NULL;
    ALTER TABLE chain_cursors DROP COLUMN untraced_at;
  `);
}
