import { QuittanceError } from '../core/errors.js';

/** An address that a key may withdraw to. */
export interface WhitelistedAddress {
  readonly chainCode: string;
  /** Lower-case. */
  readonly address: string;
  readonly label: string;
}

/**
 * The addresses that a key may withdraw to. Without addresses there is no restriction. A change that loosens the list
 * takes effect after a delay: a thief of the key can't use an address of their own before the owner notices.
 */
export interface AddressWhitelist {
  /** Each address is allowed from `effectiveAtMs` on (epoch ms). */
  readonly addresses: readonly (WhitelistedAddress & { readonly effectiveAtMs: number })[];
  /** From then on (epoch ms) there is no restriction; null: the list does not end. */
  readonly endsAtMs: number | null;
}

/** No restriction. */
export const OPEN_WHITELIST: AddressWhitelist = { addresses: [], endsAtMs: null };

type WhitelistEntry = Pick<WhitelistedAddress, 'chainCode' | 'address'>;

function isSame(a: WhitelistEntry, b: WhitelistEntry): boolean {
  return a.chainCode === b.chainCode && a.address === b.address;
}

/** Says whether there is no restriction at this moment. */
export function isOpen({ addresses, endsAtMs }: AddressWhitelist, nowMs: number): boolean {
  return addresses.length === 0 || (endsAtMs !== null && endsAtMs <= nowMs);
}

/** Says whether the list names the address, in effect at this moment. */
export function isListed({ addresses }: AddressWhitelist, target: WhitelistEntry, nowMs: number): boolean {
  return addresses.some((entry) => entry.effectiveAtMs <= nowMs && isSame(entry, target));
}

export function mayWithdrawTo(whitelist: AddressWhitelist, target: WhitelistEntry, nowMs: number): boolean {
  return isOpen(whitelist, nowMs) || isListed(whitelist, target, nowMs);
}

/**
 * Refuses a target that the list does not allow now. `whose` names the list's owner.
 *
 * @throws QuittanceError `address_not_whitelisted`; it says from when on the list allows the target, if it does.
 */
export function assertMayWithdrawTo(
  whitelist: AddressWhitelist,
  target: WhitelistEntry,
  { nowMs, shown, whose }: { readonly nowMs: number; readonly shown: string; readonly whose: string },
): void {
  if (mayWithdrawTo(whitelist, target, nowMs)) return;
  const waiting = whitelist.addresses.find((entry) => isSame(entry, target));
  const when =
    waiting === undefined
      ? `not on the whitelist of ${whose}.`
      : `on the whitelist of ${whose} only from ${new Date(waiting.effectiveAtMs).toISOString()} on.`;
  throw new QuittanceError('address_not_whitelisted', `${shown} on ${target.chainCode} is ${when}`);
}

/**
 * Replaces a list by another. An address that is not on the new list is removed at once. A new address takes effect
 * after the delay, and so does the end of all restriction; one that waits already keeps its time. A first list only
 * tightens, so it takes effect at once.
 */
export function replaceWhitelist(
  current: AddressWhitelist,
  asked: readonly WhitelistedAddress[],
  { nowMs, delayMs }: { readonly nowMs: number; readonly delayMs: number },
): AddressWhitelist {
  const wasOpen = isOpen(current, nowMs);
  if (asked.length === 0) {
    const endsAtMs = current.endsAtMs ?? nowMs + delayMs;
    return wasOpen || endsAtMs <= nowMs ? OPEN_WHITELIST : { addresses: current.addresses, endsAtMs };
  }
  const addresses = asked.map((entry) => {
    const held = wasOpen ? undefined : current.addresses.find((known) => isSame(known, entry));
    return { ...entry, effectiveAtMs: held?.effectiveAtMs ?? (wasOpen ? nowMs : nowMs + delayMs) };
  });
  return { addresses, endsAtMs: null };
}

/** Says whether `outer` allows everything that `inner` allows, now or later, and no later than `inner`. */
export function isWithinWhitelist(inner: AddressWhitelist, outer: AddressWhitelist, nowMs: number): boolean {
  if (isOpen(outer, nowMs)) return true;
  if (isOpen(inner, nowMs)) return false;
  const endsNoEarlier =
    inner.endsAtMs === null || (outer.endsAtMs !== null && outer.endsAtMs <= inner.endsAtMs);
  return (
    endsNoEarlier &&
    inner.addresses.every((entry) =>
      outer.addresses.some((known) => isSame(known, entry) && known.effectiveAtMs <= entry.effectiveAtMs),
    )
  );
}
