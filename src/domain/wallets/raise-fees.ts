/** EIP-1559 fees, in wei per unit of gas. */
export interface FeePair {
  readonly maxFeePerGasWei: bigint;
  readonly maxPriorityFeePerGasWei: bigint;
}

export type RaisedFees =
  | { readonly kind: 'raised'; readonly fees: FeePair }
  /** Nodes accept no max fee below `neededWei`, and the cap is below that. */
  | { readonly kind: 'capped'; readonly neededWei: bigint };

/** A raise by one eighth. To replace a transaction, geth asks for 10 % more on both fees and others for 12.5 %. */
const RAISE_DIVISOR = 8n;

/**
 * Returns the fees of a transaction that replaces all `attempts`. Both fees are at least 12.5 % above each attempt, and
 * never below the fees advised now. When the cap does not allow that, nothing is replaced.
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
 * Says whether the chain has gone on for `replaceAfterMs` since a transaction was first sent. The chain's own time
 * counts: a chain without new blocks mines nothing, whatever the fee.
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
