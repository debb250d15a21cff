import type { AssetId } from '../../domain/core/asset.js';
import { QuittanceError } from '../../domain/core/errors.js';
import { quoted, REASON_SHOWN } from '../../domain/core/printable.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import type { Queryable, Transaction } from '../core/database.js';
import { lockMerchantBalances } from '../ledger/post-entry.js';
import { lockMerchantShared } from '../merchants/merchants.js';
import { stopSigning } from '../wallets/signing-lock.js';
import { wakeReleased } from './wake-waiting.js';

/** A freeze of an asset: while it lasts, no withdrawal of the asset is signed. */
export interface AssetFreeze {
  readonly asset: AssetId;
  readonly reason: string;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly frozenAtMs: number;
}

interface FreezeRow {
  chain_code: string;
  token_symbol: string;
  reason: string;
  actor_kind: string;
  actor_id: string | null;
  frozen_at: Date;
}

function toFreeze(row: FreezeRow): AssetFreeze {
  return {
    asset: { chainCode: row.chain_code, tokenSymbol: row.token_symbol },
    reason: row.reason,
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    frozenAtMs: row.frozen_at.getTime(),
  };
}

const columnsOf = ({ chainCode, tokenSymbol }: AssetId) => ({
  chain_code: chainCode,
  token_symbol: tokenSymbol,
});

export async function findAssetFreeze(q: Queryable, asset: AssetId): Promise<AssetFreeze | undefined> {
  const row = await q('asset_freezes').where(columnsOf(asset)).first<FreezeRow | undefined>();
  return row === undefined ? undefined : toFreeze(row);
}

/** Lists all freezes, oldest first. */
export async function listAssetFreezes(q: Queryable): Promise<AssetFreeze[]> {
  const rows = await q('asset_freezes')
    .orderBy(['frozen_at', 'chain_code', 'token_symbol'])
    .select<FreezeRow[]>('*');
  return rows.map(toFreeze);
}

/**
 * Returns why a merchant's approved withdrawal of this asset may not be signed now, in words for the operator; null: it
 * may. It is called in the transaction that signs, under `shareSigning`: until that ends, nobody can freeze the asset,
 * suspend the merchant or bring it into a deficit.
 */
export async function findPayoutHold(
  trx: Transaction,
  { merchantId, asset }: { merchantId: string; asset: AssetId },
): Promise<string | null> {
  const freeze = await findAssetFreeze(trx, asset);
  if (freeze !== undefined) {
    return `${asset.tokenSymbol} on ${asset.chainCode} is frozen (${quoted(freeze.reason, REASON_SHOWN)}); waits until an operator releases it`;
  }
  const { status } = await lockMerchantShared(trx, merchantId);
  if (status === 'suspended') return 'the merchant is suspended; waits until an operator resumes it';
  const { deficitAtomic } = await lockMerchantBalances(trx, { merchantId, asset });
  return deficitAtomic > 0n ? 'the merchant owes a deficit in this asset; waits until it is repaid' : null;
}

/** An order to freeze or release an asset, with its giver. */
export interface FreezeOrder {
  readonly asset: AssetId;
  readonly reason: string;
  readonly actor: AuditActor;
  readonly nowMs: number;
}

/**
 * Freezes an asset: its withdrawals wait from now on. Withdrawals that are signed already go on.
 *
 * @throws QuittanceError `invalid_state` when it is frozen.
 */
export async function freezeAsset(trx: Transaction, order: FreezeOrder): Promise<AssetFreeze> {
  const { asset, reason, actor } = order;
  await stopSigning(trx, asset);
  const before = await findAssetFreeze(trx, asset);
  if (before !== undefined) {
    throw new QuittanceError('invalid_state', `The asset is frozen already: ${before.reason}`);
  }
  const [row] = await trx('asset_freezes')
    .insert({
      ...columnsOf(asset),
      reason,
      actor_kind: actor.kind,
      actor_id: actor.id,
      frozen_at: new Date(order.nowMs),
    })
    .returning<FreezeRow[]>('*');
  if (row === undefined) throw new Error('The freeze was not written');
  const freeze = toFreeze(row);
  await audit(trx, { ...order, action: 'asset.freeze', before: null, after: freeze });
  return freeze;
}

/** Changes the reason of a freeze, so that the operator who releases it knows the present reason. */
export async function restateFreeze(trx: Transaction, order: Omit<FreezeOrder, 'nowMs'>): Promise<void> {
  const { asset, reason } = order;
  const before = await findAssetFreeze(trx, asset);
  if (before === undefined || before.reason === reason) return;
  await trx('asset_freezes').where(columnsOf(asset)).update({ reason });
  await audit(trx, { ...order, action: 'asset.freeze', before, after: { ...before, reason } });
}

/**
 * Releases a frozen asset, and wakes its waiting withdrawals.
 *
 * @throws QuittanceError `invalid_state` when it is not frozen.
 */
export async function releaseAsset(trx: Transaction, order: Omit<FreezeOrder, 'nowMs'>): Promise<void> {
  const { asset } = order;
  await stopSigning(trx, asset);
  const before = await findAssetFreeze(trx, asset);
  if (before === undefined) {
    throw new QuittanceError(
      'invalid_state',
      `${asset.tokenSymbol} on ${asset.chainCode} is not frozen; there is nothing to release.`,
    );
  }
  await trx('asset_freezes').where(columnsOf(asset)).delete();
  await wakeReleased(trx, asset);
  await audit(trx, { ...order, action: 'asset.release', before, after: null });
}

const auditedFreeze = (freeze: AssetFreeze | null): object =>
  freeze === null ? { frozen: false } : { frozen: true, reason: freeze.reason };

async function audit(
  trx: Transaction,
  order: Omit<FreezeOrder, 'nowMs'> & {
    action: 'asset.freeze' | 'asset.release';
    before: AssetFreeze | null;
    after: AssetFreeze | null;
  },
): Promise<void> {
  const { asset, reason, actor, action, before, after } = order;
  await appendAudit(trx, {
    actor,
    action,
    objectKind: 'asset',
    objectId: `${asset.chainCode}/${asset.tokenSymbol}`,
    reason,
    before: auditedFreeze(before),
    after: auditedFreeze(after),
  });
}
