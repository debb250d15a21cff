import type { Knex } from 'knex';

/**
 * The audit log, the approvals and the postings form hash chains: each row has the hash of the row before it in its
 * chain. A chain belongs to an object, whose row is locked by whoever writes about it, or to a ledger account, which a
 * posting locks. The triggers run as the owner: a process that may add a row can't choose its hash, and can't change the
 * end of a chain.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE hash_chains (
      -- '<object kind>/<object id>', as in the audit log, or 'ledger_account/<account id>'
      chain        text PRIMARY KEY,
      -- how many rows it has, and the hash of the last one
      length       bigint NOT NULL,
      head         bytea NOT NULL,
      -- it has grown since it was last compared with its rows, or since it was last in a head of the audit log
      is_unchecked boolean NOT NULL DEFAULT true,
      is_unsealed  boolean NOT NULL DEFAULT true,
      -- so far it was compared: the number of rows, the hash of the last one, and its posting_id (else its place)
      checked_length bigint NOT NULL DEFAULT 0,
      checked_head   bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
      checked_row    bigint NOT NULL DEFAULT 0
    );
    CREATE INDEX hash_chains_unchecked ON hash_chains (chain) WHERE is_unchecked;
    CREATE INDEX hash_chains_unsealed ON hash_chains (chain) WHERE is_unsealed;

    ALTER TABLE audit_log ADD COLUMN chain_place bigint, ADD COLUMN row_hash bytea;
    ALTER TABLE withdrawal_approvals ADD COLUMN chain_place bigint, ADD COLUMN row_hash bytea;
    ALTER TABLE approval_signatures ADD COLUMN chain_place bigint, ADD COLUMN row_hash bytea;
    ALTER TABLE approved_payments ADD COLUMN chain_place bigint, ADD COLUMN row_hash bytea;
    ALTER TABLE ledger_postings ADD COLUMN chain_place bigint, ADD COLUMN row_hash bytea;

    -- SHA-256 of a JSON array of texts and nulls, without spaces: the hash before, the chain, the place, the fields.
    CREATE FUNCTION chain_hash(previous bytea, of_chain text, place bigint, fields text[]) RETURNS bytea
      LANGUAGE sql IMMUTABLE AS $$
      SELECT sha256(convert_to(
        array_to_json(ARRAY[encode(previous, 'hex'), of_chain, place::text] || fields)::text, 'UTF8'))
    $$;
    CREATE FUNCTION chain_moment(moment timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
      SELECT (extract(epoch FROM moment) * 1000000)::bigint::text
    $$;

    -- Takes the chain's lock until the end of the transaction.
    CREATE FUNCTION lock_chain(of_chain text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = public, pg_temp AS $$
    BEGIN
      INSERT INTO hash_chains (chain, length, head) VALUES (of_chain, 0, decode(repeat('00', 32), 'hex'))
        ON CONFLICT DO NOTHING;
      PERFORM 1 FROM hash_chains WHERE chain = of_chain FOR UPDATE;
    END $$;
    CREATE FUNCTION append_to_chain(of_chain text, fields text[], OUT place bigint, OUT hash bytea)
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      FOR attempt IN 1..2 LOOP
        UPDATE hash_chains c
           SET length = c.length + 1, head = chain_hash(c.head, c.chain, c.length + 1, fields),
               is_unchecked = true, is_unsealed = true
         WHERE c.chain = of_chain RETURNING c.length, c.head INTO place, hash;
        EXIT WHEN FOUND;
        PERFORM lock_chain(of_chain);
      END LOOP;
    END $$;

    CREATE FUNCTION chain_audit_row() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = public, pg_temp AS $$
    BEGIN
      SELECT place, hash INTO NEW.chain_place, NEW.row_hash
        FROM append_to_chain(NEW.object_kind || '/' || NEW.object_id, ARRAY[
          'audit_log', NEW.audit_id::text, chain_moment(NEW.at), NEW.actor_kind, NEW.actor_id, NEW.api_key_id, NEW.ip,
          NEW.action, NEW.object_kind, NEW.object_id, NEW.reason, NEW.before::text, NEW.after::text]);
      RETURN NEW;
    END $$;

    -- A row that is there is not written twice, and takes no place in the chain twice.
    CREATE FUNCTION chain_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = public, pg_temp AS $$
    DECLARE of_chain text := 'withdrawal/' || NEW.withdrawal_id;
    BEGIN
      PERFORM lock_chain(of_chain);
      IF EXISTS (SELECT 1 FROM withdrawal_approvals WHERE withdrawal_id = NEW.withdrawal_id
                    AND operator_id IS NOT DISTINCT FROM NEW.operator_id) THEN
        RETURN NULL;
      END IF;
      SELECT place, hash INTO NEW.chain_place, NEW.row_hash
        FROM append_to_chain(of_chain, ARRAY[
          'withdrawal_approvals', NEW.withdrawal_id, NEW.operator_id, chain_moment(NEW.approved_at)]);
      RETURN NEW;
    END $$;
    CREATE FUNCTION chain_signature() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = public, pg_temp AS $$
    DECLARE of_chain text := 'withdrawal/' || NEW.withdrawal_id;
    BEGIN
      PERFORM lock_chain(of_chain);
      IF EXISTS (SELECT 1 FROM approval_signatures WHERE withdrawal_id = NEW.withdrawal_id
                    AND approver = NEW.approver AND valid_until = NEW.valid_until AND signature = NEW.signature) THEN
        RETURN NULL;
      END IF;
      SELECT place, hash INTO NEW.chain_place, NEW.row_hash
        FROM append_to_chain(of_chain, ARRAY[
          'approval_signatures', NEW.signature_id::text, NEW.withdrawal_id, NEW.approver, NEW.signature,
          NEW.valid_until::text, NEW.operator_id, chain_moment(NEW.given_at)]);
      RETURN NEW;
    END $$;
    CREATE FUNCTION chain_approved_payment() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = public, pg_temp AS $$
    DECLARE of_chain text := 'withdrawal/' || NEW.withdrawal_id;
    BEGIN
      PERFORM lock_chain(of_chain);
      IF EXISTS (SELECT 1 FROM approved_payments WHERE withdrawal_id = NEW.withdrawal_id) THEN
        RETURN NULL;
      END IF;
      SELECT place, hash INTO NEW.chain_place, NEW.row_hash
        FROM append_to_chain(of_chain, ARRAY[
          'approved_payments', NEW.withdrawal_id, NEW.merchant_id, NEW.kind, NEW.invoice_id, NEW.chain_code,
          NEW.token_symbol, NEW.amount_atomic::text, NEW.address, chain_moment(NEW.kept_at)]);
      RETURN NEW;
    END $$;

    -- The account is locked by the change of its balance, so its postings have their order in the chain too.
    CREATE OR REPLACE FUNCTION ledger_apply_posting() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = public, pg_temp AS $$
    DECLARE of_entry ledger_entries; of_account ledger_accounts;
    BEGIN
      SELECT * INTO of_entry FROM ledger_entries WHERE entry_id = NEW.entry_id AND xact = pg_current_xact_id();
      IF NOT FOUND THEN
        RAISE EXCEPTION 'ledger entry % belongs to an earlier transaction; post a new entry instead', NEW.entry_id;
      END IF;
      UPDATE ledger_accounts
         SET balance = balance + CASE WHEN debit_normal THEN NEW.amount ELSE -NEW.amount END
       WHERE account_id = NEW.account_id
       RETURNING * INTO of_account;
      NEW.balance_after := of_account.balance;
      NEW.posting_id := nextval('ledger_posting_id_seq');
      SELECT place, hash INTO NEW.chain_place, NEW.row_hash
        FROM append_to_chain('ledger_account/' || NEW.account_id, ARRAY[
          'ledger_postings', NEW.posting_id::text, NEW.entry_id::text, NEW.account_id::text, of_account.kind,
          of_account.merchant_id, of_account.chain_code, of_account.token_symbol, NEW.amount::text,
          NEW.balance_after::text, of_entry.cause, of_entry.kind, of_entry.invoice_id, of_entry.withdrawal_id,
          of_entry.transfer_id::text, chain_moment(of_entry.created_at)]);
      RETURN NEW;
    END $$;

    REVOKE EXECUTE ON FUNCTION lock_chain, append_to_chain, chain_audit_row, chain_approval, chain_signature,
      chain_approved_payment, ledger_apply_posting FROM PUBLIC;
  `);
  await knex.raw(`
    -- Rows from before are chained once, in the order of their time. A chain's end is kept in variables: a row that is
    -- changed a million times in one transaction would make each change slower than the one before.
    ALTER TABLE audit_log DISABLE TRIGGER USER;
    ALTER TABLE withdrawal_approvals DISABLE TRIGGER USER;
    ALTER TABLE approval_signatures DISABLE TRIGGER USER;
    ALTER TABLE approved_payments DISABLE TRIGGER USER;
    ALTER TABLE ledger_postings DISABLE TRIGGER USER;
    DO $$
    DECLARE
      item record;
      of_chain text;
      place bigint;
      hash bytea;
    BEGIN
      FOR item IN
        SELECT * FROM (
          SELECT object_kind || '/' || object_id AS chain, at AS moment, 3 AS rank, audit_id AS number, ctid AS row,
                 ARRAY['audit_log', audit_id::text, chain_moment(at), actor_kind, actor_id, api_key_id, ip, action,
                       object_kind, object_id, reason, before::text, after::text] AS fields FROM audit_log
          UNION ALL
          SELECT 'withdrawal/' || withdrawal_id, approved_at, 1, 0, ctid,
                 ARRAY['withdrawal_approvals', withdrawal_id, operator_id, chain_moment(approved_at)]
            FROM withdrawal_approvals
          UNION ALL
          SELECT 'withdrawal/' || withdrawal_id, given_at, 0, signature_id, ctid,
                 ARRAY['approval_signatures', signature_id::text, withdrawal_id, approver, signature,
                       valid_until::text, operator_id, chain_moment(given_at)] FROM approval_signatures
          UNION ALL
          SELECT 'withdrawal/' || withdrawal_id, kept_at, 2, 0, ctid,
                 ARRAY['approved_payments', withdrawal_id, merchant_id, kind, invoice_id, chain_code, token_symbol,
                       amount_atomic::text, address, chain_moment(kept_at)] FROM approved_payments
          UNION ALL
          SELECT 'ledger_account/' || p.account_id, NULL, 0, p.posting_id, p.ctid,
                 ARRAY['ledger_postings', p.posting_id::text, p.entry_id::text, p.account_id::text, a.kind,
                       a.merchant_id, a.chain_code, a.token_symbol, p.amount::text, p.balance_after::text, e.cause,
                       e.kind, e.invoice_id, e.withdrawal_id, e.transfer_id::text, chain_moment(e.created_at)]
            FROM ledger_postings p JOIN ledger_entries e USING (entry_id) JOIN ledger_accounts a USING (account_id)
        ) every_row ORDER BY chain, moment, rank, number, fields
      LOOP
        IF item.chain IS DISTINCT FROM of_chain THEN
          INSERT INTO hash_chains (chain, length, head) SELECT of_chain, place, hash WHERE of_chain IS NOT NULL;
          of_chain := item.chain;
          place := 0;
          hash := decode(repeat('00', 32), 'hex');
        END IF;
        place := place + 1;
        hash := chain_hash(hash, of_chain, place, item.fields);
        EXECUTE format('UPDATE %I SET chain_place = $1, row_hash = $2 WHERE ctid = $3', item.fields[1])
          USING place, hash, item.row;
      END LOOP;
      INSERT INTO hash_chains (chain, length, head) SELECT of_chain, place, hash WHERE of_chain IS NOT NULL;
    END $$;
    ALTER TABLE audit_log ENABLE TRIGGER USER,
      ALTER COLUMN chain_place SET NOT NULL, ALTER COLUMN row_hash SET NOT NULL;
    ALTER TABLE withdrawal_approvals ENABLE TRIGGER USER,
      ALTER COLUMN chain_place SET NOT NULL, ALTER COLUMN row_hash SET NOT NULL;
    ALTER TABLE approval_signatures ENABLE TRIGGER USER,
      ALTER COLUMN chain_place SET NOT NULL, ALTER COLUMN row_hash SET NOT NULL;
    ALTER TABLE approved_payments ENABLE TRIGGER USER,
      ALTER COLUMN chain_place SET NOT NULL, ALTER COLUMN row_hash SET NOT NULL;
    ALTER TABLE ledger_postings ENABLE TRIGGER USER,
      ALTER COLUMN chain_place SET NOT NULL, ALTER COLUMN row_hash SET NOT NULL;

    CREATE TRIGGER audit_log_chained BEFORE INSERT ON audit_log
      FOR EACH ROW EXECUTE FUNCTION chain_audit_row();
    CREATE TRIGGER withdrawal_approvals_chained BEFORE INSERT ON withdrawal_approvals
      FOR EACH ROW EXECUTE FUNCTION chain_approval();
    CREATE TRIGGER approval_signatures_chained BEFORE INSERT ON approval_signatures
      FOR EACH ROW EXECUTE FUNCTION chain_signature();
    CREATE TRIGGER approved_payments_chained BEFORE INSERT ON approved_payments
      FOR EACH ROW EXECUTE FUNCTION chain_approved_payment();
  `);
}

export async function down(knex: Knex): Promise<void> {
  // All steps are undone together, and the tables go with theirs.
  await knex.raw(`
    DROP TRIGGER audit_log_chained ON audit_log;
    DROP TRIGGER withdrawal_approvals_chained ON withdrawal_approvals;
    DROP TRIGGER approval_signatures_chained ON approval_signatures;
    DROP TRIGGER approved_payments_chained ON approved_payments;
    DROP FUNCTION chain_audit_row, chain_approval, chain_signature, chain_approved_payment, append_to_chain, lock_chain,
      chain_moment, chain_hash;
    DROP TABLE hash_chains;
  `);
}
