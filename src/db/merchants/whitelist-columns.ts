import type { AddressWhitelist, WhitelistedAddress } from '../../domain/merchants/address-whitelist.js';

/** The columns that hold a whitelist. */
export interface WhitelistColumns {
  /** An entry without a time was always in effect. */
  readonly withdrawal_addresses: readonly (WhitelistedAddress & { readonly effectiveAtMs?: number })[];
  readonly whitelist_ends_at: Date | null;
}

export function toAddressWhitelist(columns: WhitelistColumns): AddressWhitelist {
  return {
    addresses: columns.withdrawal_addresses.map((entry) => ({ effectiveAtMs: 0, ...entry })),
    endsAtMs: columns.whitelist_ends_at?.getTime() ?? null,
  };
}

/** Returns the values of the columns. */
export function whitelistColumns({
  addresses,
  endsAtMs,
}: AddressWhitelist): Record<keyof WhitelistColumns, unknown> {
  return {
    withdrawal_addresses: JSON.stringify(addresses),
    whitelist_ends_at: endsAtMs === null ? null : new Date(endsAtMs),
  };
}
