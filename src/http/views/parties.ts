import type { MerchantView } from '../../db/merchant-orders.js';
import type { Operator } from '../../db/operators.js';
import type { AssetLimits } from '../../db/withdrawal-limits.js';
import { formatCrypto } from '../../domain/money.js';
import { iso } from './iso.js';

function showLimits({ asset, decimals, ...limits }: AssetLimits): object {
  const crypto = (atomic: bigint | null): string | null =>
    atomic === null ? null : formatCrypto(atomic, decimals);
  const { perWithdrawalAtomic, perDayAtomic, twoApprovalsAboveAtomic, autoApproveBelowAtomic } = limits;
  return {
    chainCode: asset.chainCode,
    tokenSymbol: asset.tokenSymbol,
    perWithdrawalCrypto: crypto(perWithdrawalAtomic),
    perWithdrawalAtomic: perWithdrawalAtomic?.toString() ?? null,
    perDayCrypto: crypto(perDayAtomic),
    perDayAtomic: perDayAtomic?.toString() ?? null,
    twoApprovalsAboveCrypto: crypto(twoApprovalsAboveAtomic),
    twoApprovalsAboveAtomic: twoApprovalsAboveAtomic?.toString() ?? null,
    autoApproveBelowCrypto: crypto(autoApproveBelowAtomic),
    autoApproveBelowAtomic: autoApproveBelowAtomic?.toString() ?? null,
  };
}

/** `toleranceBps` null: the instance's. Limits stand there for each asset that has some. */
export function showMerchant({ merchant, limits }: MerchantView): object {
  return {
    merchantId: merchant.merchantId,
    name: merchant.name,
    status: merchant.status,
    toleranceBps: merchant.toleranceBps,
    acceptLate: merchant.acceptLate,
    withdrawalLimits: limits.map(showLimits),
    createdAt: iso(merchant.createdAtMs),
  };
}

export function showOperator(operator: Operator): object {
  return { operatorId: operator.operatorId, name: operator.name, createdAt: iso(operator.createdAtMs) };
}
