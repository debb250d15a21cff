import type { Knex } from 'knex';

/** A payment that one RPC alone has shown is not credited: another RPC is asked for its receipt first. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE transfers
      -- the RPC that alone has shown it: scheme, host and port; null when another has too, or there is no other
      ADD COLUMN shown_only_by text,
      -- an RPC that denied it; null while none has
      ADD COLUMN denied_by text;
    CREATE INDEX transfers_unproven ON transfers (chain_code, transfer_id)
      WHERE shown_only_by IS NOT NULL AND canonical;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE transfers DROP COLUMN shown_only_by, DROP COLUMN denied_by');
}
