import type { Knex } from 'knex';

/** The people who sign in with a password, and the sessions that they are signed in by. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE members (
      member_id     text PRIMARY KEY,
      merchant_id   text REFERENCES merchants,
      operator_id   text REFERENCES operators,
      email         text NOT NULL CHECK (email = lower(email)),
      name          text NOT NULL,
      -- Argon2id with its parameters and salt (PHC string)
      password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
      role          text NOT NULL,
      status        text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
      created_at    timestamptz NOT NULL DEFAULT now(),
      CHECK (num_nonnulls(merchant_id, operator_id) = 1),
      CHECK (role = ANY (CASE WHEN operator_id IS NULL THEN ARRAY['owner', 'finance', 'developer', 'viewer']
                              ELSE ARRAY['viewer', 'approver', 'manager'] END))
    );
    -- Who signs in says an address and no merchant, so it is one member's of each kind.
    CREATE UNIQUE INDEX members_email_of_merchants ON members (email) WHERE merchant_id IS NOT NULL;
    CREATE UNIQUE INDEX members_email_of_operators ON members (email) WHERE operator_id IS NOT NULL;
    CREATE INDEX members_merchant ON members (merchant_id, member_id);
    -- An operator is one person: approvals count people by it.
    CREATE UNIQUE INDEX members_operator ON members (operator_id);

    CREATE TABLE sessions (
      session_id       text PRIMARY KEY,
      -- Only the SHA-256 of the token is kept.
      token_hash       bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
      member_id        text NOT NULL REFERENCES members,
      created_at       timestamptz NOT NULL,
      last_used_at     timestamptz NOT NULL,
      -- moved on by use, up to the absolute end
      idle_ends_at     timestamptz NOT NULL,
      absolute_ends_at timestamptz NOT NULL,
      -- until then the password counts as said again; null: it was not
      confirmed_until  timestamptz,
      -- where it was begun
      ip               text NOT NULL,
      CHECK (idle_ends_at <= absolute_ends_at)
    );
    CREATE INDEX sessions_member ON sessions (member_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE sessions; DROP TABLE members');
}
