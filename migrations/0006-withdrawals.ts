import type { Knex } from 'knex';

/** Withdrawals: their limits and approvals, frozen assets, and payments that were made without us. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE withdrawals (
      withdrawal_id       text PRIMARY KEY,
      merchant_id         text NOT NULL REFERENCES merchants,
      kind                text NOT NULL DEFAULT 'payout' CHECK (kind IN ('payout', 'refund')),
      -- the invoice whose held money a refund sends back
      invoice_id          text REFERENCES invoices,
      status              text NOT NULL DEFAULT 'pending_approval' CHECK (status IN
                            ('pending_approval', 'approved', 'broadcast', 'completed',
                             'rejected', 'cancelled', 'stopped', 'failed')),
      chain_code          text NOT NULL,
      token_symbol        text NOT NULL,
      token_decimals      integer NOT NULL,
      amount_atomic       numeric(78,0) NOT NULL CHECK (amount_atomic > 0),
      address             text NOT NULL CHECK (address ~ '^0x[0-9a-f]{40}$'),
      merchant_reference  text,
      metadata            json NOT NULL,
      created_at          timestamptz NOT NULL,
      approved_at         timestamptz,
      completed_at        timestamptz,
      failure_reason      text,
      -- why an approved withdrawal has not been sent yet, as text for the operator
      waiting_reason      text,
      wait_until          timestamptz,
      approvals_required  integer NOT NULL DEFAULT 1 CHECK (approvals_required IN (1, 2)),
      -- the code of waiting_reason: a reason of which only the numbers change is not reported again
      waiting_code        text,
      -- when an overdue withdrawal was last checked to have its workflow
      workflow_checked_at timestamptz,
      CHECK ((kind = 'refund') = (invoice_id IS NOT NULL))
    );
    CREATE INDEX withdrawals_merchant ON withdrawals (merchant_id, withdrawal_id DESC);
    CREATE INDEX withdrawals_status ON withdrawals (status, withdrawal_id DESC);
    CREATE INDEX withdrawals_of_asset ON withdrawals (merchant_id, chain_code, token_symbol, created_at);
    -- For the count of waiting withdrawals by their reason. Ended withdrawals that wait for a nonce are also counted.
    CREATE INDEX withdrawals_waiting ON withdrawals (chain_code, waiting_code) WHERE waiting_reason IS NOT NULL;
    CREATE INDEX withdrawals_overdue ON withdrawals (greatest(coalesce(approved_at, created_at), workflow_checked_at))
      WHERE status IN ('approved', 'broadcast') OR waiting_reason IS NOT NULL;

    ALTER TABLE invoice_orders ADD FOREIGN KEY (withdrawal_id) REFERENCES withdrawals;
    ALTER TABLE sent_transactions ADD FOREIGN KEY (withdrawal_id) REFERENCES withdrawals;

    CREATE TABLE withdrawal_limits (
      merchant_id                text NOT NULL REFERENCES merchants,
      chain_code                 text NOT NULL,
      token_symbol               text NOT NULL,
      token_decimals             integer NOT NULL,
      -- null in each: no limit
      per_withdrawal_atomic      numeric(78,0) CHECK (per_withdrawal_atomic >= 0),
      -- for any 24 hours
      per_day_atomic             numeric(78,0) CHECK (per_day_atomic >= 0),
      two_approvals_above_atomic numeric(78,0) CHECK (two_approvals_above_atomic >= 0),
      auto_approve_below_atomic  numeric(78,0) CHECK (auto_approve_below_atomic >= 0),
      PRIMARY KEY (merchant_id, chain_code, token_symbol),
      CONSTRAINT withdrawal_limits_consistent CHECK (auto_approve_below_atomic <= two_approvals_above_atomic)
    );

    CREATE TABLE withdrawal_approvals (
      withdrawal_id text NOT NULL REFERENCES withdrawals,
      -- null: an approval at the command line, which counts once because it proves no identity
      operator_id   text REFERENCES operators,
      approved_at   timestamptz NOT NULL,
      CONSTRAINT withdrawal_approvals_once UNIQUE NULLS NOT DISTINCT (withdrawal_id, operator_id)
    );
    CREATE TRIGGER withdrawal_approvals_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON withdrawal_approvals
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

    -- Withdrawals as they were approved: a withdrawal that differs from its row here is not signed.
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

    -- Signing and stopping exclude each other, even if the code forgets to lock: each waits for the other's row and
    -- then sees it.
    CREATE FUNCTION refuse_unapproved_signature() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE found_status text;
    BEGIN
      SELECT status INTO found_status FROM withdrawals WHERE withdrawal_id = NEW.withdrawal_id FOR SHARE;
      IF found_status NOT IN ('approved', 'broadcast', 'completed') AND NOT (found_status = 'failed' AND NEW.purpose = 'fill' AND NEW.replaces IS NOT NULL) THEN
        RAISE EXCEPTION 'withdrawal % is %: nothing is signed for it', NEW.withdrawal_id, found_status
          USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER sent_transactions_approved BEFORE INSERT ON sent_transactions
      FOR EACH ROW WHEN (NEW.withdrawal_id IS NOT NULL) EXECUTE FUNCTION refuse_unapproved_signature();
    CREATE FUNCTION refuse_stop_of_signed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT 1 FROM sent_transactions WHERE withdrawal_id = NEW.withdrawal_id) THEN
        RAISE EXCEPTION 'withdrawal % is signed: it can not be stopped', NEW.withdrawal_id
          USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER withdrawals_stop_unsigned BEFORE UPDATE ON withdrawals
      FOR EACH ROW WHEN (NEW.status = 'stopped') EXECUTE FUNCTION refuse_stop_of_signed();

    CREATE TABLE asset_freezes (
      chain_code   text NOT NULL,
      token_symbol text NOT NULL,
      reason       text NOT NULL,
      actor_kind   text NOT NULL CHECK (actor_kind IN ('operator', 'cli', 'system')),
      actor_id     text,
      frozen_at    timestamptz NOT NULL,
      PRIMARY KEY (chain_code, token_symbol)
    );

    -- Transfers out of a wallet that pays withdrawals, by transactions that are not recorded here. Such a transaction
    -- was signed before this database was restored, or by somebody else who has the key.
    CREATE TABLE outside_payments (
      chain_code    text NOT NULL,
      tx_hash       text NOT NULL,
      -- the number of the transfer among those of its transaction out of the wallet, from 0
      ordinal       integer NOT NULL CHECK (ordinal >= 0),
      from_address  text NOT NULL,
      token_symbol  text NOT NULL,
      amount_atomic numeric(78,0) NOT NULL,
      to_address    text NOT NULL,
      -- where it was last seen; a reorganisation may have undone that, and it may be mined again
      block_number  bigint NOT NULL,
      block_time    timestamptz NOT NULL,
      -- what operators decided: the withdrawal that it pays, and those that it does not pay
      pays          text UNIQUE REFERENCES withdrawals,
      not_of        text[] NOT NULL DEFAULT '{}',
      PRIMARY KEY (chain_code, tx_hash, ordinal)
    );
    CREATE INDEX outside_payments_what ON outside_payments (chain_code, to_address, token_symbol, amount_atomic);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE outside_payments, asset_freezes, approved_payments, withdrawal_approvals, withdrawal_limits;
    DROP TRIGGER sent_transactions_approved ON sent_transactions;
    ALTER TABLE sent_transactions DROP CONSTRAINT sent_transactions_withdrawal_id_fkey;
    ALTER TABLE invoice_orders DROP CONSTRAINT invoice_orders_withdrawal_id_fkey;
    DROP TABLE withdrawals;
    DROP FUNCTION refuse_stop_of_signed, refuse_unapproved_signature, keep_approved_payment;
  `);
}
