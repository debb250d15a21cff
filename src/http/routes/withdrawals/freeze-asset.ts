import { z } from 'zod';
import { findAssetFreeze, freezeAsset } from '../../../db/withdrawals/asset-freezes.js';
import { releaseFreeze } from '../../../db/reconciliation/freeze-for-differences.js';
import type { AssetId } from '../../../domain/core/asset.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { auditActor, operators } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { orderRoute } from '../../requests/route.js';
import { chainCode, reason, tokenSymbol } from '../../requests/schemas.js';
import { showFreeze } from '../../views/asset-freezes.js';
import { findAsset } from '../../views/assets.js';
import { shownChainCode, shownTokenSymbol, shownMoment } from '../../views/fields.js';

const assetFreezeSchema = z
  .strictObject({
    chainCode: shownChainCode,
    tokenSymbol: shownTokenSymbol,
    frozen: z.boolean(),
    reason: z
      .string()
      .nullable()
      .meta({ examples: ['A difference is looked at'] }),
    frozenAt: shownMoment.nullable(),
  })
  .meta({ id: 'AssetFreeze' });

const access = operators('operations:write');
const params = z.strictObject({ chainCode, tokenSymbol });
const body = z.strictObject({ reason });

/** POST /admin/v1/assets/{chainCode}/{tokenSymbol}/freeze */
export const freezeAssetRoute = orderRoute({
  path: '/admin/v1/assets/:chainCode/:tokenSymbol/freeze',
  summary: "Freeze an asset's withdrawals",
  description: 'They wait, and are not signed until the asset is released.',
  access,
  reply: dataOf(assetFreezeSchema),
  errors: ['invalid_state'],
  params,
  body,
  async order(deps, trx, { params: asset, body: { reason: why }, caller }) {
    assertKnown(findAsset(deps.chains, asset) !== undefined, asset);
    const freeze = await freezeAsset(trx, {
      asset,
      reason: why,
      actor: auditActor(caller),
      nowMs: deps.now(),
    });
    return dataReply(showFreeze(asset, freeze));
  },
});

/** POST /admin/v1/assets/{chainCode}/{tokenSymbol}/release. An asset that is no longer offered can be released too. */
export const releaseAssetRoute = orderRoute({
  path: '/admin/v1/assets/:chainCode/:tokenSymbol/release',
  summary: "Release an asset's withdrawals",
  description:
    "If the reconciliation has found a difference while an operator's freeze was in force, this difference freezes the asset again at once. Then the answer has `frozen` and the reason.",
  access,
  needsConfirmation: true,
  reply: dataOf(assetFreezeSchema),
  errors: ['invalid_state'],
  params,
  body,
  async order(deps, trx, { params: asset, body: { reason: why }, caller }) {
    const isOffered = findAsset(deps.chains, asset) !== undefined;
    assertKnown(isOffered || (await findAssetFreeze(trx, asset)) !== undefined, asset);
    const order = { asset, reason: why, actor: auditActor(caller), nowMs: deps.now() };
    return dataReply(showFreeze(asset, await releaseFreeze(trx, order)));
  },
});

function assertKnown(isKnown: boolean, { chainCode: chain, tokenSymbol: symbol }: AssetId): void {
  if (isKnown) return;
  throw new QuittanceError(
    'not_found',
    `${symbol} on ${chain} is not offered here; GET /v1/assets lists what is.`,
  );
}
