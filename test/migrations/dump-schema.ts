import type { Queryable } from '../../src/db/core/database.js';

const COLUMNS = `
  SELECT c.relname AS name,
         string_agg(format('  %I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
           CASE WHEN a.attidentity <> '' THEN ' GENERATED ALWAYS AS IDENTITY' ELSE '' END,
           CASE WHEN d.adbin IS NULL THEN ''
                WHEN a.attgenerated <> '' THEN ' GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid) || ') STORED'
                ELSE ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) END,
           CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END), E',\\n' ORDER BY a.attnum) AS columns
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT LIKE 'schema\\_migrations%'
   GROUP BY c.relname ORDER BY c.relname`;

const CONSTRAINTS = `
  SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s;', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS line
    FROM pg_constraint
   WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'f', 'c')
     AND conrelid::regclass::text NOT LIKE 'schema\\_migrations%'
   ORDER BY conrelid::regclass::text, contype, conname`;

const INDEXES = `
  SELECT indexdef || ';' AS line FROM pg_indexes
   WHERE schemaname = 'public' AND tablename NOT LIKE 'schema\\_migrations%'
     AND indexname NOT IN (SELECT conname FROM pg_constraint)
   ORDER BY indexname`;

const SEQUENCES = `
  SELECT format('CREATE SEQUENCE %I AS %s MINVALUE %s START %s;', sequencename, data_type, min_value, start_value) AS line
    FROM pg_sequences WHERE schemaname = 'public' AND sequencename NOT LIKE 'schema\\_migrations%'
     AND sequencename NOT IN (SELECT pg_get_serial_sequence(c.table_name, c.column_name)::regclass::text
                                FROM information_schema.columns c
                               WHERE c.table_schema = 'public' AND c.is_identity = 'YES')
   ORDER BY sequencename`;

const TRIGGERS = `
  SELECT pg_get_triggerdef(oid) || ';' AS line FROM pg_trigger
   WHERE NOT tgisinternal ORDER BY tgrelid::regclass::text, tgname`;

const FUNCTIONS = `
  SELECT pg_get_functiondef(oid) || ';' AS line FROM pg_proc
   WHERE pronamespace = 'public'::regnamespace ORDER BY proname`;

/**
 * Returns the schema of the database, read from its catalogs. The dump is kept beside the migrations: a review sees
 * what a migration does, and a test sees when the two differ.
 */
export async function dumpSchema(q: Queryable): Promise<string> {
  const lines = async (sql: string): Promise<string[]> => {
    const { rows } = await q.raw<{ rows: { line: string }[] }>(sql);
    return rows.map(({ line }) => line);
  };
  const { rows: tables } = await q.raw<{ rows: { name: string; columns: string }[] }>(COLUMNS);
  const sections = [
    await lines(SEQUENCES),
    tables.map(({ name, columns }) => `CREATE TABLE ${name} (\n${columns}\n);\n`),
    await lines(CONSTRAINTS),
    await lines(INDEXES),
    await lines(FUNCTIONS),
    await lines(TRIGGERS),
  ];
  return `${sections.map((section) => section.join('\n')).join('\n\n')}\n`;
}
