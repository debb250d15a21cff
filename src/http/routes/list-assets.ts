import { merchants } from '../caller.js';
import { listReply, pageOf } from '../reply.js';
import { readRoute } from '../route.js';
import { assetSchema, showAsset } from '../views/assets.js';

/** GET /v1/assets */
export const listAssetsRoute = readRoute({
  path: '/v1/assets',
  summary: 'List what can be asked for',
  access: merchants(null),
  reply: pageOf(assetSchema),
  read: (deps) =>
    Promise.resolve(
      listReply(
        [...deps.chains.values()].flatMap((chain) => chain.assets.map((asset) => showAsset(chain, asset))),
      ),
    ),
});
