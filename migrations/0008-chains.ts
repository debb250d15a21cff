import type { Knex } from 'knex';

/** What was read from the chains, from which RPC, and how far it is verified. */
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

/** The cursors, the block headers that may still be replaced, and the chain timers of workflows. */
const BLOCKS = `
    CREATE TABLE chain_cursors (
      chain_code          text PRIMARY KEY,
      -- the last block that was read; null until the follower has read its first
      height              bigint,
      block_hash          text,
      block_time          timestamptz,
      -- rises with each follower that takes over, so that an earlier follower finds its number stale and can write
      -- nothing
      fence               bigint NOT NULL DEFAULT 0,
      -- when every healthy RPC last agreed that this block is the head
      caught_up_at        timestamptz,
      -- the highest block that the chain called final: nothing at or below it may change
      finalized_height    bigint,
      halted_at           timestamptz,
      halted_reason       text,
      -- time of the last block that was read without traces: native coin that contracts moved in it was not seen
      untraced_at         timestamptz,
      -- when an operator ordered a halted chain to resume; the follower then finds the last block that it shares with
      -- the chain, and goes on
      resume_requested_at timestamptz,
      -- why it could not go on yet, as text
      resume_problem      text,
      -- the RPC that the last block was read from: scheme, host and port
      read_from           text,
      -- the last block that a second RPC has corroborated; null while the chain has only one RPC
      verified_height     bigint,
      verified_hash       text,
      verified_time       timestamptz,
      -- the block time up to which another RPC agrees with what was read; null while no other RPC is asked
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

    -- Chain timers: each wakes a workflow when the chain has reached a height or a time. So the cost of
    -- a block does not depend on all other open invoices.
    CREATE TABLE chain_wakes (
      chain_code text NOT NULL,
      kind       text NOT NULL CHECK (kind IN ('invoice', 'withdrawal')),
      target_id  text NOT NULL,
      at_height  bigint,
      -- a block time: the timer is due when a later block has been read
      after_time timestamptz,
      PRIMARY KEY (kind, target_id, chain_code),
      CHECK (num_nonnulls(at_height, after_time) > 0)
    );
    CREATE INDEX chain_wakes_height ON chain_wakes (chain_code, at_height) WHERE at_height IS NOT NULL;
    CREATE INDEX chain_wakes_time ON chain_wakes (chain_code, after_time) WHERE after_time IS NOT NULL;
`;

/** The transfers that were found, the changes of their canonical status, and audits of payments that no RPC shows. */
const TRANSFERS = `
    CREATE TABLE transfers (
      transfer_id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      chain_code       text NOT NULL REFERENCES chain_cursors,
      token_symbol     text NOT NULL,
      block_number     bigint NOT NULL,
      block_hash       text NOT NULL,
      block_time       timestamptz NOT NULL,
      -- null: an audit found it; in its block it comes after every transaction
      tx_hash          text,
      tx_index         integer NOT NULL,
      -- the index of the log in the receipt of its transaction; -1 for the transaction's own value; for an audit, the
      -- number of its round. Unlike log_index it stays the same when a reorganisation moves the transaction to another
      -- block.
      position         integer NOT NULL,
      log_index        integer,
      from_address     text,
      to_address       text NOT NULL,
      amount_atomic    numeric(78,0) NOT NULL CHECK (amount_atomic > 0),
      -- null: it came to one of our own wallets
      invoice_id       text REFERENCES invoices,
      canonical        boolean NOT NULL DEFAULT true,
      -- rises each time canonical changes
      revision         integer NOT NULL DEFAULT 1,
      reverted_height  bigint,
      reverted_at      timestamptz,
      -- whether it was ever confirmed: after a credit, a reversal is a failure and not a wait
      ever_confirmed   boolean NOT NULL DEFAULT false,
      -- booking: where its money is in the ledger; booking_revision rises by one with each entry, whose cause has the
      -- number
      booking          text NOT NULL DEFAULT 'none' CHECK (booking IN ('none', 'credited', 'held', 'refunding', 'treasury')),
      booking_revision integer NOT NULL DEFAULT 0,
      seen_at          timestamptz NOT NULL DEFAULT clock_timestamp(),
      swept_by         bigint REFERENCES movements,
      -- the only RPC that has shown it (scheme, host and port); null when a second RPC has corroborated it, or there is
      -- no second one. Otherwise it is not credited until another RPC has been asked for its receipt.
      shown_only_by    text,
      -- while it is in dispute: an RPC that denies it, and since when; otherwise null
      denied_by        text,
      denied_at        timestamptz,
      CONSTRAINT transfers_once UNIQUE (chain_code, block_hash, tx_hash, position),
      CONSTRAINT transfers_sent_or_audited CHECK (
        CASE WHEN tx_hash IS NULL THEN num_nonnulls(from_address, log_index) = 0 AND invoice_id IS NOT NULL
             ELSE from_address IS NOT NULL END)
    );
    CREATE INDEX transfers_invoice ON transfers (invoice_id) WHERE invoice_id IS NOT NULL;
    CREATE INDEX transfers_block ON transfers (chain_code, block_number) WHERE canonical;
    -- For all that ever came to an address.
    CREATE INDEX transfers_to ON transfers (chain_code, to_address) WHERE canonical;
    -- For the pending amount of a merchant's balance: payments that were only seen, or that wait for the rest.
    CREATE INDEX transfers_pending ON transfers (invoice_id) WHERE invoice_id IS NOT NULL AND booking = 'none' AND canonical;
    CREATE INDEX transfers_top_up ON transfers (chain_code, block_number) WHERE invoice_id IS NULL AND booking = 'none' AND canonical;
    CREATE INDEX transfers_top_up_reverted ON transfers (chain_code) WHERE invoice_id IS NULL AND booking <> 'none' AND NOT canonical;
    CREATE INDEX transfers_unswept ON transfers (chain_code, token_symbol, to_address)
      WHERE invoice_id IS NOT NULL AND canonical AND booking <> 'none' AND swept_by IS NULL;
    CREATE INDEX transfers_swept ON transfers (swept_by) WHERE swept_by IS NOT NULL;
    CREATE INDEX transfers_unproven ON transfers (chain_code, transfer_id) WHERE shown_only_by IS NOT NULL AND canonical;
    CREATE INDEX transfers_disputed ON transfers (chain_code) WHERE denied_by IS NOT NULL AND canonical;
    -- If a reorganisation past finality removed the block of an audit, its finding is reverted and the audit is
    -- repeated.
    CREATE UNIQUE INDEX transfers_audit_once ON transfers (invoice_id, chain_code, position)
      WHERE tx_hash IS NULL AND canonical;

    -- When a payment's block left the chain and when it came back, by our own clock. reverted_at of the transfer is the
    -- chain's time, and only of the current status. When the payment was first seen is seen_at of the transfer.
    CREATE TABLE transfer_standings (
      standing_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      transfer_id bigint NOT NULL REFERENCES transfers,
      canonical   boolean NOT NULL,
      at          timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE INDEX transfer_standings_transfer ON transfer_standings (transfer_id);
    CREATE TRIGGER transfer_standings_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer_standings
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    -- Done by the database itself, so that no change is missed.
    CREATE FUNCTION record_transfer_standing() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO transfer_standings (transfer_id, canonical) VALUES (NEW.transfer_id, NEW.canonical);
      RETURN NULL;
    END $$;
    CREATE TRIGGER transfers_standing AFTER UPDATE OF canonical ON transfers
      FOR EACH ROW WHEN (OLD.canonical IS DISTINCT FROM NEW.canonical AND NEW.invoice_id IS NOT NULL)
      EXECUTE FUNCTION record_transfer_standing();

    -- Native coin that a contract forwards has no transaction of its own. If no RPC shows it, the balance is audited.
    CREATE TABLE native_audits (
      invoice_id     text NOT NULL REFERENCES invoices,
      chain_code     text NOT NULL,
      -- a block without traces that was read since then may hide a payment
      watched_from   timestamptz NOT NULL,
      -- the invoice's end: the audit is made at a final block after it
      due_after      timestamptz NOT NULL,
      -- postponed until then, because the RPCs gave no reliable balance
      retry_at       timestamptz,
      finished_at    timestamptz,
      -- the block at which the balance was read; null when every block was read with traces
      block_number   bigint,
      block_hash     text,
      balance_atomic numeric(78,0),
      -- the sum of the transfers that were known up to that block
      counted_atomic numeric(78,0),
      -- 0: the audit after the end of an invoice in that coin; above 0: reconciliation found more there than the books
      -- say
      round          integer NOT NULL DEFAULT 0 CHECK (round >= 0),
      PRIMARY KEY (invoice_id, chain_code, round),
      CHECK (num_nonnulls(block_number, block_hash, balance_atomic, counted_atomic) IN (0, 4)),
      CHECK (block_number IS NULL OR finished_at IS NOT NULL)
    );
    CREATE INDEX native_audits_due ON native_audits (chain_code, due_after) WHERE finished_at IS NULL;
    CREATE INDEX native_audits_block ON native_audits (chain_code, block_number) WHERE block_number IS NOT NULL;
`;

/**
 * Which RPC was read. The verification scan reads final blocks again from another RPC, because an incomplete answer
 * looks like any other.
 */
const READINGS = `
    -- The RPC that the chain was read from, from which block on. There is a row only where the RPC changes, until those
    -- blocks are verified.
    CREATE TABLE block_readings (
      chain_code  text NOT NULL REFERENCES chain_cursors,
      from_number bigint NOT NULL,
      rpc         text NOT NULL,
      PRIMARY KEY (chain_code, from_number)
    );

    -- How many payments each RPC was found to leave out.
    CREATE TABLE rpc_omissions (
      chain_code text NOT NULL REFERENCES chain_cursors,
      rpc        text NOT NULL,
      omitted    bigint NOT NULL,
      PRIMARY KEY (chain_code, rpc)
    );

    -- Contradictions between RPCs that do not concern transfers.
    CREATE TABLE chain_disputes (
      chain_code text NOT NULL REFERENCES chain_cursors,
      about      text NOT NULL CHECK (about IN ('blocks', 'time')),
      height     bigint NOT NULL,
      reason     text NOT NULL,
      since      timestamptz NOT NULL,
      PRIMARY KEY (chain_code, about)
    );

    -- The tokens that a chain's blocks are read for. If a token is listed later, the blocks that were read without it
    -- are read again for it.
    CREATE TABLE asset_readings (
      chain_code   text NOT NULL REFERENCES chain_cursors,
      token_symbol text NOT NULL,
      address      text NOT NULL,
      -- read_until: the last block that was read for it; stopped_at: payments of invoices that ended before then were
      -- all seen; null: it is read for now
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
      -- no payment can be older; null: the range begins at from_number
      not_before   timestamptz,
      -- the RPC that the range was read from (scheme, host and port), so that another one is asked next; null: it was
      -- not read
      read_from    text,
      -- only invoices made before then wait for the range: later ones were paid later; null: no invoice waits for it
      made_before  timestamptz,
      CHECK (from_number <= to_number),
      CHECK ((read_from IS NULL) = (made_before IS NOT NULL))
    );
`;

const FOR_PEOPLE = `
    -- Every asset that was ever listed, as its chain confirmed it. It serves to show amounts in the books after the
    -- asset is no longer listed.
    CREATE TABLE known_assets (
      chain_code   text NOT NULL,
      chain_id     bigint NOT NULL,
      token_symbol text NOT NULL,
      address      text,
      decimals     integer NOT NULL CHECK (decimals BETWEEN 0 AND 36),
      PRIMARY KEY (chain_code, token_symbol)
    );

    -- Workers write it for people to read. No decision depends on it. The API itself asks no chain.
    CREATE TABLE chain_reports (
      chain_code  text PRIMARY KEY,
      -- where CHAINS_FILE and the chain's own answers differ, so that it is neither followed nor signed for; null: they
      -- agree
      mismatch    text,
      mismatch_at timestamptz,
      -- each of the chain's RPCs, in the order of rpcUrls, as the follower sees them
      rpcs        jsonb NOT NULL DEFAULT '[]',
      rpcs_at     timestamptz,
      -- the balances of the hot wallets as read from the chain: {address, tokenSymbol, balanceAtomic}
      wallets     jsonb NOT NULL DEFAULT '[]',
      wallets_at  timestamptz
    );
`;
