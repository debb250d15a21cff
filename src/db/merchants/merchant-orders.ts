import type { Asset, AssetId } from '../../domain/core/asset.js';
import { sameAsset } from '../../domain/core/asset.js';
import { QuittanceError } from '../../domain/core/errors.js';
import {
  assertConsistent,
  NO_LIMITS,
  type WithdrawalLimits,
} from '../../domain/withdrawals/withdrawal-policy.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import type { Queryable, Transaction } from '../core/database.js';
import {
  insertMerchant,
  lockMerchant,
  updateMerchant,
  type Merchant,
  type MerchantTerms,
} from './merchants.js';
import { listWithdrawalLimits, setWithdrawalLimits, type AssetLimits } from './withdrawal-limits.js';

/** An operator's change of a merchant's limits of one asset. A limit left out stays; null removes it. */
export interface LimitsChange {
  readonly asset: Asset;
  readonly limits: Partial<WithdrawalLimits>;
}

export interface MerchantView {
  readonly merchant: Merchant;
  readonly limits: readonly AssetLimits[];
}

/** Adds the limits of each merchant. */
export async function viewMerchants(q: Queryable, merchants: readonly Merchant[]): Promise<MerchantView[]> {
  const limits = await listWithdrawalLimits(
    q,
    merchants.map(({ merchantId }) => merchantId),
  );
  return merchants.map((merchant) => ({ merchant, limits: limits.get(merchant.merchantId) ?? [] }));
}

async function viewMerchant(q: Queryable, merchant: Merchant): Promise<MerchantView> {
  const [view] = await viewMerchants(q, [merchant]);
  return view ?? { merchant, limits: [] };
}

function limitsOf({ limits }: MerchantView, asset: AssetId): WithdrawalLimits {
  return limits.find((listed) => sameAsset(listed.asset, asset)) ?? NO_LIMITS;
}

async function changeLimits(
  trx: Transaction,
  before: MerchantView,
  changes: readonly LimitsChange[],
): Promise<void> {
  const { merchantId } = before.merchant;
  for (const { asset, limits: change } of changes) {
    const limits = { ...limitsOf(before, asset), ...change };
    assertConsistent(limits);
    await setWithdrawalLimits(trx, { merchantId, asset, limits });
  }
}

/** Returns a merchant as the audit log keeps it, with amounts in base units, as text. */
function auditedMerchant({ merchant, limits }: MerchantView): object {
  const { name, status, toleranceBps, acceptLate } = merchant;
  const withdrawalLimits = limits.map(({ asset, ...limit }) => ({
    ...asset,
    perWithdrawalAtomic: limit.perWithdrawalAtomic?.toString() ?? null,
    perDayAtomic: limit.perDayAtomic?.toString() ?? null,
    twoApprovalsAboveAtomic: limit.twoApprovalsAboveAtomic?.toString() ?? null,
    autoApproveBelowAtomic: limit.autoApproveBelowAtomic?.toString() ?? null,
  }));
  return { name, status, toleranceBps, acceptLate, withdrawalLimits };
}

/** Creates a merchant. @throws QuittanceError `validation_failed` when limits contradict each other. */
export async function createMerchant(
  trx: Transaction,
  order: {
    readonly terms: MerchantTerms & { readonly name: string };
    readonly limits: readonly LimitsChange[];
    readonly actor: AuditActor;
  },
): Promise<MerchantView> {
  const merchant = await insertMerchant(trx, order.terms);
  await changeLimits(trx, { merchant, limits: [] }, order.limits);
  const created = await viewMerchant(trx, merchant);
  await appendAudit(trx, {
    actor: order.actor,
    action: 'merchant.create',
    objectKind: 'merchant',
    objectId: merchant.merchantId,
    after: auditedMerchant(created),
  });
  return created;
}

/**
 * Changes a merchant's terms and limits. They apply to requests and approvals from then on: creating or approving a
 * withdrawal holds a lock on the merchant's row.
 *
 * @throws QuittanceError `not_found`, `validation_failed` when limits contradict each other.
 */
export async function changeMerchant(
  trx: Transaction,
  order: {
    readonly merchantId: string;
    readonly terms: MerchantTerms;
    readonly limits: readonly LimitsChange[];
    readonly reason: string | null;
    readonly actor: AuditActor;
  },
): Promise<MerchantView> {
  const { merchantId, terms } = order;
  const merchant = await lockMerchant(trx, merchantId);
  if (merchant === undefined) throw new QuittanceError('not_found', `There is no merchant ${merchantId}.`);
  const before = await viewMerchant(trx, merchant);
  await changeLimits(trx, before, order.limits);
  const after = await viewMerchant(trx, await updateMerchant(trx, { ...merchant, ...terms }));
  await appendAudit(trx, {
    actor: order.actor,
    action: 'merchant.update',
    objectKind: 'merchant',
    objectId: merchantId,
    reason: order.reason,
    before: auditedMerchant(before),
    after: auditedMerchant(after),
  });
  return after;
}
