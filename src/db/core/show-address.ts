/** Writes an address with its EIP-55 checksum. It is passed in, since this layer does not have the hash function. */
export type ShowAddress = (address: string) => string;
