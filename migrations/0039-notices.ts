import type { Knex } from 'knex';

/** What needs an operator, and which of their receivers were told so. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE notices (
      notice_id  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind       text NOT NULL,
      -- what it is about, such as a withdrawal's id: one open notice for each
      subject    text NOT NULL,
      what       text NOT NULL,
      todo       text NOT NULL,
      opened_at  timestamptz NOT NULL,
      -- nobody is told before: what ends by itself until then needs nobody
      tell_from  timestamptz NOT NULL,
      closed_at  timestamptz
    );
    CREATE UNIQUE INDEX notices_one_open ON notices (kind, subject) WHERE closed_at IS NULL;

    CREATE TABLE notice_sends (
      notice_id       bigint NOT NULL REFERENCES notices,
      state           text NOT NULL CHECK (state IN ('open', 'over')),
      -- the start of the SHA-256 of a URL: the URL itself may hold a token
      receiver        text NOT NULL,
      attempt_count   integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz NOT NULL,
      sent_at         timestamptz,
      given_up_at     timestamptz,
      PRIMARY KEY (notice_id, receiver, state)
    );
    CREATE INDEX notice_sends_due ON notice_sends (next_attempt_at) WHERE sent_at IS NULL AND given_up_at IS NULL;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE notice_sends; DROP TABLE notices');
}
