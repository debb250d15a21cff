/** Writes an address as people see it (EIP-55). Passed in: the checksum needs a hash that this layer doesn't have. */
export type ShowAddress = (address: string) => string;
