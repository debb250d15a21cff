import type { Knex } from 'knex';

/** What customers see of a merchant, and what an invoice is paid for. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Beside the merchant's row, which withdrawals lock and read: the picture of a logo is some kilobytes.
    CREATE TABLE merchant_profiles (
      merchant_id   text PRIMARY KEY REFERENCES merchants,
      -- how customers reach the merchant, as text
      contact       text,
      color         text CHECK (color ~ '^#[0-9a-f]{6}$'),
      -- a data URL: customers' pages ask no other server
      logo_url      text CHECK (logo_url ~ '^data:image/(png|jpeg|webp);base64,'),
      -- the sites that may show the checkout within theirs
      frame_origins text[] NOT NULL DEFAULT '{}',
      updated_at    timestamptz NOT NULL DEFAULT now()
    );

    -- shown to the customer; null: nothing was said
    ALTER TABLE invoices ADD COLUMN description text;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE invoices DROP COLUMN description; DROP TABLE merchant_profiles');
}
