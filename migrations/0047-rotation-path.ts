import type { Knex } from 'knex';

/** A role that may create objects can't put a function of its own in the place of one that this trigger calls. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER FUNCTION refuse_rotation() SET search_path = pg_catalog, pg_temp');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER FUNCTION refuse_rotation() RESET search_path');
}
