import { QuittanceError } from '../core/errors.js';
import { changedMeanwhile } from './changed-meanwhile.js';

/** An address that a key may withdraw to. */
export interface WhitelistedAddress {
  readonly chainCode: string;
  /** Lower-case. */
  readonly address: string;
  readonly label: string;
}

/**
 * The addresses that a key may withdraw to. Without addresses there is no restriction. A change that loosens the list
 * takes effect after a delay. So the owner can notice it before a thief of the key can use a new address.
 */
export interface AddressWhitelist {
  /** Each address is allowed from `effectiveAtMs` on (epoch ms). */
  readonly addresses: readonly (WhitelistedAddress & { readonly effectiveAtMs: number })[];
  /** From then on (epoch ms) there is no restriction; null: the list does not end. */
  readonly endsAtMs: number | null;
}

/** The time of an address that was stopped and is the only one left of its list: the last ms of the year 9999. */
const NEVER_MS = 253_402_300_799_999;

/** No restriction. */
export const OPEN_WHITELIST: AddressWhitelist = { addresses: [], endsAtMs: null };

/** The address that is looked up in a list. */
export type WhitelistTarget = Pick<WhitelistedAddress, 'chainCode' | 'address'>;

function isSame(a: WhitelistTarget, b: WhitelistTarget): boolean {
  return a.chainCode === b.chainCode && a.address === b.address;
}

/** Says whether there is no restriction at this moment. */
export function isOpen({ addresses, endsAtMs }: AddressWhitelist, nowMs: number): boolean {
  return addresses.length === 0 || (endsAtMs !== null && endsAtMs <= nowMs);
}

/** Says whether the list names the address, in effect at this moment. */
export function isListed({ addresses }: AddressWhitelist, target: WhitelistTarget, nowMs: number): boolean {
  return addresses.some((entry) => entry.effectiveAtMs <= nowMs && isSame(entry, target));
}

export function mayWithdrawTo(whitelist: AddressWhitelist, target: WhitelistTarget, nowMs: number): boolean {
  return isOpen(whitelist, nowMs) || isListed(whitelist, target, nowMs);
}

/**
 * Refuses a target that the list does not allow now. `whose` names the list's owner.
 *
 * @throws QuittanceError `address_not_whitelisted`. Its message says from when on the list allows the target, if that
 * is known.
 */
export function assertMayWithdrawTo(
  whitelist: AddressWhitelist,
  target: WhitelistTarget,
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
 * after the delay, and so does the end of all restriction. An address that waits already keeps its time. A first list
 * only tightens, so it takes effect at once.
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
    const known = wasOpen ? undefined : current.addresses.find((one) => isSame(one, entry));
    const held = known?.effectiveAtMs === NEVER_MS ? undefined : known;
    return { ...entry, effectiveAtMs: held?.effectiveAtMs ?? (wasOpen ? nowMs : nowMs + delayMs) };
  });
  return { addresses, endsAtMs: null };
}

/**
 * Refuses to replace a list that is not the one that was read: a change made meanwhile would be lost. A list that is
 * already as requested is accepted: then the same order came before, and its answer was lost.
 *
 * @param read.expected in lower case, like `asked`. @throws QuittanceError `invalid_state`.
 */
export function assertUnchanged(
  current: AddressWhitelist,
  {
    expected,
    asked,
  }: { readonly expected: readonly WhitelistTarget[]; readonly asked: readonly WhitelistedAddress[] },
  nowMs: number,
): void {
  if (!hasAddresses(current, expected, nowMs) && !isAsAsked(current, asked, nowMs))
    throw changedMeanwhile('whitelist');
}

function hasAddresses(
  current: AddressWhitelist,
  targets: readonly WhitelistTarget[],
  nowMs: number,
): boolean {
  const addresses = isOpen(current, nowMs) ? [] : current.addresses;
  return (
    addresses.length === targets.length &&
    targets.every((target) => addresses.some((entry) => isSame(entry, target)))
  );
}

/** Says whether a list has these addresses with these labels, and does not end. */
function isAsAsked(current: AddressWhitelist, asked: readonly WhitelistedAddress[], nowMs: number): boolean {
  return (
    (current.endsAtMs === null || isOpen(current, nowMs)) &&
    hasAddresses(current, asked, nowMs) &&
    asked.every((one) => current.addresses.some((entry) => isSame(entry, one) && entry.label === one.label))
  );
}

/** The whitelists of a key as they were read. Addresses are in lower case. */
export interface ReadLists {
  readonly ips: readonly string[];
  readonly withdrawalAddresses: readonly WhitelistTarget[];
}

/** Refuses to replace lists as {@link assertUnchanged} does. @throws QuittanceError `invalid_state`. */
export function assertListsUnchanged(
  { ips, whitelist }: { readonly ips: readonly string[]; readonly whitelist: AddressWhitelist },
  {
    expected,
    asked,
  }: {
    readonly expected: ReadLists;
    readonly asked: Omit<ReadLists, 'withdrawalAddresses'> & {
      readonly withdrawalAddresses: readonly WhitelistedAddress[];
    };
  },
  nowMs: number,
): void {
  const hasIps = (others: readonly string[]): boolean => ips.toSorted().join() === others.toSorted().join();
  const isAsRead = hasIps(expected.ips) && hasAddresses(whitelist, expected.withdrawalAddresses, nowMs);
  const isDone = hasIps(asked.ips) && isAsAsked(whitelist, asked.withdrawalAddresses, nowMs);
  if (!isAsRead && !isDone) throw changedMeanwhile('whitelist');
}

/**
 * A part of a list that is not in effect yet: an address, or null for the end of all restriction, with the time from
 * which it counts.
 */
export function waitingIn(
  whitelist: AddressWhitelist,
  nowMs: number,
): readonly { readonly target: WhitelistTarget | null; readonly fromMs: number }[] {
  if (isOpen(whitelist, nowMs)) return [];
  const { addresses, endsAtMs } = whitelist;
  const added = addresses
    .filter(({ effectiveAtMs }) => effectiveAtMs > nowMs && effectiveAtMs !== NEVER_MS)
    .map(({ chainCode, address, effectiveAtMs }) => ({
      target: { chainCode, address },
      fromMs: effectiveAtMs,
    }));
  return endsAtMs === null ? added : [...added, { target: null, fromMs: endsAtMs }];
}

/**
 * Says whether a list has this part, which takes effect at `fromMs`: an address, or (null) the end of all restriction.
 */
export function isInList(
  { addresses, endsAtMs }: AddressWhitelist,
  target: WhitelistTarget | null,
  fromMs: number,
): boolean {
  if (target === null) return endsAtMs === fromMs;
  return addresses.some((entry) => isSame(entry, target) && entry.effectiveAtMs === fromMs);
}

/** Lets a waiting part take effect now: an address, or (null) the end of all restriction. */
export function allowNow(
  { addresses, endsAtMs }: AddressWhitelist,
  target: WhitelistTarget | null,
  nowMs: number,
): AddressWhitelist {
  if (target === null) return OPEN_WHITELIST;
  const sooner = addresses.map((entry) =>
    isSame(entry, target) ? { ...entry, effectiveAtMs: Math.min(entry.effectiveAtMs, nowMs) } : entry,
  );
  return { addresses: sooner, endsAtMs };
}

/**
 * Removes a waiting part: an address, or (null) the end of all restriction. The last address of a list stays on it and
 * never takes effect: a list without addresses would restrict nothing.
 */
export function dropWaiting(
  { addresses, endsAtMs }: AddressWhitelist,
  target: WhitelistTarget | null,
): AddressWhitelist {
  if (target === null) return { addresses, endsAtMs: null };
  const left = addresses.filter((entry) => !isSame(entry, target));
  if (left.length > 0) return { addresses: left, endsAtMs };
  return { addresses: addresses.map((entry) => ({ ...entry, effectiveAtMs: NEVER_MS })), endsAtMs };
}

/** Says whether `outer` allows every address that `inner` allows, now or later, and from the same time or earlier. */
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
