import type { Knex } from 'knex';

/** What was read from the chains, by whom, and how far it can be relied upon. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(BLOCKS + TRANSFERS + READINGS + FOR_PEOPLE);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE chain_reports, known_assets;
    DROP TABLE unread_ranges, asset_readings, chain_disputes, rpc_omissions, block_readings;
    DROP TABLE native_audits, transfer_standings, transfers;
    DROP FUNCTION record_transfer_standing;
    DROP TABLE chain_wakes, blocks, chain_cursors;
  `);
}

/** The cursor, headers that may still be replaced, and who waits for the chain. */
const BLOCKS = `
    CREATE TABLE chain_cursors (
      chain_code          text PRIMARY KEY,
      -- the last block read; null until the follower's first
      height              bigint,
      block_hash          text,
      block_time          timestamptz,
      -- rises with each follower that takes over: one that was left behind finds its number stale and can write nothing
      fence               bigint NOT NULL DEFAULT 0,
      -- when every healthy RPC last agreed that there is nothing beyond this block
      caught_up_at        timestamptz,
      -- the highest block that the chain called final: nothing at or below it may change
      finalized_height    bigint,
      halted_at           timestamptz,
      halted_reason       text,
      -- time of the last block that was read without its traces, so that native coin moved by contracts was not seen in it
      untraced_at         timestamptz,
      -- an operator has looked at why the chain is halted; the follower then finds where it and the chain part, and goes on
      resume_requested_at timestamptz,
      -- why it could not go on yet, in words
      resume_problem      text,
      -- the RPC that the last block was read from: scheme, host and port
      read_from           text,
      -- the last block of which two RPCs have said the same; null while the chain has a single one
      verified_height     bigint,
      verified_hash       text,
      verified_time       timestamptz,
      -- up to which time of the blocks that were read another RPC has said the same; null while nobody else is asked
      agreed_time         timestamptz,
      CONSTRAINT chain_cursors_resume_when_halted CHECK (resume_requested_at IS NULL OR halted_at IS NOT NULL)
    );

    CREATE TABLE blocks (
      chain_code   text NOT NULL REFERENCES chain_cursors,
      block_number bigint NOT NULL,
      block_hash   text NOT NULL,
      parent_hash  text NOT NULL,
      block_time   timestamptz NOT NULL,
      PRIMARY KEY (chain_code, block_number)
    );

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
`;

/** The transfers found, how they stand, and audits of what no RPC shows. */
const TRANSFERS = `
    CREATE TABLE transfers (
      transfer_id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      chain_code       text NOT NULL REFERENCES chain_cursors,
      token_symbol     text NOT NULL,
      block_number     bigint NOT NULL,
      block_hash       text NOT NULL,
      block_time       timestamptz NOT NULL,
      -- null: an audit found it; its place in its block is after every transaction
      tx_hash          text,
      tx_index         integer NOT NULL,
      -- index of the log in its transaction's receipt; -1 is the transaction's own value; of what an audit found, the
      -- number of its round. Unlike log_index it stays the same when a reorganisation mines the transaction elsewhere.
      position         integer NOT NULL,
      log_index        integer,
      from_address     text,
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
      swept_by         bigint REFERENCES movements,
      -- the RPC that alone has shown it: scheme, host and port; null when another has too, or there is no other. A payment
      -- that one RPC alone has shown is not credited: another RPC is asked for its receipt first
      shown_only_by    text,
      -- an RPC that denies it, of what is in dispute now, and since when; null while none does
      denied_by        text,
      denied_at        timestamptz,
      CONSTRAINT transfers_once UNIQUE (chain_code, block_hash, tx_hash, position),
      CONSTRAINT transfers_sent_or_audited CHECK (
        CASE WHEN tx_hash IS NULL THEN num_nonnulls(from_address, log_index) = 0 AND invoice_id IS NOT NULL
             ELSE from_address IS NOT NULL END)
    );
    CREATE INDEX transfers_invoice ON transfers (invoice_id) WHERE invoice_id IS NOT NULL;
    CREATE INDEX transfers_block ON transfers (chain_code, block_number) WHERE canonical;
    -- what ever came to an address
    CREATE INDEX transfers_to ON transfers (chain_code, to_address) WHERE canonical;
    -- seen or waiting for the rest: what a merchant's balance shows as pending
    CREATE INDEX transfers_pending ON transfers (invoice_id) WHERE invoice_id IS NOT NULL AND booking = 'none' AND canonical;
    CREATE INDEX transfers_top_up ON transfers (chain_code, block_number) WHERE invoice_id IS NULL AND booking = 'none' AND canonical;
    CREATE INDEX transfers_top_up_reverted ON transfers (chain_code) WHERE invoice_id IS NULL AND booking <> 'none' AND NOT canonical;
    CREATE INDEX transfers_unswept ON transfers (chain_code, token_symbol, to_address)
      WHERE invoice_id IS NOT NULL AND canonical AND booking <> 'none' AND swept_by IS NULL;
    CREATE INDEX transfers_swept ON transfers (swept_by) WHERE swept_by IS NOT NULL;
    CREATE INDEX transfers_unproven ON transfers (chain_code, transfer_id) WHERE shown_only_by IS NOT NULL AND canonical;
    CREATE INDEX transfers_disputed ON transfers (chain_code) WHERE denied_by IS NOT NULL AND canonical;
    -- An audit whose block a reorganisation past finality removed is made again, after what it found was reverted.
    CREATE UNIQUE INDEX transfers_audit_once ON transfers (invoice_id, chain_code, position)
      WHERE tx_hash IS NULL AND canonical;

    -- When a payment's block ceased to be the chain's, and when it came back, by our own clock: reverted_at is the
    -- chain's time, and says only how the payment stands now. That it was seen first is seen_at of the transfer itself.
    CREATE TABLE transfer_standings (
      standing_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      transfer_id bigint NOT NULL REFERENCES transfers,
      canonical   boolean NOT NULL,
      at          timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE INDEX transfer_standings_transfer ON transfer_standings (transfer_id);
    CREATE TRIGGER transfer_standings_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer_standings
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    -- by the database itself, so that no change of standing goes untold
    CREATE FUNCTION record_transfer_standing() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO transfer_standings (transfer_id, canonical) VALUES (NEW.transfer_id, NEW.canonical);
      RETURN NULL;
    END $$;
    CREATE TRIGGER transfers_standing AFTER UPDATE OF canonical ON transfers
      FOR EACH ROW WHEN (OLD.canonical IS DISTINCT FROM NEW.canonical AND NEW.invoice_id IS NOT NULL)
      EXECUTE FUNCTION record_transfer_standing();

    -- Native coin that a contract forwards has no transaction of its own: where no RPC shows it, the balance is audited.
    CREATE TABLE native_audits (
      invoice_id     text NOT NULL REFERENCES invoices,
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
      -- 0: after the end of an invoice in that coin; above: reconciliation found more there than the books say
      round          integer NOT NULL DEFAULT 0 CHECK (round >= 0),
      PRIMARY KEY (invoice_id, chain_code, round),
      CHECK (num_nonnulls(block_number, block_hash, balance_atomic, counted_atomic) IN (0, 4)),
      CHECK (block_number IS NULL OR finished_at IS NOT NULL)
    );
    CREATE INDEX native_audits_due ON native_audits (chain_code, due_after) WHERE finished_at IS NULL;
    CREATE INDEX native_audits_block ON native_audits (chain_code, block_number) WHERE block_number IS NOT NULL;
`;

/**
 * From whom it was read. Final blocks are read a second time, from another RPC: an answer that is not whole looks like
 * any other.
 */
const READINGS = `
    -- from which block on the chain was read from which RPC: a row only where it changes, until that is verified
    CREATE TABLE block_readings (
      chain_code  text NOT NULL REFERENCES chain_cursors,
      from_number bigint NOT NULL,
      rpc         text NOT NULL,
      PRIMARY KEY (chain_code, from_number)
    );

    -- how many payments each RPC was found to leave out
    CREATE TABLE rpc_omissions (
      chain_code text NOT NULL REFERENCES chain_cursors,
      rpc        text NOT NULL,
      omitted    bigint NOT NULL,
      PRIMARY KEY (chain_code, rpc)
    );

    -- what RPCs contradict each other about, beside transfers
    CREATE TABLE chain_disputes (
      chain_code text NOT NULL REFERENCES chain_cursors,
      about      text NOT NULL CHECK (about IN ('blocks', 'time')),
      height     bigint NOT NULL,
      reason     text NOT NULL,
      since      timestamptz NOT NULL,
      PRIMARY KEY (chain_code, about)
    );

    -- Which tokens a chain's blocks are read for. One may be listed after blocks were read without it: those are read
    -- again for it.
    CREATE TABLE asset_readings (
      chain_code   text NOT NULL REFERENCES chain_cursors,
      token_symbol text NOT NULL,
      address      text NOT NULL,
      -- up to where it was read for, and what had ended by then was seen; null: it is read for now
      read_until   bigint,
      stopped_at   timestamptz,
      PRIMARY KEY (chain_code, token_symbol),
      CHECK ((read_until IS NULL) = (stopped_at IS NULL))
    );

    CREATE TABLE unread_ranges (
      range_id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      chain_code   text NOT NULL REFERENCES chain_cursors,
      token_symbol text NOT NULL,
      from_number  bigint NOT NULL,
      to_number    bigint NOT NULL,
      -- nothing can have been paid before; null: from_number is where it begins
      not_before   timestamptz,
      -- the RPC that it was read from (scheme, host and port) and that another one is asked after; null: it was not read
      read_from    text,
      -- invoices that were made later were paid later, and don't wait for it; null: none do
      made_before  timestamptz,
      CHECK (from_number <= to_number),
      CHECK ((read_from IS NULL) = (made_before IS NOT NULL))
    );
`;

const FOR_PEOPLE = `
    -- Every asset that was listed once, as its chain confirmed it: what is in the books is shown by it when it is listed
    -- no more.
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
`;
