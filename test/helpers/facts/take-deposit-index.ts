import type { Transaction } from '../../../src/db/core/database.js';

/** Takes the next index of the deposit account, as the creation of an invoice does. */
export async function takeDepositIndex(trx: Transaction): Promise<number> {
  const { rows } = await trx.raw<{ rows: { index: number }[] }>(
    `SELECT nextval('deposit_index_seq')::integer AS index`,
  );
  const index = rows[0]?.index;
  if (index === undefined) throw new Error('deposit_index_seq gave no value');
  return index;
}
