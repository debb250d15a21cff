import type { Knex } from 'knex';

/**
 * Money between our own addresses: from deposit addresses to the hot wallet, gas money to deposit addresses that need
 * it, and the surplus of the hot wallet to the cold address.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A transaction between our own addresses, whatever its fees: its purpose, and the wallet whose nonce it takes.
    CREATE TABLE movements (
      movement_id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      chain_code       text NOT NULL,
      -- batch: several deposit addresses to the hot wallet (EIP-7702); sweep: one deposit address by its own
      -- transaction; fund: gas money for a sweep; cold: hot wallet to the cold address; deploy: the contract that
      -- batches need
      kind             text NOT NULL CHECK (kind IN ('batch', 'sweep', 'fund', 'cold', 'deploy')),
      from_address     text NOT NULL,
      -- only for a deploy: the address of the contract once it is mined, and the address that it sends everything to
      contract_address text,
      destination      text,
      created_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
      -- null until its nonce is final; failed: reverted; lost: a transaction from outside has its nonce
      outcome          text CHECK (outcome IN ('done', 'failed', 'lost')),
      ended_at         timestamptz,
      FOREIGN KEY (chain_code, from_address) REFERENCES wallets,
      CHECK ((kind = 'deploy') = (num_nonnulls(contract_address, destination) = 2)),
      CHECK ((outcome IS NULL) = (ended_at IS NULL))
    );
    CREATE INDEX movements_open ON movements (chain_code, movement_id) WHERE outcome IS NULL;
    CREATE UNIQUE INDEX movements_one_deploy ON movements (chain_code, from_address, destination)
      WHERE kind = 'deploy' AND (outcome IS NULL OR outcome = 'done');

    ALTER TABLE sent_transactions ADD FOREIGN KEY (movement_id) REFERENCES movements;

    CREATE TABLE movement_parts (
      movement_id     bigint NOT NULL REFERENCES movements,
      chain_code      text NOT NULL,
      token_symbol    text NOT NULL,
      -- the deposit address that is emptied or given gas money, or the hot wallet
      subject_address text NOT NULL,
      from_address    text NOT NULL,
      to_address      text NOT NULL,
      amount_atomic   numeric(78,0) NOT NULL CHECK (amount_atomic > 0),
      -- the outcome of its movement
      outcome         text,
      PRIMARY KEY (movement_id, subject_address)
    );
    -- This makes it impossible to move the same money twice: there is no second movement until the first is final.
    CREATE UNIQUE INDEX movement_parts_one_at_a_time ON movement_parts (chain_code, token_symbol, subject_address)
      WHERE outcome IS NULL;
    CREATE INDEX movement_parts_subject ON movement_parts (chain_code, subject_address);
    CREATE INDEX movement_parts_from ON movement_parts (chain_code, from_address);
    CREATE INDEX movement_parts_to ON movement_parts (chain_code, to_address);

    -- A movement stays as it was signed.
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
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE sent_transactions DROP CONSTRAINT sent_transactions_movement_id_fkey;
    DROP TABLE movement_parts, movements;
    DROP FUNCTION guard_movement;
  `);
}
