import { transaction, type Database } from '../../../src/db/core/database.js';
import { listAssetFreezes, releaseAsset } from '../../../src/db/withdrawals/asset-freezes.js';
import { orRefused } from '../facts/orders.js';
import { until } from '../until.js';

/**
 * Works like an operator who knows the transfers out of our wallets that are not recorded: releases the assets that the
 * follower has frozen because of them. It waits until the follower has frozen the assets for each transfer that it has
 * read.
 */
export async function releaseOutside(db: Database): Promise<void> {
  if ((await db('outside_payments').first('tx_hash')) === undefined) return;
  await until('the follower has frozen for what it has read', async () => {
    const unfrozen = await db('outside_payments').where({ frozen_at: null }).pluck<string[]>('tx_hash');
    return unfrozen.length === 0;
  });
  const freezes = await listAssetFreezes(db);
  for (const { asset } of freezes.filter(({ actorId }) => actorId === 'follower')) {
    const order = { asset, reason: 'known', actor: { kind: 'cli', id: 'ann', ip: null } } as const;
    // Refused when another call has released it at this moment.
    await orRefused(transaction(db, (trx) => releaseAsset(trx, order)));
  }
}
