import type { Knex } from 'knex';

/** What was read from the chains: the cursor, headers that may still be replaced, and the transfers found. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE chain_cursors (
      chain_code    text PRIMARY KEY,
      -- the last block read; null until the follower's first
      height        bigint,
      block_hash    text,
      block_time    timestamptz,
      -- rises with each follower that takes over: one that was left behind finds its number stale and can write nothing
      fence         bigint NOT NULL DEFAULT 0,
      -- when every healthy RPC last agreed that there is nothing beyond this block
      caught_up_at  timestamptz,
      -- the highest block that the chain called final: nothing at or below it may change
      finalized_height bigint,
      halted_at     timestamptz,
      halted_reason text
    );

    CREATE TABLE blocks (
      chain_code   text NOT NULL REFERENCES chain_cursors,
      block_number bigint NOT NULL,
      block_hash   text NOT NULL,
      parent_hash  text NOT NULL,
      block_time   timestamptz NOT NULL,
      PRIMARY KEY (chain_code, block_number)
    );

    CREATE TABLE transfers (
      transfer_id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      chain_code       text NOT NULL REFERENCES chain_cursors,
      token_symbol     text NOT NULL,
      block_number     bigint NOT NULL,
      block_hash       text NOT NULL,
      block_time       timestamptz NOT NULL,
      tx_hash          text NOT NULL,
      tx_index         integer NOT NULL,
      -- index of the log in its transaction's receipt; -1 is the transaction's own value. Unlike log_index it stays
      -- the same when a reorganisation mines the transaction elsewhere.
      position         integer NOT NULL,
      log_index        integer,
      from_address     text NOT NULL,
      to_address       text NOT NULL,
      amount_atomic    numeric(78,0) NOT NULL CHECK (amount_atomic > 0),
      -- null: it came to one of our own wallets
      invoice_id       text REFERENCES invoices,
      canonical        boolean NOT NULL DEFAULT true,
      -- rises each time the canonical standing changes
      revision         integer NOT NULL DEFAULT 1,
      reverted_height  bigint,
      reverted_at      timestamptz,
      -- was it ever confirmed: once credited, a reversal is a failure and not a wait
      ever_confirmed   boolean NOT NULL DEFAULT false,
      -- where its money stands in the ledger; rises by one with each entry, which carries the number in its cause
      booking          text NOT NULL DEFAULT 'none' CHECK (booking IN ('none', 'credited', 'held', 'refunding', 'treasury')),
      booking_revision integer NOT NULL DEFAULT 0,
      seen_at          timestamptz NOT NULL DEFAULT clock_timestamp(),
      CONSTRAINT transfers_once UNIQUE (chain_code, block_hash, tx_hash, position)
    );
    CREATE INDEX transfers_invoice ON transfers (invoice_id) WHERE invoice_id IS NOT NULL;
    CREATE INDEX transfers_block ON transfers (chain_code, block_number) WHERE canonical;
    -- seen or waiting for the rest: what a merchant's balance shows as pending
    CREATE INDEX transfers_pending ON transfers (invoice_id) WHERE invoice_id IS NOT NULL AND booking = 'none' AND canonical;
    CREATE INDEX transfers_top_up ON transfers (chain_code, block_number) WHERE invoice_id IS NULL AND booking = 'none' AND canonical;
    CREATE INDEX transfers_top_up_reverted ON transfers (chain_code) WHERE invoice_id IS NULL AND booking <> 'none' AND NOT canonical;

    -- "Tell this workflow when the chain has got that far": what keeps a block's cost free of all other open invoices.
    CREATE TABLE chain_wakes (
      chain_code text NOT NULL,
      kind       text NOT NULL CHECK (kind IN ('invoice', 'withdrawal')),
      target_id  text NOT NULL,
      at_height  bigint,
      -- a block time: due when a later block has been read
      after_time timestamptz,
      PRIMARY KEY (kind, target_id, chain_code),
      CHECK (num_nonnulls(at_height, after_time) > 0)
    );
    CREATE INDEX chain_wakes_height ON chain_wakes (chain_code, at_height) WHERE at_height IS NOT NULL;
    CREATE INDEX chain_wakes_time ON chain_wakes (chain_code, after_time) WHERE after_time IS NOT NULL;

    -- What is committed here happens in Temporal later, once or more: a row is a workflow to wake or to start.
    CREATE TABLE outbox (
      outbox_id  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind       text NOT NULL CHECK (kind IN ('invoice', 'withdrawal', 'delivery')),
      target_id  text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE outbox, chain_wakes, transfers, blocks, chain_cursors');
}
