import type { Queryable } from '../core/database.js';
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

/** Lists operators, newest first. */
export async function listOperators(q: Queryable, { limit }: { limit: number }): Promise<Operator[]> {
  const rows = await q('operators').orderBy('operator_id', 'desc').limit(limit).select<OperatorRow[]>('*');
  return rows.map(toOperator);
}
