import { assert, QuittanceError } from '../../domain/core/errors.js';
import type { Transaction } from '../core/database.js';
import { findApiKey } from './api-keys.js';
import { closeAsking } from './asking.js';
import type { Credential } from './credentials.js';
import { lockMerchant } from './merchants.js';

/** The key that an order is about, and the key or member of the same merchant that gives it. */
interface ManagedKey {
  readonly apiKeyId: string;
  readonly manager: Credential;
}

/**
 * Checks that the key belongs to the merchant who gives the order. It comes before every lock: whoever knows the id of
 * another merchant's key holds up nothing.
 *
 * @returns the merchant's id. @throws QuittanceError `not_found`.
 */
export async function requireOwnKey(trx: Transaction, { apiKeyId, manager }: ManagedKey): Promise<string> {
  assert(manager.owner.kind === 'merchant', 'only a merchant key manages merchant keys');
  const { merchantId } = manager.owner;
  const found = await findApiKey(trx, apiKeyId);
  if (found?.owner.kind === 'merchant' && found.owner.merchantId === merchantId) return merchantId;
  throw new QuittanceError('not_found', `There is no API key ${apiKeyId}.`);
}

/**
 * As `closeAsking`, for a merchant's key. It locks the merchant too, before the key, as every order that locks both: what was
 * asked for with the key may be the merchant's.
 *
 * @throws QuittanceError `not_found`.
 */
export async function closeAskingOfKey(trx: Transaction, managed: ManagedKey): Promise<void> {
  const merchantId = await requireOwnKey(trx, managed);
  await closeAsking(trx, managed.apiKeyId);
  await lockMerchant(trx, merchantId);
}
