import type { FindWatched, FoundTransfer } from '../../../src/chain/transfers/prove-transfers.js';
import { findWatched } from '../../../src/db/chains/watched-addresses.js';
import { findWallets } from '../../../src/db/wallets/wallets.js';
import { gasAsset, sameAsset, type Asset, type AssetId, type Chain } from '../../../src/domain/core/asset.js';
import { alarmOfAltered } from '../../alert-altered.js';
import type { Follower } from '../follower.js';

function isListed(chain: Chain, found: AssetId): boolean {
  return chain.assets.some((asset) => sameAsset(asset, found));
}

/** Returns the listed assets, and the coin that gas is paid in: it is watched even when it isn't offered. */
export function assetsToFind(chain: Chain): readonly Asset[] {
  const gas = gasAsset(chain);
  return isListed(chain, gas) ? chain.assets : [...chain.assets, gas];
}

/** Returns whether traces are read. They are expensive, so only when invoices can be in the native coin. */
export function readsTraces({ assets }: Chain): boolean {
  return assets.some(({ kind }) => kind === 'native');
}

/** Returns the function that asks the database which addresses are our deposit addresses or wallets. */
export function findWatchedBy({ deps, chain: { chainCode } }: Follower): FindWatched {
  const { db, depositAddress, log } = deps;
  return async (addresses) => {
    const { altered, ...watched } = await findWatched(db, { chainCode, addresses, depositAddress });
    for (const deposit of altered) alarmOfAltered(log, depositAddress, deposit);
    return watched;
  };
}

/** Keeps the payments in listed assets and the gas money that came to our wallets. */
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
