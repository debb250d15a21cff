import type { Knex } from 'knex';

/** What a row of `transfers` has to fulfil so that a program reads it, as in step 0049. */
const RULE = `
  SELECT string_agg(format(
           CASE atttypid
             WHEN 'numeric'::regtype THEN 'of_row.%1$I <> ''NaN'''
             WHEN 'bigint'::regtype THEN 'of_row.%1$I BETWEEN -9007199254740991 AND 9007199254740991'
             ELSE 'of_row.%1$I > ''-infinity'' AND of_row.%1$I < to_timestamp(8640000000000)'
           END, attname), ' AND ' ORDER BY attnum) AS rule
    FROM pg_attribute
   WHERE attrelid = 'public.transfers'::regclass AND attnum > 0 AND NOT attisdropped
     AND atttypid IN ('numeric'::regtype, 'bigint'::regtype, 'timestamptz'::regtype)`;

async function checkReadable(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { rule: string }[] }>(RULE);
  const of = (row: 'NEW' | 'OLD'): string => (rows[0]?.rule ?? 'true').replaceAll('of_row.', `${row}.`);
  await knex.raw(`
    CREATE OR REPLACE FUNCTION transfers_readable() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT (${of('NEW')}) THEN
        IF TG_OP = 'INSERT' OR (${of('OLD')}) IS NOT FALSE THEN
          RAISE EXCEPTION 'a figure or a time that can not be read'
            USING ERRCODE = 'check_violation', TABLE = 'transfers', CONSTRAINT = 'transfers_readable';
        END IF;
      END IF;
      RETURN NEW;
    END $$;
  `);
}

/**
 * When a transfer first had its confirmations. A part of an invoice's amount is booked only once the invoice is completed or
 * over, so no entry has this time.
 */
export async function up(knex: Knex): Promise<void> {
  // Null: never, or before this step.
  await knex.raw('ALTER TABLE transfers ADD COLUMN confirmed_at timestamptz');
  await checkReadable(knex);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE transfers DROP COLUMN confirmed_at');
  await checkReadable(knex);
}
