import type { ChainViews } from '../../domain/chains/finality.js';
import type { Chain } from '../../domain/core/asset.js';
import type { Queryable } from '../core/database.js';
import { prepareStatement } from '../core/prepared-statement.js';
import { CURSOR_COLUMNS, toChainViews, type CursorJson } from './settlement-facts.js';

/** How far each chain is read, and where a payment would not count now. */
export interface ChainStandings {
  readonly views: ChainViews;
  /** Chains that are halted, or that do not match their configuration. */
  readonly stopped: ReadonlySet<string>;
}

const selectStandings = prepareStatement<{ cursors: CursorJson[] | null; stopped: string[] | null }>(
  'chain-standings',
  `SELECT (SELECT json_agg(c) FROM (
             SELECT ${CURSOR_COLUMNS} FROM chain_cursors WHERE height IS NOT NULL) c) AS cursors,
          (SELECT array_agg(s.chain_code) FROM (
             SELECT chain_code FROM chain_cursors WHERE halted_reason IS NOT NULL
             UNION SELECT chain_code FROM chain_reports WHERE mismatch IS NOT NULL) s) AS stopped`,
);

/** Reads how the configured chains stand now, with one statement. */
export async function readChainStandings(
  q: Queryable,
  chains: ReadonlyMap<string, Chain>,
): Promise<ChainStandings> {
  const [row] = await selectStandings(q, []);
  return { views: toChainViews(row?.cursors ?? [], chains), stopped: new Set(row?.stopped) };
}
