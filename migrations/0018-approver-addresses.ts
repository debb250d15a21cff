import type { Knex } from 'knex';

/** The addresses that operators say they sign approvals with. The signing worker believes its own list alone. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE approver_addresses (
      approver_address_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      operator_id         text NOT NULL REFERENCES operators,
      address             text NOT NULL CHECK (address ~ '^0x[0-9a-f]{40}$'),
      -- over the registration message (EIP-712), by the key of the address
      signature           text NOT NULL CHECK (signature ~ '^0x[0-9a-f]{130}$'),
      -- epoch seconds, as in the signed message
      valid_until         bigint NOT NULL CHECK (valid_until > 0),
      registered_at       timestamptz NOT NULL,
      -- it counts when this change is in force; null: at once
      policy_change_id    text REFERENCES policy_changes,
      removed_at          timestamptz
    );
    -- an address is one person's
    CREATE UNIQUE INDEX approver_addresses_one_operator ON approver_addresses (address) WHERE removed_at IS NULL;
    CREATE INDEX approver_addresses_operator ON approver_addresses (operator_id);
    CREATE TRIGGER approver_addresses_kept BEFORE DELETE OR TRUNCATE ON approver_addresses
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE approver_addresses');
}
