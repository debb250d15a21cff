import type { Merchant } from '../../db/merchants.js';
import type { Operator } from '../../db/operators.js';
import { iso } from './iso.js';

export function showMerchant(merchant: Merchant): object {
  return {
    merchantId: merchant.merchantId,
    name: merchant.name,
    status: merchant.status,
    toleranceBps: merchant.toleranceBps,
    acceptLate: merchant.acceptLate,
    createdAt: iso(merchant.createdAtMs),
  };
}

export function showOperator(operator: Operator): object {
  return { operatorId: operator.operatorId, name: operator.name, createdAt: iso(operator.createdAtMs) };
}
