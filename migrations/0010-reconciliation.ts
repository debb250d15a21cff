import type { Knex } from 'knex';

/**
 * The comparison of chain, ledger and invoices. A difference is kept until it is gone, and for some time after that.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The addresses that our coins have moved to or from, and when each was last compared with the chain.
    CREATE TABLE custody_addresses (
      chain_code    text NOT NULL,
      address       text NOT NULL CHECK (address ~ '^0x[0-9a-f]{40}$'),
      -- the newest final block in which our coins moved there, as far as a run has recorded it
      touched_block bigint NOT NULL,
      -- the final block at which its balances were read; null: never yet
      checked_block bigint,
      PRIMARY KEY (chain_code, address)
    );
    CREATE INDEX custody_addresses_touched ON custody_addresses (chain_code, touched_block);
    CREATE INDEX custody_addresses_due ON custody_addresses (chain_code, touched_block)
      WHERE checked_block IS NULL OR checked_block < touched_block;
    CREATE INDEX custody_addresses_turn ON custody_addresses (chain_code, checked_block);

    -- How far runs have compared the deposit addresses of a chain. Addresses to which no payment is known are compared
    -- too, some in each run.
    CREATE TABLE address_rounds (
      chain_code    text PRIMARY KEY,
      -- in the order (expires_at, deposit_address) of its invoices: all up to here were compared after their end
      ended_at      timestamptz NOT NULL,
      ended_address text NOT NULL,
      -- in the rotation over all deposit addresses: the last one that was compared
      turn_address  text NOT NULL
    );

    CREATE TABLE reconciliation_runs (
      run_id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      origin         text NOT NULL CHECK (origin IN ('schedule', 'cli')),
      -- true: everything from the beginning; false: what has changed since the previous run, and a part of the rest
      is_full        boolean NOT NULL,
      started_at     timestamptz NOT NULL,
      finished_at    timestamptz,
      -- overtaken: a later run finished before this one, so this one wrote nothing
      outcome        text CHECK (outcome IN ('clean', 'differences', 'incomplete', 'overtaken')),
      summary        text,
      chains         jsonb NOT NULL DEFAULT '[]',
      counts         jsonb NOT NULL DEFAULT '{}',
      -- where the next run continues: everything up to here was compared
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
      -- its size when it last froze its asset; an operator's release accepts this much
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
