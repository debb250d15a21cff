import type { Knex } from 'knex';

/** Operators order a sweep and a run of reconciliation by the API: the outbox brings both to Temporal. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check;
    ALTER TABLE outbox ADD CONSTRAINT outbox_kind_check
      CHECK (kind IN ('invoice', 'withdrawal', 'delivery', 'sweep', 'reconciliation'));
    ALTER TABLE reconciliation_runs DROP CONSTRAINT reconciliation_runs_origin_check;
    ALTER TABLE reconciliation_runs ADD CONSTRAINT reconciliation_runs_origin_check
      CHECK (origin IN ('schedule', 'cli', 'operator'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    UPDATE reconciliation_runs SET origin = 'cli' WHERE origin = 'operator';
    ALTER TABLE reconciliation_runs DROP CONSTRAINT reconciliation_runs_origin_check;
    ALTER TABLE reconciliation_runs ADD CONSTRAINT reconciliation_runs_origin_check
      CHECK (origin IN ('schedule', 'cli'));
    DELETE FROM outbox WHERE kind IN ('sweep', 'reconciliation');
    ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check;
    ALTER TABLE outbox ADD CONSTRAINT outbox_kind_check CHECK (kind IN ('invoice', 'withdrawal', 'delivery'));
  `);
}
