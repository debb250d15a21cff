import { createHash } from 'node:crypto';

/** A row of a chain, as it is stored. */
export interface ChainedRow {
  readonly table: string;
  /** The row's table and id, in words for operators. */
  readonly id: string;
  /** Its number in the chain, from 1; 0: it has none. */
  readonly place: number;
  /**
   * The fields of which its hash is made, besides the hash of the row before. The first one is the name of the table.
   */
  readonly fields: readonly (string | null)[];
  /** 64 hex digits. */
  readonly hash: string;
}

/** Where a chain ends, or how far it was compared: the number of rows, and the hash of the last one in hex. */
export interface ChainEnd {
  readonly length: number;
  readonly head: string;
}

/** A chain without rows. */
export const EMPTY_CHAIN: ChainEnd = { length: 0, head: '0'.repeat(64) };

/**
 * Returns the hash of a row, in hex: SHA-256 of the UTF-8 of a JSON array without spaces. Its entries are texts or null:
 * the hash of the row before it, the chain's name, the row's place, and the row's fields. PostgreSQL's `array_to_json`
 * and `JSON.stringify` write such an array with the same characters.
 */
export function hashRow(
  chain: string,
  { previous, place, fields }: { previous: string; place: number; fields: ChainedRow['fields'] },
): string {
  return createHash('sha256')
    .update(JSON.stringify([previous, chain, String(place), ...fields]))
    .digest('hex');
}

/** The result of following rows from a known end, up to the first row that does not fit. */
export interface Followed {
  readonly end: ChainEnd;
  /** The contradiction, in words without a full stop. Null: there is none. */
  readonly broken: string | null;
}

/**
 * Follows rows of a chain in the order of their places.
 *
 * @param known ends that the chain has had by signed heads, by length: a row at that place must have that hash.
 */
export function followRows(
  chain: string,
  from: ChainEnd,
  rows: readonly ChainedRow[],
  known: ReadonlyMap<number, { readonly head: string; readonly number: number }> = new Map(),
): Followed {
  let end = from;
  for (const row of rows) {
    const broken = whyUnfit(chain, end, row);
    if (broken !== null) return { end, broken };
    const sealed = known.get(row.place);
    if (sealed !== undefined && sealed.head !== row.hash) {
      const rewritten = `its first ${row.place} rows are not those that head ${sealed.number} was signed over: they were written anew`;
      return { end, broken: rewritten };
    }
    end = { length: row.place, head: row.hash };
  }
  return { end, broken: null };
}

function whyUnfit(chain: string, end: ChainEnd, row: ChainedRow): string | null {
  const next = end.length + 1;
  const named = `${row.table} ${row.id}`;
  if (row.place > next) {
    const gone = row.place - next;
    return `row ${next} is missing: after row ${end.length} comes row ${row.place} (${named}), so ${gone === 1 ? 'a row was' : `${gone} rows were`} deleted or moved`;
  }
  if (row.place < next) {
    return `${named} was put in: its place is ${row.place}, which ${row.place < 1 ? 'is none' : 'another row has'}`;
  }
  if (hashRow(chain, { previous: end.head, place: row.place, fields: row.fields }) !== row.hash) {
    const before = end.length === 0 ? '' : ', or the row before it was changed and hashed again';
    return `row ${row.place} (${named}) was changed: its hash does not match its content${before}`;
  }
  return null;
}

/** Compares the followed rows with the recorded end of the chain. Returns the difference in words, or null. */
export function whyNotTheEnd(followed: ChainEnd, stored: ChainEnd): string | null {
  const missing = stored.length - followed.length;
  if (missing > 0) {
    return `it has had ${stored.length} rows, and ${missing === 1 ? 'the last one is' : `the last ${missing} are`} missing: deleted`;
  }
  if (followed.head === stored.head) return null;
  return `its last row (row ${followed.length}) is not the one that was written: it was changed and hashed again, or the stored end of the chain was`;
}
