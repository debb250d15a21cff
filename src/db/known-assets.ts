import { gasAsset, type AssetId, type Chain } from '../domain/asset.js';
import type { Queryable } from './database.js';

/** An asset that was in CHAINS_FILE once, as the chain confirmed it then. */
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

/** Remembers a chain's assets: what is in the books in one of them can be shown also when it is listed no more. */
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

export async function listKnownAssets(q: Queryable): Promise<KnownAsset[]> {
  const rows = await q('known_assets').orderBy(['chain_code', 'token_symbol']).select<KnownAssetRow[]>('*');
  return rows.map(toKnownAsset);
}

/**
 * The assets of a chain that the books have an amount in, in whichever account, as they were listed when it came: what
 * their symbols have to stand for as long as it is there.
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
