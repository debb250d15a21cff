import type { Knex } from 'knex';

/** Checkouts: the customer chooses the asset, and each choice is an ordinary invoice. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE checkouts (
      checkout_id        text PRIMARY KEY,
      public_id          text NOT NULL UNIQUE,
      merchant_id        text NOT NULL REFERENCES merchants,
      amount_fiat_cents  numeric(78,0) CHECK (amount_fiat_cents > 0),
      fiat_currency      text,
      -- in whole tokens, as it was asked for: the same token has other decimals on another chain
      amount_crypto      text,
      token_symbol       text,
      -- [{"chainCode","tokenSymbol"}]: what the customer may choose
      assets             json NOT NULL,
      merchant_reference text,
      metadata           json NOT NULL,
      description        text,
      checkout_url       text NOT NULL,
      redirect_url       text,
      cancel_url         text,
      locale             text,
      quote_seconds      integer NOT NULL CHECK (quote_seconds > 0),
      created_at         timestamptz NOT NULL,
      expires_at         timestamptz NOT NULL,
      cancelled_at       timestamptz,
      -- what follows from its invoices, written where one of them is settled
      status             text NOT NULL DEFAULT 'open' CHECK (status IN
                           ('open', 'processing', 'completed', 'expired', 'cancelled')),
      -- an invoice; no REFERENCES, which would lock its row after this one: two settlements could wait for each other
      completed_by       text,
      completed_at       timestamptz,
      -- when it is to be looked at because its time is over; null: that was done, and its invoices decide
      end_due_at         timestamptz,
      -- the end that was told last, and how many were told
      told               text,
      told_count         integer NOT NULL DEFAULT 0,
      CHECK (num_nonnulls(amount_fiat_cents, fiat_currency) IN (0, 2)),
      CHECK (num_nonnulls(amount_crypto, token_symbol) IN (0, 2)),
      CHECK (num_nonnulls(amount_fiat_cents, amount_crypto) = 1),
      CHECK ((status = 'completed') = (completed_by IS NOT NULL)),
      CHECK ((completed_by IS NULL) = (completed_at IS NULL))
    );
    CREATE INDEX checkouts_merchant ON checkouts (merchant_id, checkout_id DESC);
    -- Only those whose time is still to end: what ended is not read again.
    CREATE INDEX checkouts_due ON checkouts (end_due_at) WHERE end_due_at IS NOT NULL;

    ALTER TABLE invoices ADD COLUMN checkout_id text REFERENCES checkouts;
    CREATE INDEX invoices_checkout ON invoices (checkout_id) WHERE checkout_id IS NOT NULL;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE invoices DROP COLUMN checkout_id; DROP TABLE checkouts');
}
