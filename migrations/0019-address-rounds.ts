import type { Knex } from 'knex';

/** Also the addresses to which nothing is known to have come are compared with the chain, some in each run. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- how far runs have come with the deposit addresses of a chain
    CREATE TABLE address_rounds (
      chain_code    text PRIMARY KEY,
      -- of the invoices on it by (expires_at, deposit_address): all up to here were compared after their end
      ended_at      timestamptz NOT NULL,
      ended_address text NOT NULL,
      -- of all deposit addresses there are, in turn: the last that was compared
      turn_address  text NOT NULL
    );
    CREATE INDEX invoices_end ON invoices (chain_code, expires_at, deposit_address);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX invoices_end;
    DROP TABLE address_rounds;
  `);
}
