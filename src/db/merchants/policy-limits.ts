import type { AssetId } from '../../domain/core/asset.js';
import { assert } from '../../domain/core/errors.js';
import { LIMIT_FIELDS, type LimitField } from '../../domain/merchants/policy-change.js';
import type { Transaction } from '../core/database.js';
import { takeDueChanges, type PolicyChange } from './policy-changes.js';
import { setWithdrawalLimits } from './withdrawal-limits.js';

/** Names one limit of a merchant. */
export function limitPart({ chainCode, tokenSymbol }: AssetId, field: LimitField): string {
  return `${chainCode}/${tokenSymbol}/${field}`;
}

/** Applies a change to its limit. The caller holds the merchant's lock. */
export async function writeLimitOf(trx: Transaction, { objectId, change }: PolicyChange): Promise<void> {
  const { chainCode, tokenSymbol, decimals, field: name, to } = change;
  const field = LIMIT_FIELDS.find((known) => known === name);
  assert(field !== undefined, 'a change of a limit names one');
  const asset = {
    chainCode: String(chainCode),
    tokenSymbol: String(tokenSymbol),
    decimals: Number(decimals),
  };
  const atomic = to == null ? null : BigInt(to);
  await setWithdrawalLimits(trx, { merchantId: objectId, asset, limits: { [field]: atomic } });
}

/** Writes the changes of a merchant's limits whose time has come. The caller holds the merchant's lock. */
export async function writeDueLimits(trx: Transaction, merchantId: string): Promise<void> {
  const due = await takeDueChanges(trx, { kind: 'withdrawal_limit', objectId: merchantId });
  for (const change of due) await writeLimitOf(trx, change);
}
