import type { Database, Queryable } from '../../../src/db/core/database.js';

interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** Returns the result of `find`, and the number of rows that the most expensive node of its query plans has read. */
export async function measureReads<T>(
  db: Database,
  find: (q: Queryable) => Promise<T>,
): Promise<{ readonly found: T; readonly read: number }> {
  const statements: { readonly sql: string; readonly bindings: readonly unknown[] }[] = [];
  const note = (statement: (typeof statements)[number]): void => void statements.push(statement);
  db.on('query', note);
  const found = await find(db);
  db.off('query', note);
  const plans: Plan[] = [];
  for (const { sql, bindings } of statements) {
    const { rows } = await db.raw<{ rows: { 'QUERY PLAN': { Plan: Plan }[] }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${sql.replaceAll(/\$\d+/g, '?')}`,
      [...bindings] as string[],
    );
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (plan === undefined) throw new Error('EXPLAIN gave no plan.');
    plans.push(plan);
  }
  if (plans.length === 0) throw new Error('No query was sent to the database.');
  const nodesOf = (node: Plan): readonly Plan[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  const readBy = (node: Plan): number =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  return { found, read: Math.max(...plans.flatMap(nodesOf).map(readBy)) };
}
