import type { Knex } from 'knex';

/**
 * An operator pays a withdrawal by hand under a nonce that was signed here for another one, and says so: what they sent is
 * on record as that withdrawal's payment, and the other one's nonce is lost to it as to any transaction from outside.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(guardSigned(`(${FILL} OR ${FOUND})`));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(guardSigned(FILL));
}

/** A fill of ours: what it was to come before was never mined. */
const FILL = `o.purpose = 'fill' AND NEW.purpose <> 'fill'`;
/** One that was found on the chain, and is not what was signed here for its withdrawal. */
const FOUND = `o.adopted AND (NEW.purpose = 'fill'
                  OR (o.withdrawal_id, o.movement_id) IS DISTINCT FROM (NEW.withdrawal_id, NEW.movement_id))`;

function guardSigned(isOther: string): string {
  const taken = `(${isOther} AND o.from_address = NEW.from_address
                AND o.nonce = NEW.nonce AND o.block_hash IS NOT NULL)`;
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
           AND (o.tx_hash = NEW.foreign_hash AND NOT ${taken}
             OR o.from_address = NEW.from_address AND o.nonce = NEW.nonce AND o.block_hash IS NOT NULL
                AND NOT (o.tx_hash = NEW.foreign_hash AND ${taken})))) THEN
        RAISE EXCEPTION 'nonce % of % was not taken from outside', OLD.nonce, OLD.from_address
          USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$;`;
}
