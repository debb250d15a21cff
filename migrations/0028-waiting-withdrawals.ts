import type { Knex } from 'knex';

/** The few withdrawals that wait for something are counted by what it is, also those that ended and wait for a nonce. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX withdrawals_waiting ON withdrawals (chain_code, waiting_code) WHERE waiting_reason IS NOT NULL;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX withdrawals_waiting');
}
