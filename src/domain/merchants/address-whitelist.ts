/** A place that a key may withdraw to. */
export interface WhitelistedAddress {
  readonly chainCode: string;
  /** Lower-case. */
  readonly address: string;
  readonly label: string;
}

/**
 * Where a key may withdraw to. What loosens it waits, so that whoever took a key can't just list an address of their
 * own: its owner has that long to notice. With no addresses there is no restriction.
 */
export interface AddressWhitelist {
  /** Each may be withdrawn to from `effectiveAtMs` on (epoch ms). */
  readonly addresses: readonly (WhitelistedAddress & { readonly effectiveAtMs: number })[];
  /** From then on (epoch ms) the addresses restrict nothing; null: they stay. */
  readonly endsAtMs: number | null;
}

/** No restriction. */
export const OPEN_WHITELIST: AddressWhitelist = { addresses: [], endsAtMs: null };

type WhitelistEntry = Pick<WhitelistedAddress, 'chainCode' | 'address'>;

function isSame(a: WhitelistEntry, b: WhitelistEntry): boolean {
  return a.chainCode === b.chainCode && a.address === b.address;
}

/** Does the list restrict nothing at this moment? */
export function isOpen({ addresses, endsAtMs }: AddressWhitelist, nowMs: number): boolean {
  return addresses.length === 0 || (endsAtMs !== null && endsAtMs <= nowMs);
}

export function mayWithdrawTo(whitelist: AddressWhitelist, place: WhitelistEntry, nowMs: number): boolean {
  return (
    isOpen(whitelist, nowMs) ||
    whitelist.addresses.some((entry) => entry.effectiveAtMs <= nowMs && isSame(entry, place))
  );
}

/**
 * Replaces a list by another. What is not on the new one ends at once; what is new on it, and the end of all
 * restriction, takes effect after the delay. What waited already keeps its time. The first list of a key without
 * restrictions only tightens: it holds at once.
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

/** Is everything that `inner` lets through, now or later, let through by `outer` no later? */
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
