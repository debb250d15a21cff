import type { Knex } from 'knex';

/** A contract wallet can be an approver too: its signature has any length, and a chain is named on which it accepted it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE approver_addresses
      -- where the contract is that accepted the signature (ERC-1271); null: the signature is by the key of the address
      ADD COLUMN chain_code text,
      DROP CONSTRAINT approver_addresses_signature_check,
      ADD CONSTRAINT approver_addresses_signature_check
        CHECK (signature ~ '^0x([0-9a-f]{2})*$' AND length(signature) <= 2050 AND (chain_code IS NOT NULL OR length(signature) = 132));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE approver_addresses DROP CONSTRAINT approver_addresses_signature_check;
    ALTER TABLE approver_addresses DISABLE TRIGGER approver_addresses_kept;
    DELETE FROM approver_addresses WHERE chain_code IS NOT NULL;
    ALTER TABLE approver_addresses ENABLE TRIGGER approver_addresses_kept;
    ALTER TABLE approver_addresses DROP COLUMN chain_code;
    ALTER TABLE approver_addresses ADD CHECK (signature ~ '^0x[0-9a-f]{130}$');
  `);
}
