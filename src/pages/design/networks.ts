import { oklchText, type Oklch } from './tokens.js';

/** Facts about a network that help a customer choose it. */
export interface NetworkKind {
  /** The usual time between two blocks, in ms. */
  readonly blockMs: number;
  /** What a transfer usually costs. */
  readonly fee: 'under_cent' | 'cents' | 'dollars' | 'none';
  /** The background of its bar. White text stands on it, and a test holds the contrast. */
  readonly colour: Oklch;
}

/** Networks by their EIP-155 chain id, with usual values. Only the hints of the pages use them. */
export const NETWORKS: Readonly<Record<number, NetworkKind>> = {
  1: { blockMs: 12_000, fee: 'dollars', colour: [0.42, 0.11, 275] },
  10: { blockMs: 2_000, fee: 'under_cent', colour: [0.5, 0.2, 27] },
  56: { blockMs: 750, fee: 'cents', colour: [0.44, 0.09, 80] },
  100: { blockMs: 5_000, fee: 'under_cent', colour: [0.43, 0.08, 165] },
  137: { blockMs: 2_000, fee: 'under_cent', colour: [0.46, 0.21, 295] },
  8453: { blockMs: 2_000, fee: 'under_cent', colour: [0.46, 0.24, 263] },
  42161: { blockMs: 250, fee: 'under_cent', colour: [0.42, 0.09, 245] },
  43114: { blockMs: 1_500, fee: 'cents', colour: [0.5, 0.18, 25] },
  59144: { blockMs: 2_000, fee: 'cents', colour: [0.38, 0.04, 230] },
  31337: { blockMs: 1_000, fee: 'none', colour: [0.4, 0.03, 262] },
};
/** The bar of a network that is not listed. */
const UNKNOWN_COLOUR: Oklch = [0.36, 0.03, 262];

/** Returns how many seconds a payment usually takes to be confirmed. Null: the network's block time is not known. */
export function usualSeconds(network: {
  readonly chainId: number;
  readonly confirmationsRequired: number;
}): number | null {
  const kind = NETWORKS[network.chainId];
  return kind === undefined
    ? null
    : Math.max(1, Math.ceil((kind.blockMs * network.confirmationsRequired) / 1_000));
}

/** Returns the classes that colour a network's bar and mark. A network without a colour of its own has that of `net`. */
export const networkClass = (chainId: number): string => `net net-${chainId}`;

/** Returns the colours of all networks as CSS classes, because the checkout's policy allows no style attributes. */
export function networksCss(): string {
  return Object.entries(NETWORKS)
    .map(([chainId, { colour }]) => `.net-${chainId}{--net:${oklchText(colour)}}`)
    .join('')
    .replace(/^/, `.net{--net:${oklchText(UNKNOWN_COLOUR)}}`);
}
