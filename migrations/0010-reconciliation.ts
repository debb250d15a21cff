import type { Knex } from 'knex';

/** Chain, ledger and invoices are compared; what differs is kept until it is gone, and some time longer. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- the addresses that coins of ours have moved to or from, and when each was last compared with the chain
    CREATE TABLE custody_addresses (
      chain_code    text NOT NULL,
      address       text NOT NULL CHECK (address ~ '^0x[0-9a-f]{40}$'),
      -- the newest final block in which coins of ours moved there, as far as a run has noted it
      touched_block bigint NOT NULL,
      -- the final block at which its balances were read; null: never yet
      checked_block bigint,
      PRIMARY KEY (chain_code, address)
    );
    CREATE INDEX custody_addresses_touched ON custody_addresses (chain_code, touched_block);
    CREATE INDEX custody_addresses_due ON custody_addresses (chain_code, touched_block)
      WHERE checked_block IS NULL OR checked_block < touched_block;
    CREATE INDEX custody_addresses_turn ON custody_addresses (chain_code, checked_block);

    -- How far runs have come with the deposit addresses of a chain: also those to which nothing is known to have come are
    -- compared, some in each run.
    CREATE TABLE address_rounds (
      chain_code    text PRIMARY KEY,
      -- of the invoices on it by (expires_at, deposit_address): all up to here were compared after their end
      ended_at      timestamptz NOT NULL,
      ended_address text NOT NULL,
      -- of all deposit addresses there are, in turn: the last that was compared
      turn_address  text NOT NULL
    );

    CREATE TABLE reconciliation_runs (
      run_id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      origin         text NOT NULL CHECK (origin IN ('schedule', 'cli')),
      -- everything from the beginning, or what has changed since the run before and a part of the rest
      is_full        boolean NOT NULL,
      started_at     timestamptz NOT NULL,
      finished_at    timestamptz,
      -- overtaken: a later run was finished before this one, which then wrote nothing
      outcome        text CHECK (outcome IN ('clean', 'differences', 'incomplete', 'overtaken')),
      summary        text,
      chains         jsonb NOT NULL DEFAULT '[]',
      counts         jsonb NOT NULL DEFAULT '{}',
      -- where the next run goes on: all up to here was looked at
      posting_id     bigint,
      entry_id       bigint,
      invoice_id     text,
      CHECK (num_nonnulls(finished_at, outcome, summary) IN (0, 3))
    );
    CREATE INDEX reconciliation_runs_finished ON reconciliation_runs (run_id) WHERE finished_at IS NOT NULL;

    CREATE TABLE reconciliation_differences (
      difference_id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind            text NOT NULL CHECK (kind IN ('balance', 'account', 'entry', 'custody', 'reserved', 'invoice_money', 'invoice_status')),
      chain_code      text NOT NULL,
      token_symbol    text NOT NULL,
      -- an address, account, entry, merchant or invoice
      subject         text NOT NULL,
      expected_atomic numeric(78,0) NOT NULL,
      found_atomic    numeric(78,0) NOT NULL,
      words           text NOT NULL,
      first_seen_at   timestamptz NOT NULL,
      last_seen_at    timestamptz NOT NULL,
      gone_at         timestamptz,
      -- how much it was when it last froze its asset; an operator's release accepts so much
      frozen_atomic   numeric(78,0)
    );
    CREATE UNIQUE INDEX reconciliation_differences_open
      ON reconciliation_differences (kind, chain_code, token_symbol, subject) WHERE gone_at IS NULL;
    CREATE INDEX reconciliation_differences_gone ON reconciliation_differences (gone_at) WHERE gone_at IS NOT NULL;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'DROP TABLE reconciliation_differences, reconciliation_runs, address_rounds, custody_addresses',
  );
}
