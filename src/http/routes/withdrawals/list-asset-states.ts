import { z } from 'zod';
import { readChainStatuses } from '../../../db/chains/chain-status.js';
import { nameOperators } from '../../../db/people/operators.js';
import { listAssetFreezes } from '../../../db/withdrawals/asset-freezes.js';
import { listAssetStates } from '../../../db/withdrawals/asset-states.js';
import { gasAsset, sameAsset } from '../../../domain/core/asset.js';
import { operators } from '../../requests/caller.js';
import { assetKeyOf, pageOfWhole, wholePageFields } from '../../requests/pagination.js';
import { pageOf } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { assetStateSchema, showAssetState } from '../../views/asset-states.js';
import { findAsset } from '../../views/assets.js';

/** GET /admin/v1/assets */
export const listAssetStatesRoute = readRoute({
  path: '/admin/v1/assets',
  summary: 'List assets with freezes and balances',
  description:
    'Every asset of every chain, the frozen ones first. Each has its freeze (since when, by whom and why), its waiting withdrawals, the money of merchants, and the balance of the hot wallet.',
  access: operators('reports:read'),
  reply: pageOf(assetStateSchema),
  query: z.strictObject(wholePageFields()),
  async read({ db, books, chains }, { query }) {
    const states = await listAssetStates(db);
    const freezes = await listAssetFreezes(db);
    const statuses = await readChainStatuses(db);
    const names = await nameOperators(
      db,
      freezes.flatMap(({ actorId }) => actorId ?? []),
    );
    const known = [...books.values()].flatMap((chain) => {
      const assets =
        chain.nativeSymbol === '' ? chain.assets : [...new Set([...chain.assets, gasAsset(chain)])];
      return assets.map((asset) => ({ chain, asset }));
    });
    const all = known.map(({ chain, asset }) => {
      const freeze = freezes.find((one) => sameAsset(one.asset, asset));
      return showAssetState(
        { chain, asset },
        {
          isOffered: findAsset(chains, asset) !== undefined,
          state: states.find((one) => sameAsset(one.asset, asset)),
          freeze:
            freeze === undefined
              ? undefined
              : { ...freeze, actorName: names.get(freeze.actorId ?? '') ?? null },
          status: statuses.get(chain.chainCode),
        },
      );
    });
    const worthIt = all.filter((one) => {
      const amounts = [one.owedAtomic, one.hotWalletAtomic ?? '0', one.depositAddressesAtomic];
      return one.offered || one.frozen || one.dueCount > 0 || amounts.some((amount) => amount !== '0');
    });
    const sorted = [...worthIt.filter(({ frozen }) => frozen), ...worthIt.filter(({ frozen }) => !frozen)];
    return pageOfWhole(sorted, { ...query, keyOf: assetKeyOf, show: (one) => one });
  },
});
