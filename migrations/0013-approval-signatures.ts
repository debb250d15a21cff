import type { Knex } from 'knex';

/** The signatures of approvers (EIP-712). The signing worker verifies each before it believes it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE approval_signatures (
      signature_id  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      withdrawal_id text NOT NULL REFERENCES withdrawals,
      -- the address that is to have signed: of a key, or of a contract (ERC-1271)
      approver      text NOT NULL CHECK (approver ~ '^0x[0-9a-f]{40}$'),
      signature     text NOT NULL CHECK (signature ~ '^0x([0-9a-f]{2})*$' AND length(signature) <= 2050),
      -- epoch seconds, as in the signed message
      valid_until   bigint NOT NULL CHECK (valid_until > 0),
      -- who brought it; null: it was given at the command line
      operator_id   text REFERENCES operators,
      given_at      timestamptz NOT NULL,
      -- a repeated request adds nothing
      CONSTRAINT approval_signatures_once UNIQUE (withdrawal_id, approver, valid_until, signature)
    );
    CREATE TRIGGER approval_signatures_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON approval_signatures
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE approval_signatures');
}
