import {
  isInList,
  waitingIn,
  type AddressWhitelist,
  type WhitelistTarget,
} from '../../domain/merchants/address-whitelist.js';
import type { Transaction } from '../core/database.js';
import {
  decidePolicyChange,
  insertPolicyChange,
  listWaitingChanges,
  takeDueChanges,
  type PolicyChange,
  type PolicyObject,
  type PolicyOrder,
} from './policy-changes.js';

/** Stands for the end of a whole whitelist: when such a change is in force, the list restricts nothing. */
const END = '*';

/** Returns the address that a change adds; null: it lifts the whole list. */
export function targetOf({ part, change }: PolicyChange): WhitelistTarget | null {
  if (part === END) return null;
  return { chainCode: String(change['chainCode']), address: String(change['address']) };
}

/**
 * Brings the waiting changes of a whitelist in line with it, after an order has replaced it. Each address that waits in
 * the list is a change that can be confirmed and stopped. The change of an address that the order took back is stopped.
 * The caller holds the owner's lock.
 */
export async function followWhitelist(
  trx: Transaction,
  order: Omit<PolicyOrder, 'policyDelayMs'>,
  { whitelist, ...object }: PolicyObject & { readonly whitelist: AddressWhitelist },
): Promise<void> {
  await takeDueChanges(trx, object);
  const wanted = waitingIn(whitelist, order.nowMs).map(({ target, fromMs }) => ({
    part: target === null ? END : `${target.chainCode}/${target.address}`,
    change: target === null ? { lifted: 'all' } : { ...target },
    holdsFromMs: fromMs,
  }));
  const waiting = await listWaitingChanges(trx, object);
  for (const change of waiting) {
    if (isInList(whitelist, targetOf(change), change.holdsFromMs)) continue;
    await decidePolicyChange(trx, change, { ...order, to: 'stopped' });
  }
  for (const one of wanted) {
    if (waiting.some((known) => known.part === one.part && known.holdsFromMs === one.holdsFromMs)) continue;
    await insertPolicyChange(trx, order, { ...object, ...one });
  }
}
