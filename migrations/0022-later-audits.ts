import type { Knex } from 'knex';

/** Native coin may come after the audit of an address, or to an invoice in another asset: audited once more. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- 0: after the end of an invoice in that coin; above: reconciliation found more there than the books say
    ALTER TABLE native_audits ADD COLUMN round integer NOT NULL DEFAULT 0 CHECK (round >= 0);
    ALTER TABLE native_audits DROP CONSTRAINT native_audits_pkey, ADD PRIMARY KEY (invoice_id, chain_code, round);
    -- the position of what an audit found is the number of its round
    DROP INDEX transfers_audit_once;
    CREATE UNIQUE INDEX transfers_audit_once ON transfers (invoice_id, chain_code, position)
      WHERE tx_hash IS NULL AND canonical;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX transfers_audit_once;
    CREATE UNIQUE INDEX transfers_audit_once ON transfers (invoice_id) WHERE tx_hash IS NULL AND canonical;
    DELETE FROM native_audits WHERE round > 0;
    ALTER TABLE native_audits DROP CONSTRAINT native_audits_pkey, ADD PRIMARY KEY (invoice_id);
    ALTER TABLE native_audits DROP COLUMN round;
  `);
}
