import type { Knex } from 'knex';

/** Money out: withdrawals, the wallets they leave from, and every transaction that was signed. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE withdrawals (
      withdrawal_id      text PRIMARY KEY,
      merchant_id        text NOT NULL REFERENCES merchants,
      kind               text NOT NULL DEFAULT 'payout' CHECK (kind IN ('payout', 'refund')),
      -- the invoice whose held money a refund sends back
      invoice_id         text REFERENCES invoices,
      status             text NOT NULL DEFAULT 'pending_approval' CHECK (status IN
                           ('pending_approval', 'approved', 'broadcast', 'completed',
                            'rejected', 'cancelled', 'stopped', 'failed')),
      chain_code         text NOT NULL,
      token_symbol       text NOT NULL,
      token_decimals     integer NOT NULL,
      amount_atomic      numeric(78,0) NOT NULL CHECK (amount_atomic > 0),
      address            text NOT NULL CHECK (address ~ '^0x[0-9a-f]{40}$'),
      merchant_reference text,
      metadata           json NOT NULL,
      created_at         timestamptz NOT NULL,
      approved_at        timestamptz,
      completed_at       timestamptz,
      failure_reason     text,
      -- why an approved one has not left yet, in words for the operator
      waiting_reason     text,
      wait_until         timestamptz,
      CHECK ((kind = 'refund') = (invoice_id IS NOT NULL))
    );
    CREATE INDEX withdrawals_merchant ON withdrawals (merchant_id, withdrawal_id DESC);
    CREATE INDEX withdrawals_status ON withdrawals (status, withdrawal_id DESC);

    -- the withdrawal that a refund makes: while it may still pay, what it is about is on its way
    ALTER TABLE invoice_orders ADD COLUMN withdrawal_id text REFERENCES withdrawals,
      ADD CHECK ((kind = 'refund') = (withdrawal_id IS NOT NULL));

    CREATE TABLE wallets (
      chain_code text NOT NULL,
      address    text NOT NULL CHECK (address ~ '^0x[0-9a-f]{40}$'),
      role       text NOT NULL CHECK (role IN ('hot')),
      -- the nonce that the next transaction takes; null until the chain was asked
      next_nonce bigint,
      PRIMARY KEY (chain_code, address)
    );

    CREATE TABLE sent_transactions (
      chain_code                text NOT NULL,
      tx_hash                   text NOT NULL,
      from_address              text NOT NULL,
      nonce                     bigint NOT NULL,
      raw_transaction           text NOT NULL,
      withdrawal_id             text REFERENCES withdrawals,
      -- the transaction of the same nonce whose fees this one raised
      replaces                  text,
      max_fee_per_gas_wei       numeric(78,0) NOT NULL,
      -- native coin that it may take from the wallet at most: value and gas
      max_cost_wei              numeric(78,0) NOT NULL,
      signed_at                 timestamptz NOT NULL DEFAULT clock_timestamp(),
      last_sent_at              timestamptz,
      -- the receipt, while its block stands
      block_number              bigint,
      block_hash                text,
      block_time                timestamptz,
      succeeded                 boolean,
      gas_used                  bigint,
      effective_gas_price_wei   numeric(78,0),
      -- rises each time a receipt appears or goes, like a transfer's revision
      revision                  integer NOT NULL DEFAULT 0,
      PRIMARY KEY (chain_code, tx_hash),
      FOREIGN KEY (chain_code, from_address) REFERENCES wallets,
      CHECK (num_nonnulls(block_number, block_hash, block_time, succeeded, gas_used, effective_gas_price_wei) IN (0, 6))
    );
    -- What makes a second payment impossible: one first transaction per withdrawal, one per nonce.
    CREATE UNIQUE INDEX sent_transactions_one_per_withdrawal ON sent_transactions (withdrawal_id) WHERE replaces IS NULL;
    CREATE UNIQUE INDEX sent_transactions_one_per_nonce ON sent_transactions (chain_code, from_address, nonce) WHERE replaces IS NULL;
    CREATE INDEX sent_transactions_unmined ON sent_transactions (chain_code) WHERE block_hash IS NULL;
    CREATE INDEX sent_transactions_mined ON sent_transactions (chain_code, block_number) WHERE block_hash IS NOT NULL;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE invoice_orders DROP COLUMN withdrawal_id;
    DROP TABLE sent_transactions, wallets, withdrawals;
  `);
}
