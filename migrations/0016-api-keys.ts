import type { Knex } from 'knex';

/** From where a key was last used, and when a whitelist of addresses that is being lifted ends. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE api_keys
      ADD COLUMN last_used_ip text,
      -- from then on withdrawal_addresses restrict nothing; null: for good, if there are any
      ADD COLUMN whitelist_ends_at timestamptz;
    -- Lists are in the order of ids.
    DROP INDEX api_keys_merchant;
    CREATE INDEX api_keys_merchant ON api_keys (merchant_id, api_key_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX api_keys_merchant;
    CREATE INDEX api_keys_merchant ON api_keys (merchant_id, created_at DESC);
    ALTER TABLE api_keys DROP COLUMN last_used_ip, DROP COLUMN whitelist_ends_at;
  `);
}
