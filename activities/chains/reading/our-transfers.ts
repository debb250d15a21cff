import type { FindWatched, FoundTransfer } from '../../../src/chain/transfers/prove-transfers.js';
import { findWatched } from '../../../src/db/chains/chain-cursor.js';
import { findWallets } from '../../../src/db/wallets/wallets.js';
import { gasAsset, sameAsset, type Asset, type AssetId, type Chain } from '../../../src/domain/core/asset.js';
import type { Follower } from '../follower.js';

function isListed(chain: Chain, found: AssetId): boolean {
  return chain.assets.some((asset) => sameAsset(asset, found));
}

/** The listed assets, and the coin that gas is paid in: that is watched also where it isn't offered. */
export function assetsToFind(chain: Chain): readonly Asset[] {
  const gas = gasAsset(chain);
  return isListed(chain, gas) ? chain.assets : [...chain.assets, gas];
}

/** Is the native coin looked for inside transactions? Only where invoices can ask for it: traces are dear. */
export function readsTraces({ assets }: Chain): boolean {
  return assets.some(({ kind }) => kind === 'native');
}

/** Asks the database which addresses are deposit addresses or wallets of ours. */
export function findWatchedBy({ deps, chain: { chainCode } }: Follower): FindWatched {
  return (addresses) => findWatched(deps.db, { chainCode, addresses });
}

/** Of what was found: payments in listed assets, and whatever gas money came to our wallets. */
export async function keepOurs(
  { deps, chain }: Follower,
  found: readonly FoundTransfer[],
): Promise<readonly FoundTransfer[]> {
  const unlisted = found.filter((transfer) => !isListed(chain, transfer));
  if (unlisted.length === 0) return found;
  const { chainCode } = chain;
  const wallets = await findWallets(deps.db, { chainCode, addresses: unlisted.map(({ to }) => to) });
  return found.filter((transfer) => isListed(chain, transfer) || wallets.has(transfer.to));
}
