import type { Knex } from 'knex';

/**
 * Money between our own addresses: from deposit addresses to the hot wallet, gas money to those that need it, and what
 * the hot wallet has too much of to the cold address.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- 'sweep' pays for sweeping, so that its nonces and the hot wallet's never wait for one another. A deposit address
    -- is a wallet once it signs.
    ALTER TABLE wallets DROP CONSTRAINT wallets_role_check,
      ADD CONSTRAINT wallets_role_check CHECK (role IN ('hot', 'sweep', 'deposit'));

    -- the sweeping wallet's coins have a custody account of their own
    ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_kind_check,
      ADD CONSTRAINT ledger_accounts_kind_check CHECK (kind IN (
        'available', 'held', 'reserved', 'deficit',
        'custody_deposit', 'custody_hot', 'custody_gas', 'custody_cold', 'treasury', 'gas')),
      DROP COLUMN debit_normal;
    ALTER TABLE ledger_accounts ADD COLUMN debit_normal boolean NOT NULL GENERATED ALWAYS AS
      (kind IN ('deficit', 'custody_deposit', 'custody_hot', 'custody_gas', 'custody_cold', 'gas')) STORED;

    -- One transaction of the house's own, whatever its fees: why, and of whose nonce.
    CREATE TABLE movements (
      movement_id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      chain_code       text NOT NULL,
      -- batch: deposit addresses to the hot wallet (EIP-7702); sweep: one of them by its own transaction;
      -- fund: gas money for that; cold: hot wallet to the cold address; deploy: the contract that batches need
      kind             text NOT NULL CHECK (kind IN ('batch', 'sweep', 'fund', 'cold', 'deploy')),
      from_address     text NOT NULL,
      -- of a deploy: where the contract stands once that is mined, and where it sends everything
      contract_address text,
      destination      text,
      created_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
      -- null until its nonce is final. failed: reverted; lost: a transaction from outside has its nonce
      outcome          text CHECK (outcome IN ('done', 'failed', 'lost')),
      ended_at         timestamptz,
      FOREIGN KEY (chain_code, from_address) REFERENCES wallets,
      CHECK ((kind = 'deploy') = (num_nonnulls(contract_address, destination) = 2)),
      CHECK ((outcome IS NULL) = (ended_at IS NULL))
    );
    CREATE INDEX movements_open ON movements (chain_code, movement_id) WHERE outcome IS NULL;
    CREATE UNIQUE INDEX movements_one_deploy ON movements (chain_code, from_address, destination)
      WHERE kind = 'deploy' AND (outcome IS NULL OR outcome = 'done');

    CREATE TABLE movement_parts (
      movement_id     bigint NOT NULL REFERENCES movements,
      chain_code      text NOT NULL,
      token_symbol    text NOT NULL,
      -- the deposit address that is emptied or given gas money, or the hot wallet
      subject_address text NOT NULL,
      from_address    text NOT NULL,
      to_address      text NOT NULL,
      amount_atomic   numeric(78,0) NOT NULL CHECK (amount_atomic > 0),
      -- as its movement's
      outcome         text,
      PRIMARY KEY (movement_id, subject_address)
    );
    -- What makes moving the same money twice impossible: until one is final there is no second.
    CREATE UNIQUE INDEX movement_parts_one_at_a_time ON movement_parts (chain_code, token_symbol, subject_address)
      WHERE outcome IS NULL;
    CREATE INDEX movement_parts_subject ON movement_parts (chain_code, subject_address);
    CREATE INDEX movement_parts_from ON movement_parts (chain_code, from_address);
    CREATE INDEX movement_parts_to ON movement_parts (chain_code, to_address);

    ALTER TABLE transfers ADD COLUMN swept_by bigint REFERENCES movements;
    CREATE INDEX transfers_unswept ON transfers (chain_code, token_symbol, to_address)
      WHERE invoice_id IS NOT NULL AND canonical AND booking <> 'none' AND swept_by IS NULL;
    CREATE INDEX transfers_swept ON transfers (swept_by) WHERE swept_by IS NOT NULL;

    ALTER TABLE sent_transactions
      ADD COLUMN movement_id bigint REFERENCES movements,
      -- the revision whose receipt stands in the ledger as moved coins
      ADD COLUMN moved_revision integer,
      DROP CONSTRAINT sent_transactions_purpose,
      ADD CONSTRAINT sent_transactions_purpose CHECK (
        purpose IN ('payment', 'fill', 'batch', 'sweep', 'fund', 'cold', 'deploy')),
      ADD CONSTRAINT sent_transactions_moves CHECK (
        CASE WHEN purpose = 'payment' THEN movement_id IS NULL
             WHEN purpose = 'fill' THEN num_nonnulls(withdrawal_id, movement_id) = 1
             ELSE movement_id IS NOT NULL AND withdrawal_id IS NULL END);
    CREATE UNIQUE INDEX sent_transactions_one_per_movement ON sent_transactions (movement_id)
      WHERE replaces IS NULL AND purpose <> 'fill';
    CREATE INDEX sent_transactions_movement ON sent_transactions (movement_id) WHERE movement_id IS NOT NULL;
    CREATE INDEX sent_transactions_unmoved ON sent_transactions (chain_code, block_number)
      WHERE movement_id IS NOT NULL AND block_hash IS NOT NULL AND moved_revision IS NULL;
    CREATE INDEX sent_transactions_mismoved ON sent_transactions (chain_code) WHERE moved_revision <> revision;
    CREATE INDEX sent_transactions_signed_cold ON sent_transactions (chain_code, token_symbol, signed_at)
      WHERE replaces IS NULL AND purpose = 'cold';

    -- What is moved stays as it was signed.
    CREATE FUNCTION guard_movement() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.outcome IS NOT NULL OR (to_jsonb(OLD) - '{outcome,ended_at}'::text[])
          IS DISTINCT FROM (to_jsonb(NEW) - '{outcome,ended_at}'::text[]) THEN
        RAISE EXCEPTION 'movement % was signed: nothing but its outcome is added', OLD.movement_id
          USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER movements_guard BEFORE UPDATE ON movements FOR EACH ROW EXECUTE FUNCTION guard_movement();
    CREATE TRIGGER movement_parts_guard BEFORE UPDATE ON movement_parts FOR EACH ROW EXECUTE FUNCTION guard_movement();
    CREATE TRIGGER movements_kept BEFORE DELETE OR TRUNCATE ON movements
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER movement_parts_kept BEFORE DELETE OR TRUNCATE ON movement_parts
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    CREATE FUNCTION check_movement_kept() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND OLD.movement_id IS DISTINCT FROM NEW.movement_id OR TG_OP = 'INSERT' AND NOT EXISTS (
        SELECT 1 FROM sent_transactions o WHERE o.chain_code = NEW.chain_code AND o.tx_hash = NEW.replaces
           AND o.movement_id IS NOT DISTINCT FROM NEW.movement_id) THEN
        RAISE EXCEPTION 'transaction % does not keep its movement', NEW.tx_hash USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER sent_transactions_movement_kept BEFORE UPDATE OF movement_id ON sent_transactions
      FOR EACH ROW EXECUTE FUNCTION check_movement_kept();
    CREATE TRIGGER sent_transactions_movement_replaced BEFORE INSERT ON sent_transactions
      FOR EACH ROW WHEN (NEW.replaces IS NOT NULL) EXECUTE FUNCTION check_movement_kept();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER sent_transactions_movement_replaced ON sent_transactions;
    DROP TRIGGER sent_transactions_movement_kept ON sent_transactions;
    DROP FUNCTION check_movement_kept;
    DROP INDEX sent_transactions_one_per_movement, sent_transactions_unmoved, sent_transactions_mismoved,
      sent_transactions_signed_cold, sent_transactions_movement;
    ALTER TABLE sent_transactions
      DROP CONSTRAINT sent_transactions_moves,
      DROP CONSTRAINT sent_transactions_purpose,
      ADD CONSTRAINT sent_transactions_purpose CHECK (purpose IN ('payment', 'fill')),
      DROP COLUMN movement_id, DROP COLUMN moved_revision;
    DROP INDEX transfers_unswept, transfers_swept;
    ALTER TABLE transfers DROP COLUMN swept_by;
    DROP TABLE movement_parts, movements;
    DROP FUNCTION guard_movement;
    ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_kind_check,
      ADD CONSTRAINT ledger_accounts_kind_check CHECK (kind IN (
        'available', 'held', 'reserved', 'deficit',
        'custody_deposit', 'custody_hot', 'custody_cold', 'treasury', 'gas')),
      DROP COLUMN debit_normal;
    ALTER TABLE ledger_accounts ADD COLUMN debit_normal boolean NOT NULL GENERATED ALWAYS AS
      (kind IN ('deficit', 'custody_deposit', 'custody_hot', 'custody_cold', 'gas')) STORED;
    ALTER TABLE wallets DROP CONSTRAINT wallets_role_check,
      ADD CONSTRAINT wallets_role_check CHECK (role IN ('hot'));
  `);
}
