import type { Knex } from 'knex';

const KINDS = [
  'balance',
  'account',
  'entry',
  'custody',
  'reserved',
  'invoice_money',
  'invoice_status',
  'hash_chain',
];

const checkOf = (kinds: readonly string[]): string => `
  ALTER TABLE reconciliation_differences DROP CONSTRAINT reconciliation_differences_kind_check;
  ALTER TABLE reconciliation_differences ADD CONSTRAINT reconciliation_differences_kind_check
    CHECK (kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')}));
`;

/** A deposit address that somebody has altered is a difference, and is kept until it is restored. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(checkOf([...KINDS, 'deposit_address']));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`DELETE FROM reconciliation_differences WHERE kind = 'deposit_address'; ${checkOf(KINDS)}`);
}
