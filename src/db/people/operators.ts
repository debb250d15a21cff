import type { Queryable, Transaction } from '../core/database.js';
import { newId } from '../core/new-id.js';

export interface Operator {
  readonly operatorId: string;
  readonly name: string;
  readonly createdAtMs: number;
}

interface OperatorRow {
  operator_id: string;
  name: string;
  created_at: Date;
}

function toOperator(row: OperatorRow): Operator {
  return { operatorId: row.operator_id, name: row.name, createdAtMs: row.created_at.getTime() };
}

export async function insertOperator(q: Queryable, { name }: { name: string }): Promise<Operator> {
  const [row] = await q('operators')
    .insert({ operator_id: newId('opr'), name })
    .returning<OperatorRow[]>('*');
  if (row === undefined) throw new Error('The operator was not written');
  return toOperator(row);
}

export async function findOperator(q: Queryable, operatorId: string): Promise<Operator | undefined> {
  const row = await q('operators').where({ operator_id: operatorId }).first<OperatorRow | undefined>();
  return row === undefined ? undefined : toOperator(row);
}

/** Locks the operator against changes until the transaction ends. Rows that refer to it can still be added. */
export async function lockOperator(trx: Transaction, operatorId: string): Promise<Operator | undefined> {
  const row = await trx('operators')
    .where({ operator_id: operatorId })
    .forNoKeyUpdate()
    .first<OperatorRow | undefined>();
  return row === undefined ? undefined : toOperator(row);
}

/** Lists operators, newest first. `afterId` is the last id of the previous page. */
export async function listOperators(
  q: Queryable,
  { limit, afterId }: { limit: number; afterId?: string },
): Promise<Operator[]> {
  const rows = await q('operators')
    .modify((builder) => {
      if (afterId !== undefined) void builder.where('operator_id', '<', afterId);
    })
    .orderBy('operator_id', 'desc')
    .limit(limit)
    .select<OperatorRow[]>('*');
  return rows.map(toOperator);
}

/** Returns the names of these operators by their ids. An id that is no operator's is left out. */
export async function nameOperators(
  q: Queryable,
  operatorIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (operatorIds.length === 0) return new Map();
  const rows = await q('operators')
    .whereIn('operator_id', [...new Set(operatorIds)])
    .select<Pick<OperatorRow, 'operator_id' | 'name'>[]>('operator_id', 'name');
  return new Map(rows.map((row) => [row.operator_id, row.name]));
}
