import type { Knex } from 'knex';

/** What operators list and look for among all merchants is found by index, however much there is. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Only compared for equality, and long: a hash of it is enough.
    CREATE INDEX transfers_tx_hash ON transfers USING hash (tx_hash);
    CREATE INDEX webhook_endpoints_unwell ON webhook_endpoints (endpoint_id DESC)
      WHERE deleted_at IS NULL AND (status = 'disabled' OR failing_since IS NOT NULL);
    CREATE INDEX withdrawals_address ON withdrawals (address, withdrawal_id DESC);
    CREATE INDEX withdrawals_asset ON withdrawals (chain_code, token_symbol, withdrawal_id DESC);
    CREATE INDEX withdrawals_reference ON withdrawals (merchant_reference, withdrawal_id DESC)
      WHERE merchant_reference IS NOT NULL;
    CREATE INDEX api_keys_pending ON api_keys (api_key_id DESC) WHERE status = 'pending';
    CREATE INDEX merchants_suspended ON merchants (merchant_id DESC) WHERE status = 'suspended';
    CREATE INDEX merchants_words ON merchants
      USING gin (to_tsvector('simple', regexp_replace(name, '[^[:alnum:]]+', ' ', 'g')));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `DROP INDEX transfers_tx_hash, webhook_endpoints_unwell, withdrawals_address, withdrawals_asset,
       withdrawals_reference, api_keys_pending, merchants_suspended, merchants_words`,
  );
}
