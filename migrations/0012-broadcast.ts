import type { Knex } from 'knex';

/** What the signer holds itself to: what was approved, what each signature pays, and that a nonce carries one payment. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What was approved, as it was then: a withdrawal that differs from it is not signed.
    CREATE TABLE approved_payments (
      withdrawal_id text PRIMARY KEY REFERENCES withdrawals,
      merchant_id   text NOT NULL,
      kind          text NOT NULL,
      invoice_id    text,
      chain_code    text NOT NULL,
      token_symbol  text NOT NULL,
      amount_atomic numeric(78,0) NOT NULL,
      address       text NOT NULL,
      kept_at       timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE TRIGGER approved_payments_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON approved_payments
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    INSERT INTO approved_payments
      SELECT withdrawal_id, merchant_id, kind, invoice_id, chain_code, token_symbol, amount_atomic, address
        FROM withdrawals WHERE approved_at IS NOT NULL;
    CREATE FUNCTION keep_approved_payment() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO approved_payments
        SELECT NEW.withdrawal_id, NEW.merchant_id, NEW.kind, NEW.invoice_id, NEW.chain_code, NEW.token_symbol,
               NEW.amount_atomic, NEW.address
        ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$;
    CREATE TRIGGER withdrawals_approved AFTER UPDATE OF status ON withdrawals
      FOR EACH ROW WHEN (NEW.status = 'approved') EXECUTE FUNCTION keep_approved_payment();

    -- the kind of reason it waits for: a reason that only changes its figures is not said again
    ALTER TABLE withdrawals ADD COLUMN waiting_code text;

    ALTER TABLE sent_transactions
      -- a fill sends nothing to ourselves, so that the nonces after it can be mined
      ADD COLUMN purpose text NOT NULL DEFAULT 'payment'
        CONSTRAINT sent_transactions_purpose CHECK (purpose IN ('payment', 'fill')),
      -- what a payment pays, as it was signed
      ADD COLUMN token_symbol   text,
      ADD COLUMN amount_atomic  numeric(78,0),
      ADD COLUMN to_address     text,
      ADD COLUMN first_sent_at  timestamptz,
      -- another transaction of its nonce is final: this one can never be mined. One of ours, or one from outside
      ADD COLUMN superseded_by  text,
      ADD COLUMN foreign_hash   text,
      -- of the receipt: does it show exactly what was to be done; and the whole fee, with what an L2 adds for its L1
      ADD COLUMN proven         boolean,
      ADD COLUMN fee_wei        numeric(78,0),
      -- the fee that stands in the ledger for it, and the revision whose receipt it is of
      ADD COLUMN booked_fee_wei  numeric(78,0),
      ADD COLUMN booked_revision integer,
      ADD CHECK (num_nonnulls(booked_fee_wei, booked_revision) <> 1);
    UPDATE sent_transactions s SET
      token_symbol = w.token_symbol, amount_atomic = w.amount_atomic, to_address = w.address,
      first_sent_at = s.last_sent_at, proven = s.succeeded, fee_wei = s.gas_used * s.effective_gas_price_wei
      FROM withdrawals w WHERE w.withdrawal_id = s.withdrawal_id;
    UPDATE sent_transactions SET booked_fee_wei = fee_wei, booked_revision = revision
      FROM ledger_entries WHERE cause = 'transaction/' || tx_hash || '/' || revision || '/gas';
    ALTER TABLE sent_transactions
      ADD CONSTRAINT sent_transactions_says_what_it_pays
        CHECK (purpose <> 'payment' OR num_nonnulls(withdrawal_id, token_symbol, amount_atomic, to_address) = 4),
      ADD CONSTRAINT sent_transactions_receipt_whole
        CHECK (num_nonnulls(block_hash, proven, fee_wei) IN (0, 3));

    -- A second payment may be signed only when a transaction from outside has taken the nonce of the first for good.
    DROP INDEX sent_transactions_one_per_withdrawal;
    CREATE UNIQUE INDEX sent_transactions_one_per_withdrawal ON sent_transactions (withdrawal_id)
      WHERE replaces IS NULL AND purpose = 'payment' AND foreign_hash IS NULL;
    CREATE UNIQUE INDEX sent_transactions_one_replacement ON sent_transactions (chain_code, replaces) WHERE replaces IS NOT NULL;
    CREATE INDEX sent_transactions_nonce ON sent_transactions (chain_code, from_address, nonce);
    CREATE INDEX sent_transactions_withdrawal ON sent_transactions (withdrawal_id);
    DROP INDEX sent_transactions_unmined;
    CREATE INDEX sent_transactions_unmined ON sent_transactions (chain_code, from_address)
      WHERE block_hash IS NULL AND superseded_by IS NULL;
    CREATE INDEX sent_transactions_unbooked ON sent_transactions (chain_code, block_number)
      WHERE block_hash IS NOT NULL AND booked_fee_wei IS NULL;
    CREATE INDEX sent_transactions_misbooked ON sent_transactions (chain_code)
      WHERE booked_revision <> revision;
    -- what was signed in a day
    CREATE INDEX sent_transactions_signed ON sent_transactions (chain_code, token_symbol, signed_at)
      WHERE replaces IS NULL AND purpose = 'payment';

    -- A replacement raises fees and changes nothing else.
    CREATE FUNCTION check_replacement() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (
        SELECT 1 FROM sent_transactions o
         WHERE o.chain_code = NEW.chain_code AND o.tx_hash = NEW.replaces
           AND o.from_address = NEW.from_address AND o.nonce = NEW.nonce
           AND (o.withdrawal_id, o.purpose, o.token_symbol, o.amount_atomic, o.to_address)
             IS NOT DISTINCT FROM (NEW.withdrawal_id, NEW.purpose, NEW.token_symbol, NEW.amount_atomic, NEW.to_address)
           AND NEW.max_fee_per_gas_wei > o.max_fee_per_gas_wei) THEN
        RAISE EXCEPTION 'transaction % does not keep nonce, recipient and amount of %, or does not raise its fee',
          NEW.tx_hash, NEW.replaces USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER sent_transactions_replacement BEFORE INSERT ON sent_transactions
      FOR EACH ROW WHEN (NEW.replaces IS NOT NULL) EXECUTE FUNCTION check_replacement();

    -- What was signed stays known as it was signed; and a nonce of which one of ours is mined was not lost.
    CREATE FUNCTION guard_signed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (OLD.chain_code, OLD.tx_hash, OLD.from_address, OLD.nonce, OLD.raw_transaction, OLD.withdrawal_id, OLD.replaces,
          OLD.purpose, OLD.token_symbol, OLD.amount_atomic, OLD.to_address, OLD.signed_at)
        IS DISTINCT FROM
         (NEW.chain_code, NEW.tx_hash, NEW.from_address, NEW.nonce, NEW.raw_transaction, NEW.withdrawal_id, NEW.replaces,
          NEW.purpose, NEW.token_symbol, NEW.amount_atomic, NEW.to_address, NEW.signed_at) THEN
        RAISE EXCEPTION 'transaction % was signed: what it is can not change', OLD.tx_hash
          USING ERRCODE = 'restrict_violation';
      END IF;
      IF NEW.foreign_hash IS DISTINCT FROM OLD.foreign_hash AND (OLD.foreign_hash IS NOT NULL OR EXISTS (
        SELECT 1 FROM sent_transactions o
         WHERE o.chain_code = NEW.chain_code
           AND (o.tx_hash = NEW.foreign_hash
             OR (o.from_address = NEW.from_address AND o.nonce = NEW.nonce AND o.block_hash IS NOT NULL)))) THEN
        RAISE EXCEPTION 'nonce % of % was not taken from outside', OLD.nonce, OLD.from_address
          USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER sent_transactions_guard BEFORE UPDATE ON sent_transactions
      FOR EACH ROW EXECUTE FUNCTION guard_signed();
    CREATE TRIGGER sent_transactions_kept BEFORE DELETE OR TRUNCATE ON sent_transactions
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER sent_transactions_kept ON sent_transactions;
    DROP TRIGGER sent_transactions_guard ON sent_transactions;
    DROP TRIGGER sent_transactions_replacement ON sent_transactions;
    DROP FUNCTION guard_signed, check_replacement;
    DROP INDEX sent_transactions_signed, sent_transactions_misbooked, sent_transactions_unbooked,
      sent_transactions_unmined, sent_transactions_withdrawal, sent_transactions_nonce, sent_transactions_one_replacement,
      sent_transactions_one_per_withdrawal;
    ALTER TABLE sent_transactions
      DROP CONSTRAINT sent_transactions_says_what_it_pays,
      DROP COLUMN purpose, DROP COLUMN token_symbol, DROP COLUMN amount_atomic, DROP COLUMN to_address,
      DROP COLUMN first_sent_at, DROP COLUMN superseded_by, DROP COLUMN foreign_hash, DROP COLUMN proven,
      DROP COLUMN fee_wei, DROP COLUMN booked_fee_wei, DROP COLUMN booked_revision;
    CREATE UNIQUE INDEX sent_transactions_one_per_withdrawal ON sent_transactions (withdrawal_id) WHERE replaces IS NULL;
    CREATE INDEX sent_transactions_unmined ON sent_transactions (chain_code) WHERE block_hash IS NULL;
    ALTER TABLE withdrawals DROP COLUMN waiting_code;
    DROP TRIGGER withdrawals_approved ON withdrawals;
    DROP FUNCTION keep_approved_payment;
    DROP TABLE approved_payments;
  `);
}
