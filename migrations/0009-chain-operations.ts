import type { Knex } from 'knex';

/** What operators see of a chain and order about it: what the follower reports, and the resuming of a halted chain. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE chain_cursors
      -- an operator has looked at why the chain is halted; the follower then finds where it and the chain part, and goes on
      ADD COLUMN resume_requested_at timestamptz,
      -- why it could not go on yet, in words
      ADD COLUMN resume_problem text,
      ADD CONSTRAINT chain_cursors_resume_when_halted CHECK (resume_requested_at IS NULL OR halted_at IS NOT NULL);

    -- An audit whose block a reorganisation past finality removed is made again, after what it found was reverted.
    DROP INDEX transfers_audit_once;
    CREATE UNIQUE INDEX transfers_audit_once ON transfers (invoice_id) WHERE tx_hash IS NULL AND canonical;

    -- Every asset that was listed once, as its chain confirmed it: what is in the books is shown by it when it is listed no more.
    CREATE TABLE known_assets (
      chain_code   text NOT NULL,
      chain_id     bigint NOT NULL,
      token_symbol text NOT NULL,
      address      text,
      decimals     integer NOT NULL CHECK (decimals BETWEEN 0 AND 36),
      PRIMARY KEY (chain_code, token_symbol)
    );

    -- Written by workers for people to read: nothing is decided by it. The API asks no chain itself.
    CREATE TABLE chain_reports (
      chain_code  text PRIMARY KEY,
      -- where CHAINS_FILE and the chain's own answers differ: it is neither followed nor signed for; null while they agree
      mismatch    text,
      mismatch_at timestamptz,
      -- each of the chain's RPCs, in the order of rpcUrls, as the follower sees them
      rpcs        jsonb NOT NULL DEFAULT '[]',
      rpcs_at     timestamptz,
      -- what the hot wallets hold by the chain's own word: {address, tokenSymbol, balanceAtomic}
      wallets     jsonb NOT NULL DEFAULT '[]',
      wallets_at  timestamptz
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE chain_reports, known_assets;
    DROP INDEX transfers_audit_once;
    CREATE UNIQUE INDEX transfers_audit_once ON transfers (invoice_id) WHERE tx_hash IS NULL;
    ALTER TABLE chain_cursors DROP COLUMN resume_requested_at, DROP COLUMN resume_problem;
  `);
}
