import { z } from 'zod';
import { countOpenMovements } from '../../db/sweeps/movements.js';
import { readOnDepositAddresses } from '../../db/sweeps/sweepable.js';
import type { Queryable } from '../../db/core/database.js';
import type { Chain } from '../../domain/core/asset.js';
import type { Shown } from '../requests/reply.js';
import { showSweepable, sweepableSchema } from './asset-states.js';
import { shownChainCode, shownCount, shownTokenSymbol } from './fields.js';

/** The schema of {@link showOrderedSweep}'s answer. */
export const orderedSweepSchema = z
  .strictObject({
    chainCode: shownChainCode,
    transactionsUnderWay: shownCount.meta({
      description: 'The transactions of earlier sweeps that are not final yet.',
      examples: [0],
    }),
    assets: z.array(z.strictObject({ tokenSymbol: shownTokenSymbol, ...sweepableSchema.shape })).meta({
      description:
        'What deposit addresses hold now, by asset. An asset of which they hold nothing is left out.',
    }),
  })
  .meta({ id: 'OrderedSweep' });

/** Shows the money that a sweep would find now. */
export async function showOrderedSweep(
  q: Queryable,
  { chainCode, assets }: Chain,
): Promise<Shown<typeof orderedSweepSchema>> {
  const lying = await readOnDepositAddresses(q, chainCode);
  return {
    chainCode,
    transactionsUnderWay: await countOpenMovements(q, chainCode),
    assets: assets.flatMap((asset) => {
      const { tokenSymbol } = asset;
      const atomic = lying.get(tokenSymbol) ?? 0n;
      return atomic > 0n ? [{ tokenSymbol, ...showSweepable(asset, atomic) }] : [];
    }),
  };
}
