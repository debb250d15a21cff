import type { Knex } from 'knex';

/** What an entry of the audit log is about, as the merchant whose it is. Those of operators alone have none. */
const MERCHANT_OF = `
  CASE entry.object_kind
    WHEN 'merchant' THEN (SELECT m.merchant_id FROM merchants m WHERE m.merchant_id = entry.object_id)
    WHEN 'invoice' THEN (SELECT i.merchant_id FROM invoices i WHERE i.invoice_id = entry.object_id)
    WHEN 'checkout' THEN (SELECT c.merchant_id FROM checkouts c WHERE c.checkout_id = entry.object_id)
    WHEN 'withdrawal' THEN (SELECT w.merchant_id FROM withdrawals w WHERE w.withdrawal_id = entry.object_id)
    WHEN 'webhook_endpoint' THEN (SELECT e.merchant_id FROM webhook_endpoints e WHERE e.endpoint_id = entry.object_id)
    WHEN 'webhook_delivery' THEN (SELECT d.merchant_id FROM deliveries d WHERE d.delivery_id = entry.object_id)
    WHEN 'api_key' THEN (SELECT k.merchant_id FROM api_keys k WHERE k.api_key_id = entry.object_id)
    WHEN 'policy_change' THEN (SELECT p.merchant_id FROM policy_changes p WHERE p.policy_change_id = entry.object_id)
    WHEN 'member' THEN (SELECT b.merchant_id FROM members b WHERE b.member_id = entry.object_id)
    WHEN 'invitation' THEN (SELECT v.merchant_id FROM invitations v WHERE v.invitation_id = entry.object_id)
  END`;

/**
 * Links by which people join, or set their password anew; what waits of a member's role; and which entries of the audit
 * log a merchant may read.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE policy_changes DROP CONSTRAINT policy_changes_kind_check;
    ALTER TABLE policy_changes ADD CONSTRAINT policy_changes_kind_check CHECK (kind IN
      ('withdrawal_limit', 'api_key', 'key_whitelist', 'merchant_whitelist', 'approver_address', 'member_role'));

    -- since when the person has the account with this role: no change of others is confirmed by a newer one
    ALTER TABLE members ADD COLUMN held_since timestamptz;
    UPDATE members SET held_since = created_at;
    ALTER TABLE members ALTER COLUMN held_since SET NOT NULL, ALTER COLUMN held_since SET DEFAULT now();
    -- what of the role moves money counts when this change is in force; null: at once
    ALTER TABLE members ADD COLUMN policy_change_id text REFERENCES policy_changes;

    CREATE TABLE invitations (
      invitation_id      text PRIMARY KEY,
      -- 'reset': a member of ours sets the password anew
      kind               text NOT NULL CHECK (kind IN ('invitation', 'reset')),
      -- Only the SHA-256 of the token is kept.
      token_hash         bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
      merchant_id        text REFERENCES merchants,
      operator_id        text REFERENCES operators,
      email              text NOT NULL CHECK (email = lower(email)),
      role               text,
      -- whose password it sets anew, or whom the invitation made
      member_id          text REFERENCES members,
      made_by_kind       text NOT NULL CHECK (made_by_kind IN ('merchant', 'operator', 'cli')),
      -- the merchant, the operator, or the account at the command line
      made_by            text,
      -- with which key, or as which member
      made_by_credential text,
      made_at            timestamptz NOT NULL,
      expires_at         timestamptz NOT NULL CHECK (expires_at > made_at),
      policy_change_id   text REFERENCES policy_changes,
      used_at            timestamptz,
      withdrawn_at       timestamptz,
      CHECK (num_nonnulls(merchant_id, operator_id) = 1),
      CHECK (num_nonnulls(used_at, withdrawn_at) <= 1),
      CHECK ((kind = 'invitation') = (role IS NOT NULL)),
      CHECK (CASE kind WHEN 'reset' THEN member_id IS NOT NULL
                       ELSE (member_id IS NOT NULL) = (used_at IS NOT NULL) END),
      CHECK (role = ANY (CASE WHEN operator_id IS NULL THEN ARRAY['owner', 'finance', 'developer', 'viewer']
                              ELSE ARRAY['viewer', 'approver', 'manager'] END))
    );
    -- a later link for the same person withdraws the one before
    CREATE UNIQUE INDEX invitations_one_of_merchant ON invitations (merchant_id, email, kind)
      WHERE used_at IS NULL AND withdrawn_at IS NULL AND merchant_id IS NOT NULL;
    CREATE UNIQUE INDEX invitations_one_of_operator ON invitations (operator_id, kind)
      WHERE used_at IS NULL AND withdrawn_at IS NULL AND operator_id IS NOT NULL;
    CREATE INDEX invitations_merchant ON invitations (merchant_id, invitation_id);
    CREATE INDEX invitations_member ON invitations (member_id);
    CREATE INDEX invitations_maker ON invitations (made_by_credential);
    CREATE TRIGGER invitations_kept BEFORE DELETE OR TRUNCATE ON invitations
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER invitations_ended_once BEFORE UPDATE ON invitations
      FOR EACH ROW WHEN (OLD.used_at IS NOT NULL OR OLD.withdrawn_at IS NOT NULL) EXECUTE FUNCTION refuse_change();

    -- Which entries of the audit log are about a merchant. What the program itself did is not among them.
    CREATE TABLE merchant_audit (
      merchant_id text NOT NULL REFERENCES merchants,
      audit_id    bigint NOT NULL REFERENCES audit_log,
      PRIMARY KEY (merchant_id, audit_id)
    );
    CREATE FUNCTION note_audited_merchant() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = public, pg_temp AS $$
    DECLARE of_merchant text;
    BEGIN
      SELECT ${MERCHANT_OF} INTO of_merchant FROM (SELECT NEW.object_kind, NEW.object_id) AS entry;
      IF of_merchant IS NOT NULL THEN
        INSERT INTO merchant_audit (merchant_id, audit_id) VALUES (of_merchant, NEW.audit_id);
      END IF;
      RETURN NULL;
    END $$;
    REVOKE EXECUTE ON FUNCTION note_audited_merchant FROM PUBLIC;
    INSERT INTO merchant_audit (merchant_id, audit_id)
      SELECT merchant_id, audit_id FROM (
        SELECT entry.audit_id, ${MERCHANT_OF} AS merchant_id FROM audit_log AS entry
         WHERE entry.actor_kind <> 'system') AS entries
      WHERE merchant_id IS NOT NULL;
    CREATE TRIGGER audit_log_noted AFTER INSERT ON audit_log
      FOR EACH ROW WHEN (NEW.actor_kind <> 'system') EXECUTE FUNCTION note_audited_merchant();
    CREATE TRIGGER merchant_audit_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON merchant_audit
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER audit_log_noted ON audit_log;
    DROP FUNCTION note_audited_merchant;
    DROP TABLE merchant_audit;
    DROP TABLE invitations;
    ALTER TABLE members DROP COLUMN policy_change_id, DROP COLUMN held_since;
    ALTER TABLE policy_changes DISABLE TRIGGER USER;
    DELETE FROM policy_changes WHERE kind = 'member_role';
    ALTER TABLE policy_changes ENABLE TRIGGER USER;
    ALTER TABLE policy_changes DROP CONSTRAINT policy_changes_kind_check;
    ALTER TABLE policy_changes ADD CONSTRAINT policy_changes_kind_check CHECK (kind IN
      ('withdrawal_limit', 'api_key', 'key_whitelist', 'merchant_whitelist', 'approver_address'));
  `);
}
