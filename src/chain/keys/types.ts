/** An address agrees to run a contract's code as its own (EIP-7702), once it has sent `nonce` transactions. */
export interface SignedAuthorization {
  readonly chainId: number;
  /** The contract, lower-case. */
  readonly address: string;
  readonly nonce: number;
  readonly r: string;
  readonly s: string;
  readonly yParity: number;
}

/** What is signed: one EIP-1559 transaction, whole; with authorizations one of EIP-7702. */
export interface UnsignedTransaction {
  readonly chainId: number;
  readonly nonce: number;
  /** Lower-case address; null: `data` creates a contract. */
  readonly to: string | null;
  /** Native coin, in wei. */
  readonly valueAtomic: bigint;
  readonly data: string;
  readonly gasLimit: bigint;
  readonly maxFeePerGasWei: bigint;
  readonly maxPriorityFeePerGasWei: bigint;
  readonly authorizations?: readonly SignedAuthorization[];
}

export interface SignedTransaction {
  /** The bytes to broadcast, in hex. */
  readonly raw: string;
  /** The hash that the transaction will have on the chain. */
  readonly hash: string;
}

/** A wallet whose key stays inside: it gives signatures only. */
export interface TransactionSigner {
  /** Lower-case address. */
  readonly address: string;
  signTransaction(transaction: UnsignedTransaction): Promise<SignedTransaction>;
}

/** A deposit address that signs: it can let a contract run as itself, too. */
export interface DepositSigner extends TransactionSigner {
  signAuthorization(of: { chainId: number; address: string; nonce: number }): Promise<SignedAuthorization>;
}

/** The keys that sweeping needs. A deposit address's is derived where it is used, and kept nowhere. */
export interface SweepKeys {
  /** Pays for batches, and gives deposit addresses their gas money. */
  readonly wallet: TransactionSigner;
  /** @param index child index of the deposit account, as `deriveDepositAddress` takes it. */
  deposit(index: number): DepositSigner;
}
