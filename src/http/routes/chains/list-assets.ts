import { z } from 'zod';
import { merchants } from '../../requests/caller.js';
import { assetKeyOf, pageOfWhole, wholePageFields } from '../../requests/pagination.js';
import { pageOf } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { assetSchema, showAsset } from '../../views/assets.js';

/** GET /v1/assets */
export const listAssetsRoute = readRoute({
  path: '/v1/assets',
  summary: 'List the assets that are offered',
  access: merchants(null),
  reply: pageOf(assetSchema),
  query: z.strictObject(wholePageFields()),
  read(deps, { query }) {
    const offered = [...deps.chains.values()].flatMap((chain) =>
      chain.assets.map((asset) => ({ chain, asset })),
    );
    return Promise.resolve(
      pageOfWhole(offered, {
        ...query,
        keyOf: ({ asset }) => assetKeyOf(asset),
        show: ({ chain, asset }) => showAsset(chain, asset),
      }),
    );
  },
});
