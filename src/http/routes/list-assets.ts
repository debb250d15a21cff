import { merchants } from '../caller.js';
import { listReply } from '../reply.js';
import { readRoute } from '../route.js';
import { showAsset } from '../views/assets.js';

/** GET /v1/assets */
export const listAssetsRoute = readRoute({
  path: '/v1/assets',
  access: merchants(null),
  read: (deps) =>
    Promise.resolve(
      listReply(
        [...deps.chains.values()].flatMap((chain) => chain.assets.map((asset) => showAsset(chain, asset))),
      ),
    ),
});
