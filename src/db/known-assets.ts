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
  return rows.map((row) => ({
    chainCode: row.chain_code,
    chainId: row.chain_id,
    kind: row.address === null ? ('native' as const) : ('erc20' as const),
    tokenSymbol: row.token_symbol,
    address: row.address,
    decimals: row.decimals,
  }));
}
