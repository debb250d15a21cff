/** Gas of one payment or sweep with room to spare: a transfer of a token takes about 65,000. */
const GAS_OF_A_TRANSACTION = 100_000n;
/** A wallet that can't pay for this many more needs coin before the night is over. */
const FEW_TRANSACTIONS = 10n;

/** The bound of a chain's fees, in wei for a unit of gas. */
interface FeeBound {
  readonly maxFeePerGasWei: bigint;
}

/** Returns for how many transactions a wallet's coin is enough, at the highest fee that the chain's settings allow. */
export function transactionsLeft(balanceWei: bigint, { maxFeePerGasWei }: FeeBound): bigint {
  return balanceWei / (GAS_OF_A_TRANSACTION * maxFeePerGasWei);
}

export function isLowOnGas(balanceWei: bigint, bound: FeeBound): boolean {
  return transactionsLeft(balanceWei, bound) < FEW_TRANSACTIONS;
}
