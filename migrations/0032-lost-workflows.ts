import type { Knex } from 'knex';

/**
 * What its workflow should have looked at long ago is found by what is due, without reading what has ended: its workflow
 * may be lost with the engine's data. Each is looked after once in a while, and when that was is noted.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE deliveries ADD COLUMN workflow_checked_at timestamptz;
    CREATE INDEX deliveries_overdue ON deliveries (greatest(coalesce(next_attempt_at, created_at), workflow_checked_at))
     WHERE status = 'pending';

    ALTER TABLE withdrawals ADD COLUMN workflow_checked_at timestamptz;
    CREATE INDEX withdrawals_overdue ON withdrawals (greatest(coalesce(approved_at, created_at), workflow_checked_at))
     WHERE status IN ('approved', 'broadcast') OR waiting_reason IS NOT NULL;

    ALTER TABLE invoices ADD COLUMN workflow_checked_at timestamptz;
    CREATE INDEX invoices_overdue ON invoices (greatest(expires_at, workflow_checked_at))
     WHERE status IN ('pending', 'underpaid', 'paid');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX invoices_overdue, withdrawals_overdue, deliveries_overdue;
    ALTER TABLE invoices DROP COLUMN workflow_checked_at;
    ALTER TABLE withdrawals DROP COLUMN workflow_checked_at;
    ALTER TABLE deliveries DROP COLUMN workflow_checked_at;
  `);
}
