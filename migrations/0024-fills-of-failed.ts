import type { Knex } from 'knex';

/**
 * What has failed for good is never sent again. When its final transaction is undone past finality, the nonce is used by
 * one that moves nothing, in place of what was signed before. It need not pay more than that.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    checkReplacement(`
      (${SAME} AND ${DEARER}
        OR NEW.purpose = 'fill' AND o.purpose <> 'fill' AND (o.withdrawal_id, o.movement_id) IS NOT DISTINCT FROM (NEW.withdrawal_id, NEW.movement_id)
          AND (EXISTS (SELECT 1 FROM withdrawals w WHERE w.withdrawal_id = NEW.withdrawal_id AND w.status = 'failed')
            OR EXISTS (SELECT 1 FROM movements m WHERE m.movement_id = NEW.movement_id AND m.outcome = 'failed')))`) +
      refuseUnapproved(
        `AND NOT (found_status = 'failed' AND NEW.purpose = 'fill' AND NEW.replaces IS NOT NULL)`,
      ),
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(checkReplacement(`${SAME} AND ${DEARER}`) + refuseUnapproved(''));
}

const SAME = `(o.withdrawal_id, o.purpose, o.token_symbol, o.amount_atomic, o.to_address)
             IS NOT DISTINCT FROM (NEW.withdrawal_id, NEW.purpose, NEW.token_symbol, NEW.amount_atomic, NEW.to_address)`;
const DEARER =
  '(NEW.max_fee_per_gas_wei > o.max_fee_per_gas_wei OR NEW.adopted AND NEW.block_hash IS NOT NULL)';

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

function refuseUnapproved(unless: string): string {
  return `
    CREATE OR REPLACE FUNCTION refuse_unapproved_signature() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE found_status text;
    BEGIN
      SELECT status INTO found_status FROM withdrawals WHERE withdrawal_id = NEW.withdrawal_id FOR SHARE;
      IF found_status NOT IN ('approved', 'broadcast', 'completed') ${unless} THEN
        RAISE EXCEPTION 'withdrawal % is %: nothing is signed for it', NEW.withdrawal_id, found_status
          USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$;`;
}
