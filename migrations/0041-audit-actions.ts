import type { Knex } from 'knex';

/** What is done seldom is found by index, however much the audit log has of everything else. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE INDEX audit_log_action ON audit_log (action, audit_id)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX audit_log_action');
}
