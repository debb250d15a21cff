import type { Knex } from 'knex';

/**
 * What left a wallet that pays withdrawals by a transaction that is not on record here: signed before this database was
 * restored, or by somebody else who has the key.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE outside_payments (
      chain_code    text NOT NULL,
      tx_hash       text NOT NULL,
      -- which of the transaction's transfers out of the wallet, from 0
      ordinal       integer NOT NULL CHECK (ordinal >= 0),
      from_address  text NOT NULL,
      token_symbol  text NOT NULL,
      amount_atomic numeric(78,0) NOT NULL,
      to_address    text NOT NULL,
      -- where it was seen last; a reorganisation may have undone that, and it may be mined again
      block_number  bigint NOT NULL,
      block_time    timestamptz NOT NULL,
      -- what operators said of it: which withdrawal it pays, and which it does not
      pays          text UNIQUE REFERENCES withdrawals,
      not_of        text[] NOT NULL DEFAULT '{}',
      PRIMARY KEY (chain_code, tx_hash, ordinal)
    );
    CREATE INDEX outside_payments_what ON outside_payments (chain_code, to_address, token_symbol, amount_atomic);
    -- asked for with each block; deposit addresses that were swept are wallets as well, and many
    CREATE INDEX wallets_hot ON wallets (chain_code) WHERE role = 'hot';

    -- One that was found on the chain may have the nonce of one of ours that lost it.
    DROP INDEX sent_transactions_one_per_nonce;
    CREATE UNIQUE INDEX sent_transactions_one_per_nonce ON sent_transactions (chain_code, from_address, nonce)
      WHERE replaces IS NULL AND NOT adopted;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX sent_transactions_one_per_nonce;
    CREATE UNIQUE INDEX sent_transactions_one_per_nonce ON sent_transactions (chain_code, from_address, nonce)
      WHERE replaces IS NULL;
    DROP INDEX wallets_hot;
    DROP TABLE outside_payments;
  `);
}
