import type { Knex } from 'knex';

/**
 * What had the nonce of something given up is undone past finality: the nonce is used by a transaction that moves nothing.
 * Where what was given up is mined after all, what was signed in its place is never to be: such a transaction replaces it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    checkReplacement(`
      (${SAME_OR_FAILED}
        OR NEW.purpose = 'fill' AND o.foreign_hash IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM sent_transactions m WHERE m.chain_code = o.chain_code AND m.from_address = o.from_address
             AND m.nonce = o.nonce AND m.block_hash IS NOT NULL)
        OR NEW.purpose = 'fill' AND o.purpose = 'payment' AND o.withdrawal_id = NEW.withdrawal_id AND EXISTS (
          SELECT 1 FROM sent_transactions p WHERE p.withdrawal_id = o.withdrawal_id AND p.purpose = 'payment'
             AND p.foreign_hash IS NOT NULL AND p.nonce <> o.nonce AND p.block_hash IS NOT NULL))`) +
      checkMovementKept(`AND (o.movement_id IS NOT DISTINCT FROM NEW.movement_id
             OR NEW.purpose = 'fill' AND o.foreign_hash IS NOT NULL)`) +
      guardSigned(`o.tx_hash = NEW.foreign_hash AND NOT ${TAKEN_BY_FILL}
             OR o.from_address = NEW.from_address AND o.nonce = NEW.nonce AND o.block_hash IS NOT NULL
                AND NOT (o.tx_hash = NEW.foreign_hash AND ${TAKEN_BY_FILL})`),
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    checkReplacement(`
      (${SAME_OR_FAILED})`) +
      checkMovementKept('AND o.movement_id IS NOT DISTINCT FROM NEW.movement_id') +
      guardSigned(`o.tx_hash = NEW.foreign_hash
             OR (o.from_address = NEW.from_address AND o.nonce = NEW.nonce AND o.block_hash IS NOT NULL)`),
  );
}

const SAME_OR_FAILED = `(o.withdrawal_id, o.purpose, o.token_symbol, o.amount_atomic, o.to_address)
             IS NOT DISTINCT FROM (NEW.withdrawal_id, NEW.purpose, NEW.token_symbol, NEW.amount_atomic, NEW.to_address) AND (NEW.max_fee_per_gas_wei > o.max_fee_per_gas_wei OR NEW.adopted AND NEW.block_hash IS NOT NULL)
        OR NEW.purpose = 'fill' AND o.purpose <> 'fill' AND (o.withdrawal_id, o.movement_id) IS NOT DISTINCT FROM (NEW.withdrawal_id, NEW.movement_id)
          AND (EXISTS (SELECT 1 FROM withdrawals w WHERE w.withdrawal_id = NEW.withdrawal_id AND w.status = 'failed')
            OR EXISTS (SELECT 1 FROM movements m WHERE m.movement_id = NEW.movement_id AND m.outcome = 'failed'))`;

/** A fill of ours that is mined has the nonce: what it was to come before was never mined. */
const TAKEN_BY_FILL = `(o.purpose = 'fill' AND NEW.purpose <> 'fill' AND o.from_address = NEW.from_address
                AND o.nonce = NEW.nonce AND o.block_hash IS NOT NULL)`;

function checkReplacement(isAllowed: string): string {
  return `
    CREATE OR REPLACE FUNCTION check_replacement() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (
        SELECT 1 FROM sent_transactions o
         WHERE o.chain_code = NEW.chain_code AND o.tx_hash = NEW.replaces
           AND o.from_address = NEW.from_address AND o.nonce = NEW.nonce
           AND ${isAllowed}) THEN
        RAISE EXCEPTION 'transaction % does not keep nonce, recipient and amount of %, or does not raise its fee',
          NEW.tx_hash, NEW.replaces USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$;`;
}

function checkMovementKept(isKept: string): string {
  return `
    CREATE OR REPLACE FUNCTION check_movement_kept() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND OLD.movement_id IS DISTINCT FROM NEW.movement_id OR TG_OP = 'INSERT' AND NOT EXISTS (
        SELECT 1 FROM sent_transactions o WHERE o.chain_code = NEW.chain_code AND o.tx_hash = NEW.replaces
           ${isKept}) THEN
        RAISE EXCEPTION 'transaction % does not keep its movement', NEW.tx_hash USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$;`;
}

function guardSigned(isOurs: string): string {
  return `
    CREATE OR REPLACE FUNCTION guard_signed() RETURNS trigger LANGUAGE plpgsql AS $$
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
           AND (${isOurs}))) THEN
        RAISE EXCEPTION 'nonce % of % was not taken from outside', OLD.nonce, OLD.from_address
          USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$;`;
}
