import type { Knex } from 'knex';

/** Our wallets, and every transaction signed with their keys. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(WALLETS + CHECK_REPLACEMENT + CHECK_MOVEMENT_KEPT + GUARD_SIGNED);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE sent_transactions, wallets;
    DROP FUNCTION guard_signed, check_movement_kept, check_replacement;
  `);
}

const WALLETS = `
    -- The role 'sweep' pays for sweeping, so that its nonces and those of the hot wallet never wait for each other. A
    -- deposit address becomes a wallet when it signs.
    CREATE TABLE wallets (
      chain_code text NOT NULL,
      address    text NOT NULL CHECK (address ~ '^0x[0-9a-f]{40}$'),
      role       text NOT NULL CHECK (role IN ('hot', 'sweep', 'deposit')),
      -- the nonce of the next transaction; null until the chain was asked
      next_nonce bigint,
      PRIMARY KEY (chain_code, address)
    );
    -- Read with each block. There are many other wallets: deposit addresses that were swept.
    CREATE INDEX wallets_hot ON wallets (chain_code) WHERE role = 'hot';

    CREATE TABLE sent_transactions (
      chain_code              text NOT NULL,
      tx_hash                 text NOT NULL,
      from_address            text NOT NULL,
      nonce                   bigint NOT NULL,
      raw_transaction         text NOT NULL,
      withdrawal_id           text,
      -- the transaction of the same nonce that this one replaces, usually to raise its fees
      replaces                text,
      max_fee_per_gas_wei     numeric(78,0) NOT NULL,
      -- the most native coin that it may take from the wallet: value and gas
      max_cost_wei            numeric(78,0) NOT NULL,
      signed_at               timestamptz NOT NULL DEFAULT clock_timestamp(),
      last_sent_at            timestamptz,
      -- the receipt, while its block is part of the chain
      block_number            bigint,
      block_hash              text,
      block_time              timestamptz,
      succeeded               boolean,
      gas_used                bigint,
      effective_gas_price_wei numeric(78,0),
      -- rises each time a receipt appears or disappears, like a transfer's revision
      revision                integer NOT NULL DEFAULT 0,
      -- fill: a cancellation transaction, which sends nothing to ourselves, so that the nonces after it can be mined.
      -- All others except payment are movements.
      purpose                 text NOT NULL DEFAULT 'payment' CONSTRAINT sent_transactions_purpose CHECK (
                                purpose IN ('payment', 'fill', 'batch', 'sweep', 'fund', 'cold', 'deploy')),
      -- what a payment pays, as signed; null for a fill, a batch and a deploy, which pay no amount of their own
      token_symbol            text,
      -- NaN compares as greater than all numbers
      amount_atomic           numeric(78,0) CONSTRAINT sent_transactions_amount
                                CHECK (amount_atomic > 0 AND amount_atomic <> 'NaN'),
      to_address              text,
      first_sent_at           timestamptz,
      -- another transaction of the same nonce is final, one of ours or one from outside: this one can never be mined
      superseded_by           text,
      foreign_hash            text,
      -- from the receipt: whether it shows exactly what had to be done, and the whole fee, with the part that an L2
      -- adds for its L1
      proven                  boolean,
      fee_wei                 numeric(78,0),
      -- the fee that is booked in the ledger, and the revision of the receipt that it comes from
      booked_fee_wei          numeric(78,0),
      booked_revision         integer,
      movement_id             bigint,
      -- the revision of the receipt whose moved coins are booked in the ledger
      moved_revision          integer,
      -- signed with our own key, but found on the chain: it does what was signed under its nonce, so it counts as ours
      adopted                 boolean NOT NULL DEFAULT false,
      PRIMARY KEY (chain_code, tx_hash),
      FOREIGN KEY (chain_code, from_address) REFERENCES wallets,
      CHECK (num_nonnulls(block_number, block_hash, block_time, succeeded, gas_used, effective_gas_price_wei) IN (0, 6)),
      CHECK (num_nonnulls(booked_fee_wei, booked_revision) <> 1),
      CONSTRAINT sent_transactions_says_what_it_pays
        CHECK (purpose <> 'payment' OR num_nonnulls(withdrawal_id, token_symbol, amount_atomic, to_address) = 4),
      CONSTRAINT sent_transactions_receipt_whole CHECK (num_nonnulls(block_hash, proven, fee_wei) IN (0, 3)),
      CONSTRAINT sent_transactions_moves CHECK (
        CASE WHEN purpose = 'payment' THEN movement_id IS NULL
             WHEN purpose = 'fill' THEN num_nonnulls(withdrawal_id, movement_id) = 1
             ELSE movement_id IS NOT NULL AND withdrawal_id IS NULL END)
    );
    -- These make a second payment impossible: one first transaction for each withdrawal, and one for each nonce. A
    -- second payment may be signed only when a final transaction from outside has taken the nonce of the first.
    CREATE UNIQUE INDEX sent_transactions_one_per_withdrawal ON sent_transactions (withdrawal_id)
      WHERE replaces IS NULL AND purpose = 'payment' AND foreign_hash IS NULL;
    -- A transaction found on the chain may have the nonce of one of ours that lost it.
    CREATE UNIQUE INDEX sent_transactions_one_per_nonce ON sent_transactions (chain_code, from_address, nonce)
      WHERE replaces IS NULL AND NOT adopted;
    CREATE UNIQUE INDEX sent_transactions_one_per_movement ON sent_transactions (movement_id)
      WHERE replaces IS NULL AND purpose <> 'fill';
    CREATE UNIQUE INDEX sent_transactions_one_replacement ON sent_transactions (chain_code, replaces) WHERE replaces IS NOT NULL;
    CREATE INDEX sent_transactions_nonce ON sent_transactions (chain_code, from_address, nonce);
    CREATE INDEX sent_transactions_withdrawal ON sent_transactions (withdrawal_id);
    CREATE INDEX sent_transactions_movement ON sent_transactions (movement_id) WHERE movement_id IS NOT NULL;
    CREATE INDEX sent_transactions_unmined ON sent_transactions (chain_code, from_address)
      WHERE block_hash IS NULL AND superseded_by IS NULL;
    CREATE INDEX sent_transactions_mined ON sent_transactions (chain_code, block_number) WHERE block_hash IS NOT NULL;
    CREATE INDEX sent_transactions_unbooked ON sent_transactions (chain_code, block_number)
      WHERE block_hash IS NOT NULL AND booked_fee_wei IS NULL;
    CREATE INDEX sent_transactions_misbooked ON sent_transactions (chain_code) WHERE booked_revision <> revision;
    CREATE INDEX sent_transactions_unmoved ON sent_transactions (chain_code, block_number)
      WHERE movement_id IS NOT NULL AND block_hash IS NOT NULL AND moved_revision IS NULL;
    CREATE INDEX sent_transactions_mismoved ON sent_transactions (chain_code) WHERE moved_revision <> revision;
    -- For the sum of what was signed in a day.
    CREATE INDEX sent_transactions_signed ON sent_transactions (chain_code, token_symbol, signed_at)
      WHERE replaces IS NULL AND purpose = 'payment';
    CREATE INDEX sent_transactions_signed_cold ON sent_transactions (chain_code, token_symbol, signed_at)
      WHERE replaces IS NULL AND purpose = 'cold';
    CREATE TRIGGER sent_transactions_kept BEFORE DELETE OR TRUNCATE ON sent_transactions
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`;

/**
 * A replacement raises the fees and changes nothing else. A replacement that is already in a block need not pay more
 * than the transaction that it replaces.
 */
const RAISES_ONLY_FEES = `(o.withdrawal_id, o.purpose, o.token_symbol, o.amount_atomic, o.to_address)
             IS NOT DISTINCT FROM (NEW.withdrawal_id, NEW.purpose, NEW.token_symbol, NEW.amount_atomic, NEW.to_address) AND (NEW.max_fee_per_gas_wei > o.max_fee_per_gas_wei OR NEW.adopted AND NEW.block_hash IS NOT NULL)`;

/**
 * Something that has failed for good is never sent again. If its final transaction is undone by a reorganisation past
 * finality, a cancellation transaction takes the nonce, in place of the one that was signed before. It need not pay
 * more.
 */
const CANCELS_FAILED = `NEW.purpose = 'fill' AND o.purpose <> 'fill' AND (o.withdrawal_id, o.movement_id) IS NOT DISTINCT FROM (NEW.withdrawal_id, NEW.movement_id)
          AND (EXISTS (SELECT 1 FROM withdrawals w WHERE w.withdrawal_id = NEW.withdrawal_id AND w.status = 'failed')
            OR EXISTS (SELECT 1 FROM movements m WHERE m.movement_id = NEW.movement_id AND m.outcome = 'failed'))`;

/**
 * The foreign transaction that had the nonce of a given-up transaction is undone past finality. A cancellation
 * transaction takes the nonce.
 */
const CANCELS_GIVEN_UP = `NEW.purpose = 'fill' AND o.foreign_hash IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM sent_transactions m WHERE m.chain_code = o.chain_code AND m.from_address = o.from_address
             AND m.nonce = o.nonce AND m.block_hash IS NOT NULL)`;

/**
 * A given-up payment is mined after all. The payment that was signed in its place must never be mined, so a
 * cancellation transaction replaces it.
 */
const CANCELS_SECOND = `NEW.purpose = 'fill' AND o.purpose = 'payment' AND o.withdrawal_id = NEW.withdrawal_id AND EXISTS (
          SELECT 1 FROM sent_transactions p WHERE p.withdrawal_id = o.withdrawal_id AND p.purpose = 'payment'
             AND p.foreign_hash IS NOT NULL AND p.nonce <> o.nonce AND p.block_hash IS NOT NULL)`;

const IS_ALLOWED = `
      (${RAISES_ONLY_FEES}
        OR ${CANCELS_FAILED}
        OR ${CANCELS_GIVEN_UP}
        OR ${CANCELS_SECOND})`;

const CHECK_REPLACEMENT = `
    CREATE FUNCTION check_replacement() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (
        SELECT 1 FROM sent_transactions o
         WHERE o.chain_code = NEW.chain_code AND o.tx_hash = NEW.replaces
           AND o.from_address = NEW.from_address AND o.nonce = NEW.nonce
           AND ${IS_ALLOWED}) THEN
        RAISE EXCEPTION 'transaction % does not keep nonce, recipient and amount of %, or does not raise its fee',
          NEW.tx_hash, NEW.replaces USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER sent_transactions_replacement BEFORE INSERT ON sent_transactions
      FOR EACH ROW WHEN (NEW.replaces IS NOT NULL) EXECUTE FUNCTION check_replacement();
`;

const CHECK_MOVEMENT_KEPT = `
    CREATE FUNCTION check_movement_kept() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND OLD.movement_id IS DISTINCT FROM NEW.movement_id OR TG_OP = 'INSERT' AND NOT EXISTS (
        SELECT 1 FROM sent_transactions o WHERE o.chain_code = NEW.chain_code AND o.tx_hash = NEW.replaces
           AND (o.movement_id IS NOT DISTINCT FROM NEW.movement_id
             OR NEW.purpose = 'fill' AND o.foreign_hash IS NOT NULL)) THEN
        RAISE EXCEPTION 'transaction % does not keep its movement', NEW.tx_hash USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER sent_transactions_movement_kept BEFORE UPDATE OF movement_id ON sent_transactions
      FOR EACH ROW EXECUTE FUNCTION check_movement_kept();
    CREATE TRIGGER sent_transactions_movement_replaced BEFORE INSERT ON sent_transactions
      FOR EACH ROW WHEN (NEW.replaces IS NOT NULL) EXECUTE FUNCTION check_movement_kept();
`;

/** A mined cancellation transaction of ours has the nonce. The transaction that it had to prevent was never mined. */
const IS_CANCELLATION = `o.purpose = 'fill' AND NEW.purpose <> 'fill'`;

/**
 * A transaction that was found on the chain, and is not the one that was signed here under this nonce. An operator has
 * paid a withdrawal by hand under a nonce that was signed here for another one, and says so. The operator's transaction
 * is recorded as the payment of that withdrawal. The other withdrawal has lost its nonce, as to a transaction from
 * outside.
 */
const IS_FOUND_PAYMENT = `o.adopted AND (NEW.purpose = 'fill'
                  OR (o.withdrawal_id, o.movement_id) IS DISTINCT FROM (NEW.withdrawal_id, NEW.movement_id))`;

const HAS_TAKEN_NONCE = `((${IS_CANCELLATION} OR ${IS_FOUND_PAYMENT}) AND o.from_address = NEW.from_address
                AND o.nonce = NEW.nonce AND o.block_hash IS NOT NULL)`;

/** A signed transaction stays recorded as signed. A nonce is not lost while a transaction of ours with it is mined. */
const GUARD_SIGNED = `
    CREATE FUNCTION guard_signed() RETURNS trigger LANGUAGE plpgsql AS $$
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
           AND (o.tx_hash = NEW.foreign_hash AND NOT ${HAS_TAKEN_NONCE}
             OR o.from_address = NEW.from_address AND o.nonce = NEW.nonce AND o.block_hash IS NOT NULL
                AND NOT (o.tx_hash = NEW.foreign_hash AND ${HAS_TAKEN_NONCE})))) THEN
        RAISE EXCEPTION 'nonce % of % was not taken from outside', OLD.nonce, OLD.from_address
          USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER sent_transactions_guard BEFORE UPDATE ON sent_transactions
      FOR EACH ROW EXECUTE FUNCTION guard_signed();
`;
