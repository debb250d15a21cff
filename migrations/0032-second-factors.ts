import type { Knex } from 'knex';

/** What members prove themselves by besides the password, and sessions that wait for that proof. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE sessions
      -- true: it was begun by the password alone, and waits for the second factor
      ADD COLUMN needs_second_factor boolean NOT NULL DEFAULT false,
      -- the browser that began it, as it names itself; null: it did not, or the session is older than this column
      ADD COLUMN user_agent text CHECK (char_length(user_agent) <= 256),
      ADD CONSTRAINT sessions_waiting_check CHECK (NOT (needs_second_factor AND confirmed_until IS NOT NULL));

    -- An authenticator app: one for a member.
    CREATE TABLE totp_secrets (
      member_id        text PRIMARY KEY REFERENCES members,
      -- sealed with SECRETS_KEY, for this row
      secret_encrypted bytea NOT NULL,
      created_at       timestamptz NOT NULL,
      -- since when it is in force; null: no code of it was given yet
      confirmed_at     timestamptz,
      -- of the last code that was taken: a code of it or of an earlier step counts no more
      last_used_step   bigint,
      CHECK ((confirmed_at IS NULL) = (last_used_step IS NULL))
    );

    CREATE TABLE recovery_codes (
      member_id text NOT NULL REFERENCES members,
      -- Only the SHA-256 of a code is kept, and its row only until it is used.
      code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
      PRIMARY KEY (member_id, code_hash)
    );

    CREATE TABLE passkeys (
      passkey_id    text PRIMARY KEY,
      member_id     text NOT NULL REFERENCES members,
      -- as the authenticator chose it, in base64url
      credential_id text NOT NULL UNIQUE,
      -- a COSE key
      public_key    bytea NOT NULL,
      -- of signatures, as the authenticator counts them; 0: it does not count
      counter       bigint NOT NULL CHECK (counter >= 0),
      transports    text[] NOT NULL,
      name          text NOT NULL,
      created_at    timestamptz NOT NULL,
      last_used_at  timestamptz
    );
    CREATE INDEX passkeys_member ON passkeys (member_id, passkey_id);

    -- What a passkey has to sign next in a session: one of each purpose, which is deleted when it is answered.
    CREATE TABLE passkey_challenges (
      session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
      purpose    text NOT NULL CHECK (purpose IN ('register', 'prove')),
      challenge  text NOT NULL,
      ends_at    timestamptz NOT NULL,
      PRIMARY KEY (session_id, purpose)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE passkey_challenges, passkeys, recovery_codes, totp_secrets;
    DELETE FROM sessions WHERE needs_second_factor;
    ALTER TABLE sessions DROP CONSTRAINT sessions_waiting_check, DROP COLUMN needs_second_factor, DROP COLUMN user_agent;
  `);
}
