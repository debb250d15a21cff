import type { Asset, AssetId } from '../../domain/core/asset.js';
import { sameAsset } from '../../domain/core/asset.js';
import { QuittanceError } from '../../domain/core/errors.js';
import { isLooserLimit, LIMIT_FIELDS, type LimitField } from '../../domain/merchants/policy-change.js';
import {
  assertConsistent,
  NO_LIMITS,
  type WithdrawalLimits,
} from '../../domain/withdrawals/withdrawal-limits.js';
import { appendAudit } from '../audit/audit-log.js';
import type { Queryable, Transaction } from '../core/database.js';
import {
  insertMerchant,
  lockMerchant,
  updateMerchant,
  type Merchant,
  type MerchantTerms,
} from './merchants.js';
import {
  decidePolicyChange,
  insertPolicyChange,
  listWaitingChanges,
  listWaitingOf,
  type PolicyChange,
  type PolicyOrder,
} from './policy-changes.js';
import { limitPart, writeDueLimits } from './policy-limits.js';
import { listWithdrawalLimits, setWithdrawalLimits, type AssetLimits } from './withdrawal-limits.js';

/** An operator's change of a merchant's limits of one asset. An omitted limit stays; null removes it. */
export interface LimitsChange {
  readonly asset: Asset;
  readonly limits: Partial<WithdrawalLimits>;
}

export interface MerchantView {
  readonly merchant: Merchant;
  readonly limits: readonly AssetLimits[];
  /** Changes that are not in force yet. */
  readonly waiting: readonly PolicyChange[];
}

/** Adds the limits of each merchant, and their waiting changes. */
export async function viewMerchants(q: Queryable, merchants: readonly Merchant[]): Promise<MerchantView[]> {
  const merchantIds = merchants.map(({ merchantId }) => merchantId);
  const limits = await listWithdrawalLimits(q, merchantIds);
  const waiting = await listWaitingOf(q, merchantIds);
  return merchants.map((merchant) => ({
    merchant,
    limits: limits.get(merchant.merchantId) ?? [],
    waiting: waiting.filter(({ merchantId }) => merchantId === merchant.merchantId),
  }));
}

async function viewMerchant(q: Queryable, merchant: Merchant): Promise<MerchantView> {
  const [view] = await viewMerchants(q, [merchant]);
  return view ?? { merchant, limits: [], waiting: [] };
}

function limitsOf({ limits }: Pick<MerchantView, 'limits'>, asset: AssetId): WithdrawalLimits {
  return limits.find((listed) => sameAsset(listed.asset, asset)) ?? NO_LIMITS;
}

/**
 * Applies tightening changes at once, and lets loosening ones wait. A later order about a limit stops the waiting one.
 * A repetition of the waiting one keeps its time. The caller holds the merchant's lock, so of two orders at once the
 * second sees the first, and a tightening always wins.
 */
async function changeLimits(
  trx: Transaction,
  before: Omit<MerchantView, 'waiting'>,
  { limits: changes, ...order }: PolicyOrder & { readonly limits: readonly LimitsChange[] },
): Promise<void> {
  const { merchantId } = before.merchant;
  const object = { kind: 'withdrawal_limit', merchantId, objectId: merchantId } as const;
  await writeDueLimits(trx, merchantId);
  const waiting = await listWaitingChanges(trx, object);
  for (const { asset, limits: change } of changes) {
    const held = limitsOf(before, asset);
    assertConsistent({ ...held, ...change });
    const now: Partial<Record<LimitField, bigint | null>> = {};
    for (const field of LIMIT_FIELDS) {
      const asked = change[field];
      if (asked === undefined) continue;
      const part = limitPart(asset, field);
      const to = asked?.toString() ?? null;
      const waits = waiting.find((one) => one.part === part);
      const isLooser = isLooserLimit(field, held[field], asked);
      if (isLooser && waits?.change['to'] === to) continue;
      if (waits !== undefined) await decidePolicyChange(trx, waits, { ...order, to: 'stopped' });
      if (!isLooser || order.policyDelayMs === 0) {
        now[field] = asked;
        continue;
      }
      const from = held[field]?.toString() ?? null;
      const { chainCode, tokenSymbol, decimals } = asset;
      await insertPolicyChange(trx, order, {
        ...object,
        part,
        holdsFromMs: order.nowMs + order.policyDelayMs,
        change: { chainCode, tokenSymbol, decimals, field, from, to },
      });
    }
    await setWithdrawalLimits(trx, { merchantId, asset, limits: now });
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
  order: PolicyOrder & {
    readonly terms: MerchantTerms & { readonly name: string };
    readonly limits: readonly LimitsChange[];
  },
): Promise<MerchantView> {
  const merchant = await insertMerchant(trx, order.terms);
  await changeLimits(trx, { merchant, limits: [] }, order);
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
 * withdrawal holds a lock on the merchant's row. A change that loosens a limit waits for its delay, or for a second
 * operator.
 *
 * @throws QuittanceError `not_found`, `validation_failed` when limits contradict each other.
 */
export async function changeMerchant(
  trx: Transaction,
  order: PolicyOrder & {
    readonly merchantId: string;
    readonly terms: MerchantTerms;
    readonly limits: readonly LimitsChange[];
    readonly reason: string | null;
  },
): Promise<MerchantView> {
  const { merchantId, terms } = order;
  const merchant = await lockMerchant(trx, merchantId);
  if (merchant === undefined) throw new QuittanceError('not_found', `There is no merchant ${merchantId}.`);
  const before = await viewMerchant(trx, merchant);
  await changeLimits(trx, before, order);
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
