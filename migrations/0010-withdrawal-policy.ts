import type { Knex } from 'knex';

/** What bounds money out: limits, approvals by several people, frozen assets; and who gave an order, by person and key. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE withdrawal_limits (
      merchant_id                text NOT NULL REFERENCES merchants,
      chain_code                 text NOT NULL,
      token_symbol               text NOT NULL,
      token_decimals             integer NOT NULL,
      -- each null: none
      per_withdrawal_atomic      numeric(78,0) CHECK (per_withdrawal_atomic >= 0),
      -- of any 24 hours
      per_day_atomic             numeric(78,0) CHECK (per_day_atomic >= 0),
      two_approvals_above_atomic numeric(78,0) CHECK (two_approvals_above_atomic >= 0),
      auto_approve_below_atomic  numeric(78,0) CHECK (auto_approve_below_atomic >= 0),
      PRIMARY KEY (merchant_id, chain_code, token_symbol),
      CONSTRAINT withdrawal_limits_consistent CHECK (auto_approve_below_atomic <= two_approvals_above_atomic)
    );
    CREATE INDEX withdrawals_of_asset ON withdrawals (merchant_id, chain_code, token_symbol, created_at);

    ALTER TABLE withdrawals ADD COLUMN approvals_required integer NOT NULL DEFAULT 1 CHECK (approvals_required IN (1, 2));

    CREATE TABLE withdrawal_approvals (
      withdrawal_id text NOT NULL REFERENCES withdrawals,
      -- null: at the command line, where nobody proves who they are: it counts once
      operator_id   text REFERENCES operators,
      approved_at   timestamptz NOT NULL,
      CONSTRAINT withdrawal_approvals_once UNIQUE NULLS NOT DISTINCT (withdrawal_id, operator_id)
    );
    CREATE TRIGGER withdrawal_approvals_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON withdrawal_approvals
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

    -- Signing and stopping exclude each other, whoever forgets to lock: each waits for the other's row, then sees it.
    CREATE FUNCTION refuse_unapproved_signature() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE found_status text;
    BEGIN
      SELECT status INTO found_status FROM withdrawals WHERE withdrawal_id = NEW.withdrawal_id FOR SHARE;
      IF found_status NOT IN ('approved', 'broadcast', 'completed') THEN
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

    -- actor_id is the person or merchant; the key they used stands beside it.
    ALTER TABLE audit_log ADD COLUMN api_key_id text;
    CREATE INDEX audit_log_actor ON audit_log (actor_id, audit_id);
    CREATE INDEX audit_log_api_key ON audit_log (api_key_id, audit_id);
    CREATE INDEX audit_log_at ON audit_log (at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX audit_log_actor, audit_log_api_key, audit_log_at;
    ALTER TABLE audit_log DROP COLUMN api_key_id;
    DROP TRIGGER withdrawals_stop_unsigned ON withdrawals;
    DROP TRIGGER sent_transactions_approved ON sent_transactions;
    DROP FUNCTION refuse_stop_of_signed, refuse_unapproved_signature;
    DROP TABLE asset_freezes, withdrawal_approvals, withdrawal_limits;
    ALTER TABLE withdrawals DROP COLUMN approvals_required;
    DROP INDEX withdrawals_of_asset;
  `);
}
