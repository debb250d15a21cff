/** EIP-1559 fees, in wei for each unit of gas. */
export interface FeePair {
  readonly maxFeePerGasWei: bigint;
  readonly maxPriorityFeePerGasWei: bigint;
}

export type RaisedFees =
  | { readonly kind: 'raised'; readonly fees: FeePair }
  /** Nodes would not take less than `neededWei` for the max fee, and the cap is below it. */
  | { readonly kind: 'capped'; readonly neededWei: bigint };

/** No node asks for more to replace a transaction: geth for 10 % on both fees, others for 12.5 %. */
const RAISE_DIVISOR = 8n;

/**
 * Fees for a transaction that replaces all of `attempts`: at least 12.5 % above each of them on both fees, and what is
 * advised now where that is more. Never above the cap: then nothing is replaced.
 */
export function raiseFees({
  attempts,
  advised,
  capWei,
}: {
  attempts: readonly FeePair[];
  advised: FeePair;
  capWei: bigint;
}): RaisedFees {
  const neededWei = raised(highest(attempts.map(({ maxFeePerGasWei }) => maxFeePerGasWei)));
  const neededPriorityWei = raised(
    highest(attempts.map(({ maxPriorityFeePerGasWei }) => maxPriorityFeePerGasWei)),
  );
  if (neededWei > capWei) return { kind: 'capped', neededWei };
  const maxFeePerGasWei = lower(capWei, higher(neededWei, advised.maxFeePerGasWei));
  const maxPriorityFeePerGasWei = lower(
    maxFeePerGasWei,
    higher(neededPriorityWei, advised.maxPriorityFeePerGasWei),
  );
  return { kind: 'raised', fees: { maxFeePerGasWei, maxPriorityFeePerGasWei } };
}

/**
 * Has the chain gone on for so long since a transaction was first sent, without taking it? In the chain's own time: a
 * chain that stands still takes nothing, whatever is paid.
 */
export function isStuck({
  firstSentAtMs,
  chainTimeMs,
  replaceAfterMs,
}: {
  firstSentAtMs: number | null;
  /** Timestamp of the last block read. */
  chainTimeMs: number | null;
  replaceAfterMs: number;
}): boolean {
  return firstSentAtMs !== null && chainTimeMs !== null && chainTimeMs - firstSentAtMs >= replaceAfterMs;
}

function raised(wei: bigint): bigint {
  return wei + (wei + RAISE_DIVISOR - 1n) / RAISE_DIVISOR + (wei === 0n ? 1n : 0n);
}

function highest(fees: readonly bigint[]): bigint {
  return fees.reduce(higher, 0n);
}

function higher(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function lower(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
