import {
  assertUnchanged,
  replaceWhitelist,
  type AddressWhitelist,
  type WhitelistedAddress,
  type WhitelistTarget,
} from '../../domain/merchants/address-whitelist.js';
import { assert } from '../../domain/core/errors.js';
import { appendAudit } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import { lockMerchant } from './merchants.js';
import type { PolicyOrder } from './policy-changes.js';
import { followWhitelist } from './policy-whitelists.js';
import { whitelistColumns } from './whitelist-columns.js';

/**
 * Replaces the addresses that any key of a merchant may withdraw to. A change that tightens the list takes effect at
 * once, and one that loosens it after the delay. A withdrawal shares the lock of the merchant's row, so it sees the list
 * as it was before the change or after it.
 *
 * @param order.asked in lower case, each once. @param order.expected the addresses that it replaces; absent: any.
 * @throws QuittanceError `invalid_state` when the list has other addresses than the expected ones.
 */
export async function replaceMerchantWhitelist(
  trx: Transaction,
  order: Omit<PolicyOrder, 'policyDelayMs'> & {
    readonly merchantId: string;
    readonly asked: readonly WhitelistedAddress[];
    readonly expected?: readonly WhitelistTarget[];
    readonly delayMs: number;
  },
): Promise<AddressWhitelist> {
  const { merchantId, asked, expected } = order;
  const merchant = await lockMerchant(trx, merchantId);
  assert(merchant !== undefined, 'a merchant with a key exists');
  if (expected !== undefined) assertUnchanged(merchant.whitelist, { expected, asked }, order.nowMs);
  const whitelist = replaceWhitelist(merchant.whitelist, asked, order);
  await trx('merchants').where({ merchant_id: merchantId }).update(whitelistColumns(whitelist));
  await appendAudit(trx, {
    actor: order.actor,
    action: 'merchant.set_whitelist',
    objectKind: 'merchant',
    objectId: merchantId,
    before: merchant.whitelist,
    after: whitelist,
  });
  await followWhitelist(trx, order, {
    kind: 'merchant_whitelist',
    merchantId,
    objectId: merchantId,
    whitelist,
  });
  return whitelist;
}
