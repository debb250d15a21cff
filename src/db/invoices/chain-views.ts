import type { ChainViews } from '../../domain/chains/finality.js';
import type { Chain } from '../../domain/core/asset.js';
import type { Queryable } from '../core/database.js';
import { prepareStatement } from '../core/prepared-statement.js';
import { CURSOR_COLUMNS, toChainViews, type CursorJson } from './settlement-facts.js';

const selectCursors = prepareStatement<CursorJson>(
  'chain-views',
  `SELECT ${CURSOR_COLUMNS} FROM chain_cursors WHERE height IS NOT NULL`,
);

/** Reads how far the configured chains are read now. */
export async function readChainViews(q: Queryable, chains: ReadonlyMap<string, Chain>): Promise<ChainViews> {
  return toChainViews(await selectCursors(q, []), chains);
}
