import { useNetworkName } from '../data/networks.js';

/** The name of a network. */
export const Network = ({ code }: { readonly code: string }) => useNetworkName()(code);
