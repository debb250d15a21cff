import type { Knex } from 'knex';

/** A transaction of our own key that was found on the chain and does what was signed under its nonce: it is ours. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE sent_transactions ADD COLUMN adopted boolean NOT NULL DEFAULT false;
    ${checkReplacement('(NEW.max_fee_per_gas_wei > o.max_fee_per_gas_wei OR NEW.adopted AND NEW.block_hash IS NOT NULL)')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${checkReplacement('NEW.max_fee_per_gas_wei > o.max_fee_per_gas_wei')}
    ALTER TABLE sent_transactions DROP COLUMN adopted;
  `);
}

/** What is in a block already need not pay more than what it stands in for. */
function checkReplacement(isDearer: string): string {
  return `
    CREATE OR REPLACE FUNCTION check_replacement() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (
        SELECT 1 FROM sent_transactions o
         WHERE o.chain_code = NEW.chain_code AND o.tx_hash = NEW.replaces
           AND o.from_address = NEW.from_address AND o.nonce = NEW.nonce
           AND (o.withdrawal_id, o.purpose, o.token_symbol, o.amount_atomic, o.to_address)
             IS NOT DISTINCT FROM (NEW.withdrawal_id, NEW.purpose, NEW.token_symbol, NEW.amount_atomic, NEW.to_address)
           AND ${isDearer}) THEN
        RAISE EXCEPTION 'transaction % does not keep nonce, recipient and amount of %, or does not raise its fee',
          NEW.tx_hash, NEW.replaces USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$;`;
}
