import { gasAsset, type AssetId, type Chain } from '../../domain/core/asset.js';
import type { Queryable } from '../core/database.js';

/** An asset that was listed in CHAINS_FILE at some time, as the chain confirmed it then. */
export interface KnownAsset extends AssetId {
  readonly chainId: number;
  readonly kind: 'native' | 'erc20';
  /** Contract address, lower-case hex; null for the native coin. */
  readonly address: string | null;
  readonly decimals: number;
}

interface KnownAssetRow {
  chain_code: string;
  chain_id: number;
  token_symbol: string;
  address: string | null;
  decimals: number;
}

/** Stores a chain's assets: amounts of an asset in the books can still be shown when it is no longer listed. */
export async function noteKnownAssets(q: Queryable, chain: Chain): Promise<void> {
  const gas = gasAsset(chain);
  const assets = chain.assets.includes(gas) ? chain.assets : [...chain.assets, gas];
  await q('known_assets')
    .insert(
      assets.map(({ tokenSymbol, address, decimals }) => ({
        chain_code: chain.chainCode,
        chain_id: chain.chainId,
        token_symbol: tokenSymbol,
        address,
        decimals,
      })),
    )
    .onConflict(['chain_code', 'token_symbol'])
    .merge();
}

/** Returns the decimals of an asset that is or once was listed. @throws Error when it never was. */
export async function decimalsOf(
  q: Queryable,
  chains: ReadonlyMap<string, Chain>,
  { chainCode, tokenSymbol }: AssetId,
): Promise<number> {
  const listed = chains.get(chainCode)?.assets.find((asset) => asset.tokenSymbol === tokenSymbol);
  if (listed !== undefined) return listed.decimals;
  const row = await q('known_assets')
    .where({ chain_code: chainCode, token_symbol: tokenSymbol })
    .first<Pick<KnownAssetRow, 'decimals'> | undefined>('decimals');
  if (row === undefined) throw new Error(`${tokenSymbol} on ${chainCode} was never listed`);
  return row.decimals;
}

export async function listKnownAssets(q: Queryable): Promise<KnownAsset[]> {
  const rows = await q('known_assets').orderBy(['chain_code', 'token_symbol']).select<KnownAssetRow[]>('*');
  return rows.map(toKnownAsset);
}

/**
 * Lists the assets of a chain in which any account of the books has an amount, as they were listed when it came. Their
 * symbols must keep that meaning as long as the amount is there.
 */
export async function listAssetsInBooks(q: Queryable, chainCode: string): Promise<KnownAsset[]> {
  const rows = await q('known_assets')
    .where({ chain_code: chainCode })
    .whereRaw(
      `EXISTS (SELECT 1 FROM ledger_accounts a
         WHERE (a.chain_code, a.token_symbol) = (known_assets.chain_code, known_assets.token_symbol) AND a.balance <> 0)`,
    )
    .orderBy('token_symbol')
    .select<KnownAssetRow[]>('*');
  return rows.map(toKnownAsset);
}

/** A block with a payment that was read under another chain code. */
export interface FormerReading {
  readonly chainCode: string;
  readonly blockNumber: number;
  readonly blockHash: string;
}

/**
 * Finds the first block with a payment that was read under another code of the same chain id, if no block was ever read
 * under this code. If it is the same chain, reading it again from a finalized block on would count the last payments
 * twice.
 */
export async function findFormerReading(
  q: Queryable,
  { chainCode, chainId }: Pick<Chain, 'chainCode' | 'chainId'>,
): Promise<FormerReading | undefined> {
  const { rows } = await q.raw<{
    rows: { chain_code: string; block_number: number; block_hash: string }[];
  }>(
    `SELECT t.chain_code, t.block_number, t.block_hash
       FROM (SELECT DISTINCT chain_code FROM known_assets WHERE chain_id = :chainId AND chain_code <> :chainCode) k
      CROSS JOIN LATERAL (
        SELECT chain_code, block_number, block_hash FROM transfers
         WHERE chain_code = k.chain_code AND canonical ORDER BY block_number LIMIT 1) t
      WHERE NOT EXISTS (SELECT FROM chain_cursors WHERE chain_code = :chainCode AND height IS NOT NULL)
      ORDER BY t.chain_code LIMIT 1`,
    { chainCode, chainId },
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  return { chainCode: row.chain_code, blockNumber: row.block_number, blockHash: row.block_hash };
}

function toKnownAsset(row: KnownAssetRow): KnownAsset {
  return {
    chainCode: row.chain_code,
    chainId: row.chain_id,
    kind: row.address === null ? ('native' as const) : ('erc20' as const),
    tokenSymbol: row.token_symbol,
    address: row.address,
    decimals: row.decimals,
  };
}
