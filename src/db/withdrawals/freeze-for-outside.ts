import { gasAsset, type AssetId, type Chain } from '../../domain/core/asset.js';
import { exactAmount } from '../../domain/reconciliation/difference-in-words.js';
import {
  outsideFreezeReason,
  withOutsideReason,
  type OutsideTransfer,
} from '../../domain/wallets/outside-payment.js';
import type { AuditActor } from '../audit/audit-log.js';
import { transaction, type Database, type Transaction } from '../core/database.js';
import { toOutsideTransfer, type OutsideTransferRow } from '../wallets/outside-payments.js';
import { stopSigning } from '../wallets/signing-lock.js';
import { findAssetFreeze, freezeAsset, restateFreeze } from './asset-freezes.js';

/** The program itself is the actor: no person gave this order. */
const FOLLOWER: AuditActor = { kind: 'system', id: 'follower', ip: null };

/**
 * Freezes every asset of a chain when a transfer has left one of our wallets there whose transaction is not on record.
 * Each such transfer freezes once: an asset that an operator has released stays released until another transfer comes.
 * An asset that is already frozen keeps its reason, and the new one is added.
 *
 * A transfer is stored with its block, and marked with its freezes. If the process dies in between, the next call freezes.
 *
 * @returns the transfers for which this call froze, and the reason; null: there was nothing new.
 */
export async function freezeForOutside(
  db: Database,
  { chain, nowMs }: { chain: Chain; nowMs: number },
): Promise<{ readonly transfers: readonly OutsideTransfer[]; readonly reason: string } | null> {
  const { chainCode } = chain;
  const unfrozen = { chain_code: chainCode, frozen_at: null };
  if ((await db('outside_payments').where(unfrozen).first('tx_hash')) === undefined) return null;
  return transaction(db, async (trx) => {
    const symbols = [...new Set([...chain.assets, gasAsset(chain)].map(({ tokenSymbol }) => tokenSymbol))];
    const assets = symbols.toSorted().map((tokenSymbol) => ({ chainCode, tokenSymbol }));
    // All signing locks come first, in the order of those who sign: see `shareSigning`.
    for (const asset of assets) await stopSigning(trx, asset);
    const rows = await trx('outside_payments')
      .where(unfrozen)
      .update({ frozen_at: new Date(nowMs) })
      .returning<OutsideTransferRow[]>('*');
    const [first, ...others] = rows
      .map(toOutsideTransfer)
      .toSorted((a, b) => a.blockNumber - b.blockNumber || a.ordinal - b.ordinal);
    if (first === undefined) return null;
    const chains = new Map([[chainCode, chain]]);
    const reason = outsideFreezeReason([first, ...others], (asset, atomic) =>
      exactAmount(chains, asset, atomic),
    );
    for (const asset of assets) await freeze(trx, { asset, reason, nowMs });
    return { transfers: [first, ...others], reason };
  });
}

async function freeze(
  trx: Transaction,
  { asset, reason, nowMs }: { asset: AssetId; reason: string; nowMs: number },
): Promise<void> {
  const present = await findAssetFreeze(trx, asset);
  const order = { asset, actor: FOLLOWER };
  if (present === undefined) await freezeAsset(trx, { ...order, reason, nowMs });
  else await restateFreeze(trx, { ...order, reason: withOutsideReason(present.reason, reason) });
}
