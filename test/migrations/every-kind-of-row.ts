import { existsSync, readFileSync } from 'node:fs';
import { baseline, migrations, type Migration } from '../../migrations/index.js';
import type { Database, Queryable } from '../../src/db/core/database.js';
import { migrateToLatest } from '../../src/db/core/migrate.js';

const FOLDER = new URL('every-kind-of-row/', import.meta.url);

/** The API keys whose hashes are in the rows. */
export const KEYS = {
  merchant: 'qk_0El6XFXwsUFD8J2vGxsaboW7rZYnQRBP5d9erwRwd2913pSdv',
  operator: 'qo_0TWD4V5tkyUQGc5qXvlBDd2Fj97aqsMoBGJJjsttG4I1K1N4J',
};

/** A row as text for each column, so that the comparison does not depend on how a type is shown. */
type Row = Readonly<Record<string, string | null>>;
/** All rows, by table. */
export type Rows = ReadonlyMap<string, readonly Row[]>;

/**
 * The things that a step has renamed: tables, columns of a table, and values of a column. Each has its earlier name as
 * key.
 */
export interface Renames {
  readonly tables?: Readonly<Record<string, string>>;
  /** By `table.column`, as it was called before. */
  readonly columns?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The steps of each version. The baseline's steps are one version, and each later step is another. */
const versions: readonly (readonly Migration[])[] = [
  baseline,
  ...migrations.slice(baseline.length).map((step) => [step]),
];

/**
 * Turns an empty database into one that was in use under each version. For each version it is migrated, then filled
 * with rows for the new tables and columns from `every-kind-of-row/<step>.sql`. Like the steps, these files never
 * change, because they are the content of a database of that version.
 *
 * @returns for each version but the first, by the name of its last step: all rows before it and after it.
 */
export async function liveThroughVersions(
  db: Database,
): Promise<ReadonlyMap<string, { readonly before: Rows; readonly after: Rows }>> {
  const upgrades = new Map<string, { before: Rows; after: Rows }>();
  const taken: Migration[] = [];
  for (const version of versions) {
    const before = await readAllRows(db);
    taken.push(...version);
    await migrateToLatest(db, taken);
    if (before.size > 0) upgrades.set(version.at(-1)?.name ?? '', { before, after: await readAllRows(db) });
    for (const { name } of version) await fill(db, name);
  }
  return upgrades;
}

async function fill(db: Database, step: string): Promise<void> {
  const file = new URL(`${step}.sql`, FOLDER);
  if (existsSync(file)) await db.raw(readFileSync(file, 'utf8'));
}

export async function listTables(q: Queryable): Promise<string[]> {
  const { rows } = await q.raw<{ rows: { name: string }[] }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        AND relname NOT LIKE 'schema\\_migrations%' ORDER BY relname`,
  );
  return rows.map(({ name }) => name);
}

export async function readAllRows(q: Queryable): Promise<Rows> {
  const all = new Map<string, readonly Row[]>();
  for (const table of await listTables(q)) {
    const { rows } = await q.raw<{ rows: { row: Row }[] }>(
      `SELECT (SELECT jsonb_object_agg(key, value) FROM jsonb_each_text(to_jsonb(t))) AS row FROM ${table} t`,
    );
    all.set(
      table,
      rows.map(({ row }) => row),
    );
  }
  return all;
}

/** Returns the rows as they must be after a step that has only renamed things. */
export function renameRows(rows: Rows, { tables = {}, columns = {}, values = {} }: Renames): Rows {
  const renamed = (table: string, row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => {
        const of = `${table}.${column}`;
        return [columns[of] ?? column, value === null ? null : (values[of]?.[value] ?? value)];
      }),
    );
  return new Map(
    [...rows].map(([table, all]) => [tables[table] ?? table, all.map((row) => renamed(table, row))]),
  );
}

/**
 * Finds earlier rows that are missing or changed. New columns don't matter.
 *
 * @param onPurpose tables, and columns as `table.column`, that the step was meant to change or drop.
 */
export function findLostRows(
  { before, after }: { before: Rows; after: Rows },
  onPurpose: readonly string[] = [],
): string[] {
  return [...before].flatMap(([table, rows]) => {
    if (onPurpose.includes(table)) return [];
    const columns = Object.keys(rows[0] ?? {}).filter((name) => !onPurpose.includes(`${table}.${name}`));
    const textOf = (row: Row): string => JSON.stringify(columns.map((name) => [name, row[name]]));
    const left = (after.get(table) ?? []).map(textOf);
    return rows.map(textOf).flatMap((text) => {
      const found = left.indexOf(text);
      if (found === -1) return [`${table} ${text}`];
      left.splice(found, 1);
      return [];
    });
  });
}
