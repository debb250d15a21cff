import fc from 'fast-check';
import type { Database, Transaction } from '../../../src/db/core/database.js';
import { seedOf } from '../seed.js';

/** Repeats the random lists of a report. */
export const PAGES_SEED = seedOf('PAGES_SEED');
/** The most rows of a random list. */
export const ROWS_MAX = 40;
const QUESTIONS_MAX = 8;

/**
 * Makes lists of random rows, from the oldest to the newest. Checks random queries of each list, and then rolls it
 * back.
 */
export async function askRandomLists<Row, Question>(
  db: Database,
  {
    row,
    question,
    insertRows,
    check,
  }: {
    readonly row: fc.Arbitrary<Row>;
    readonly question: fc.Arbitrary<Question>;
    readonly insertRows: (trx: Transaction, rows: readonly Row[]) => Promise<void>;
    readonly check: (trx: Transaction, question: Question) => Promise<void>;
  },
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: ROWS_MAX, size: 'max' }),
      fc.array(question, { minLength: 1, maxLength: QUESTIONS_MAX, size: 'max' }),
      async (rows, questions) => {
        const trx = await db.transaction();
        try {
          await insertRows(trx, rows);
          for (const asked of questions) await check(trx, asked);
        } finally {
          await trx.rollback();
        }
      },
    ),
    { numRuns: 100, seed: PAGES_SEED },
  );
}

/** Returns the ids of a whole list. It reads the list page by page, as a client does. */
export async function readAllPages(
  limit: number,
  list: (page: { readonly limit: number; readonly afterId?: string }) => Promise<readonly string[]>,
): Promise<string[]> {
  const ids: string[] = [];
  let page: readonly string[];
  do {
    page = await list({ limit, ...(ids.length === 0 ? {} : { afterId: ids.at(-1) ?? '' }) });
    ids.push(...page);
  } while (page.length === limit);
  return ids;
}

/** Returns whether a filter by these values accepts the value. Undefined: there is no filter. */
export function isAmong<T>(values: readonly T[] | undefined, value: T): boolean {
  return values === undefined || values.includes(value);
}
