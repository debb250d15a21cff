import { z } from 'zod';
import { merchants } from '../caller.js';
import { assetKeyOf, pageOfWhole, wholePageFields } from '../page.js';
import { pageOf } from '../reply.js';
import { readRoute } from '../route.js';
import { assetSchema, showAsset } from '../views/assets.js';

/** GET /v1/assets */
export const listAssetsRoute = readRoute({
  path: '/v1/assets',
  summary: 'List what can be asked for',
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
