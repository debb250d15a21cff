import type { Knex } from 'knex';

/** A caller is an API key or a member who has signed in: `api_key_id` has the id of either, and answers are kept for both. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_api_key_id_fkey;
    ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_caller_check CHECK (api_key_id ~ '^(key|mbr)_');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM idempotency_keys WHERE api_key_id LIKE 'mbr\\_%';
    ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_caller_check;
    ALTER TABLE idempotency_keys
      ADD CONSTRAINT idempotency_keys_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys;
  `);
}
