import type { Knex } from 'knex';

/** The merchant that an entry is about. */
const MERCHANT_OF = `
  CASE NEW.object_kind
    WHEN 'merchant' THEN (SELECT m.merchant_id FROM merchants m WHERE m.merchant_id = NEW.object_id)
    WHEN 'invoice' THEN (SELECT i.merchant_id FROM invoices i WHERE i.invoice_id = NEW.object_id)
    WHEN 'checkout' THEN (SELECT c.merchant_id FROM checkouts c WHERE c.checkout_id = NEW.object_id)
    WHEN 'withdrawal' THEN (SELECT w.merchant_id FROM withdrawals w WHERE w.withdrawal_id = NEW.object_id)
    WHEN 'webhook_endpoint' THEN (SELECT e.merchant_id FROM webhook_endpoints e WHERE e.endpoint_id = NEW.object_id)
    WHEN 'webhook_delivery' THEN (SELECT d.merchant_id FROM deliveries d WHERE d.delivery_id = NEW.object_id)
    WHEN 'api_key' THEN (SELECT k.merchant_id FROM api_keys k WHERE k.api_key_id = NEW.object_id)
    WHEN 'policy_change' THEN (SELECT p.merchant_id FROM policy_changes p WHERE p.policy_change_id = NEW.object_id)
    WHEN 'member' THEN (SELECT b.merchant_id FROM members b WHERE b.member_id = NEW.object_id)
    WHEN 'invitation' THEN (SELECT v.merchant_id FROM invitations v WHERE v.invitation_id = NEW.object_id)
  END`;

function recordMerchant({ columns, values }: { readonly columns: string; readonly values: string }): string {
  return `
    CREATE OR REPLACE FUNCTION record_audited_merchant() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = public, pg_temp AS $$
    DECLARE of_merchant text := ${MERCHANT_OF};
    BEGIN
      IF of_merchant IS NOT NULL THEN
        INSERT INTO merchant_audit (${columns}) VALUES (${values});
      END IF;
      RETURN NULL;
    END $$;`;
}

/** Lists by several properties have an index that has all of them, in the order of the list. They replace those of one property. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX deliveries_merchant_status, deliveries_merchant_outcome, deliveries_endpoint_status, deliveries_endpoint_outcome;
    CREATE INDEX deliveries_state ON deliveries (status, coalesce(outcome, 'none'), delivery_id DESC)
      WHERE status <> 'succeeded' OR coalesce(outcome, 'none') <> '2xx';
    CREATE INDEX deliveries_endpoint_state ON deliveries (endpoint_id, status, coalesce(outcome, 'none'), delivery_id DESC)
      WHERE status <> 'succeeded' OR coalesce(outcome, 'none') <> '2xx';
    -- A merchant's deliveries are those of its endpoints, also of deleted ones.
    DROP INDEX webhook_endpoints_merchant;
    CREATE INDEX webhook_endpoints_merchant ON webhook_endpoints (merchant_id, endpoint_id DESC);

    DROP INDEX audit_log_actor, audit_log_api_key;
    CREATE INDEX audit_log_actor ON audit_log (actor_id, action, audit_id);
    CREATE INDEX audit_log_api_key ON audit_log (api_key_id, action, audit_id);

    ALTER TABLE merchant_audit ADD COLUMN actor_kind text;
    ALTER TABLE merchant_audit DISABLE TRIGGER merchant_audit_immutable;
    UPDATE merchant_audit n SET actor_kind = a.actor_kind FROM audit_log a WHERE a.audit_id = n.audit_id;
    ALTER TABLE merchant_audit ENABLE TRIGGER merchant_audit_immutable;
    ALTER TABLE merchant_audit ALTER COLUMN actor_kind SET NOT NULL;
    DROP INDEX merchant_audit_action;
    CREATE INDEX merchant_audit_action ON merchant_audit (merchant_id, action, actor_kind, audit_id);
    ${recordMerchant({
      columns: 'merchant_id, audit_id, action, actor_kind',
      values: 'of_merchant, NEW.audit_id, NEW.action, NEW.actor_kind',
    })}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${recordMerchant({ columns: 'merchant_id, audit_id, action', values: 'of_merchant, NEW.audit_id, NEW.action' })}
    ALTER TABLE merchant_audit DROP COLUMN actor_kind;
    CREATE INDEX merchant_audit_action ON merchant_audit (merchant_id, action, audit_id);
    DROP INDEX audit_log_actor, audit_log_api_key;
    CREATE INDEX audit_log_actor ON audit_log (actor_id, audit_id);
    CREATE INDEX audit_log_api_key ON audit_log (api_key_id, audit_id);
    DROP INDEX webhook_endpoints_merchant;
    CREATE INDEX webhook_endpoints_merchant ON webhook_endpoints (merchant_id, endpoint_id DESC) WHERE deleted_at IS NULL;
    DROP INDEX deliveries_state, deliveries_endpoint_state;
    CREATE INDEX deliveries_merchant_status ON deliveries (merchant_id, status, delivery_id DESC) WHERE status <> 'succeeded';
    CREATE INDEX deliveries_merchant_outcome ON deliveries (merchant_id, outcome, delivery_id DESC) WHERE outcome <> '2xx';
    CREATE INDEX deliveries_endpoint_status ON deliveries (endpoint_id, status, delivery_id DESC) WHERE status <> 'succeeded';
    CREATE INDEX deliveries_endpoint_outcome ON deliveries (endpoint_id, outcome, delivery_id DESC) WHERE outcome <> '2xx';
  `);
}
