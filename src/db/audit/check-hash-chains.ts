import { longTransaction, type Database, type Queryable } from '../core/database.js';
import { findUnsealed, listSealedEnds } from './audit-heads.js';
import {
  findLength,
  findLooseRows,
  findRowBeyond,
  listChains,
  noteChecked,
  readChainRows,
} from './hash-chain-rows.js';
import type { StoredChain } from './hash-chain-rows.js';
import { EMPTY_CHAIN, followRows, whyNotTheEnd, type ChainEnd } from './hash-chain.js';

/** A chain that was altered. */
export interface BrokenChain {
  readonly chain: string;
  /** The contradiction, in words without a full stop. */
  readonly broken: string;
  /** The number of rows that it should have, and the number that is proved, counted from the first row. */
  readonly length: number;
  readonly proved: number;
}

export interface CheckedChains {
  /** The names of the compared chains. A whole check does not list them. */
  readonly chains: ReadonlySet<string>;
  readonly count: number;
  readonly rows: number;
  readonly broken: readonly BrokenChain[];
}

/** The most broken chains that are reported. */
const MAX_BROKEN = 100;
/** Time limit for a statement that reads whole tables, in ms. */
const LONG_STATEMENT_MS = 600_000;

/**
 * Compares hash chains with their rows.
 *
 * @param check.isWhole true: compares every row of every chain, also with the signed heads, and finds rows that are in
 * no chain. False: compares the new rows of the chains that have grown since the last comparison.
 * @param check.suspects chains that were broken at the last check: every row of them is compared.
 */
export async function checkHashChains(
  db: Database,
  {
    isWhole,
    suspects = [],
    signal,
  }: { isWhole: boolean; suspects?: readonly string[]; signal?: AbortSignal },
): Promise<CheckedChains> {
  const broken: BrokenChain[] = [];
  const chains = new Set<string>();
  let count = 0;
  let rows = 0;
  for await (const page of listChains(db, isWhole ? 'all' : { named: suspects })) {
    for (const stored of page) {
      signal?.throwIfAborted();
      const checked = await checkChain(db, stored, {
        isWhole: isWhole || suspects.includes(stored.chain),
      });
      count += 1;
      rows += checked.rows;
      if (!isWhole) chains.add(stored.chain);
      if (checked.broken === null) {
        if (checked.isMoved) await noteChecked(db, { ...checked, chain: stored.chain });
      } else if (broken.length < MAX_BROKEN) {
        const { chain, length } = stored;
        broken.push({ chain, broken: checked.broken, length, proved: checked.end.length });
      }
    }
  }
  if (isWhole) {
    for (const { chain, broken: why } of await longTransaction(db, LONG_STATEMENT_MS, findStrays))
      broken.push({ chain, broken: why, length: 1, proved: 0 });
  }
  return { chains, count, rows, broken };
}

/** Finds rows that are in no chain, and chains that heads miss. */
async function findStrays(q: Queryable): Promise<{ chain: string; broken: string }[]> {
  return [...(await findLooseRows(q)), ...(await findUnsealed(q))];
}

async function checkChain(
  q: Queryable,
  stored: StoredChain,
  { isWhole }: { isWhole: boolean },
): Promise<{ end: ChainEnd; row: number; rows: number; broken: string | null; isMoved: boolean }> {
  const { chain } = stored;
  const from = isWhole ? EMPTY_CHAIN : stored.checked;
  const known = await listSealedEnds(q, { chain, after: from.length });
  let end: ChainEnd = from;
  let row = isWhole ? -1 : stored.checked.row;
  const result = (broken: string | null) => ({
    end,
    row,
    rows: end.length - from.length,
    broken,
    isMoved: stored.checked.length !== stored.length || stored.checked.head !== stored.head,
  });
  while (end.length < stored.length) {
    const page = (await readChainRows(q, { chain, after: row })).slice(0, stored.length - end.length);
    const last = page.at(-1);
    if (last === undefined) break;
    const followed = followRows(chain, end, page, known);
    end = followed.end;
    if (followed.broken !== null) return result(followed.broken);
    row = last.row;
  }
  const differs = whyNotTheEnd(end, stored);
  if (differs !== null) return result(differs);
  const sealed = Math.max(0, ...known.keys());
  if (sealed > stored.length && sealed > (await findLength(q, chain))) {
    const number = known.get(sealed)?.number ?? 0;
    return result(
      `head ${number} was signed over ${sealed} rows of it, and it has ${stored.length}: the last ones were deleted`,
    );
  }
  return result(isWhole ? await findRowBeyond(q, { chain, end, row }) : null);
}
