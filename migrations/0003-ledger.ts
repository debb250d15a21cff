import type { Knex } from 'knex';

/**
 * The ledger: double entry in base units. The database itself refuses an entry that does not balance, an overdrawn
 * merchant account, and any change of a posting. So no bug in the code above it can cause them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE ledger_accounts (
      account_id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- custody_gas: the coins of the wallet that pays for sweeping
      kind         text NOT NULL CHECK (kind IN (
                     'available', 'held', 'reserved', 'deficit',
                     'custody_deposit', 'custody_hot', 'custody_gas', 'custody_cold', 'treasury', 'gas')),
      merchant_id  text REFERENCES merchants,
      chain_code   text NOT NULL,
      token_symbol text NOT NULL,
      -- counted on the account's normal side, so that an ordinary balance is positive
      balance      numeric(78,0) NOT NULL DEFAULT 0,
      debit_normal boolean NOT NULL GENERATED ALWAYS AS
                     (kind IN ('deficit', 'custody_deposit', 'custody_hot', 'custody_gas', 'custody_cold', 'gas')) STORED,
      UNIQUE NULLS NOT DISTINCT (merchant_id, chain_code, token_symbol, kind),
      CHECK ((kind IN ('available', 'held', 'reserved', 'deficit')) = (merchant_id IS NOT NULL)),
      CONSTRAINT ledger_accounts_never_overdrawn CHECK (balance >= 0 OR merchant_id IS NULL)
    );

    CREATE TABLE ledger_entries (
      entry_id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- a unique text for what caused the entry: it prevents posting the same thing twice
      cause         text NOT NULL CONSTRAINT ledger_entries_cause_once UNIQUE,
      kind          text NOT NULL,
      invoice_id    text,
      withdrawal_id text,
      transfer_id   bigint,
      created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
      xact          xid8 NOT NULL DEFAULT pg_current_xact_id()
    );
    CREATE INDEX ledger_entries_invoice ON ledger_entries (invoice_id) WHERE invoice_id IS NOT NULL;
    CREATE INDEX ledger_entries_withdrawal ON ledger_entries (withdrawal_id) WHERE withdrawal_id IS NOT NULL;

    CREATE SEQUENCE ledger_posting_id_seq;
    CREATE TABLE ledger_postings (
      -- set by the trigger under the account's lock, so that an account's postings are numbered in the order of its
      -- balance
      posting_id    bigint PRIMARY KEY,
      entry_id      bigint NOT NULL REFERENCES ledger_entries,
      account_id    bigint NOT NULL REFERENCES ledger_accounts,
      -- above zero: debit; below zero: credit
      amount        numeric(78,0) NOT NULL CHECK (amount <> 0),
      balance_after numeric(78,0) NOT NULL
    );
    CREATE INDEX ledger_postings_account ON ledger_postings (account_id, posting_id DESC);
    CREATE INDEX ledger_postings_entry ON ledger_postings (entry_id);

    CREATE FUNCTION ledger_apply_posting() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (SELECT 1 FROM ledger_entries WHERE entry_id = NEW.entry_id AND xact = pg_current_xact_id()) THEN
        RAISE EXCEPTION 'ledger entry % belongs to an earlier transaction; post a new entry instead', NEW.entry_id;
      END IF;
      UPDATE ledger_accounts
         SET balance = balance + CASE WHEN debit_normal THEN NEW.amount ELSE -NEW.amount END
       WHERE account_id = NEW.account_id
       RETURNING balance INTO NEW.balance_after;
      NEW.posting_id := nextval('ledger_posting_id_seq');
      RETURN NEW;
    END $$;
    CREATE TRIGGER ledger_postings_apply BEFORE INSERT ON ledger_postings
      FOR EACH ROW EXECUTE FUNCTION ledger_apply_posting();

    CREATE FUNCTION ledger_check_entry() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE unbalanced record;
    BEGIN
      SELECT a.chain_code, a.token_symbol, sum(p.amount) AS excess INTO unbalanced
        FROM ledger_postings p JOIN ledger_accounts a USING (account_id)
       WHERE p.entry_id = NEW.entry_id
       GROUP BY a.chain_code, a.token_symbol HAVING sum(p.amount) <> 0 LIMIT 1;
      IF FOUND THEN
        RAISE EXCEPTION 'ledger entry % does not balance: % % of % too much on one side',
          NEW.entry_id, unbalanced.excess, unbalanced.token_symbol, unbalanced.chain_code
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      IF NOT EXISTS (SELECT 1 FROM ledger_postings WHERE entry_id = NEW.entry_id) THEN
        RAISE EXCEPTION 'ledger entry % has no postings', NEW.entry_id
          USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER ledger_postings_balance AFTER INSERT ON ledger_postings
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_entry();
    CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_entry();

    CREATE TRIGGER ledger_postings_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER ledger_entries_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

    -- Only a posting changes a balance.
    CREATE FUNCTION ledger_guard_account() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'UPDATE' OR pg_trigger_depth() < 2 THEN
        RAISE EXCEPTION 'ledger_accounts change by postings only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER ledger_accounts_guard BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_accounts
      FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard_account();
    CREATE FUNCTION ledger_open_empty() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.balance <> 0 THEN
        RAISE EXCEPTION 'a ledger account opens at zero' USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER ledger_accounts_open_empty BEFORE INSERT ON ledger_accounts
      FOR EACH ROW EXECUTE FUNCTION ledger_open_empty();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE ledger_postings, ledger_entries, ledger_accounts;
    DROP SEQUENCE ledger_posting_id_seq;
    DROP FUNCTION ledger_apply_posting, ledger_check_entry, ledger_guard_account, ledger_open_empty;
  `);
}
