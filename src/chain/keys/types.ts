/** An address's signed consent to run a contract's code as its own (EIP-7702). Valid when its next nonce is `nonce`. */
export interface SignedAuthorization {
  readonly chainId: number;
  /** The contract, lower-case. */
  readonly address: string;
  readonly nonce: number;
  readonly r: string;
  readonly s: string;
  readonly yParity: number;
}

/** A complete transaction before it is signed: EIP-1559, or EIP-7702 when it has authorizations. */
export interface UnsignedTransaction {
  readonly chainId: number;
  readonly nonce: number;
  /** Lower-case address; null when `data` creates a contract. */
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

/** A wallet that only gives signatures. Its key stays inside. */
export interface TransactionSigner {
  /** Lower-case address. */
  readonly address: string;
  signTransaction(transaction: UnsignedTransaction, how?: HowToSign): Promise<SignedTransaction>;
}

/** How to sign. */
export interface HowToSign {
  /**
   * True: no two signatures of the same transaction are equal, so no two hashes are. By default they are equal: RFC
   * 6979 derives the random number of a signature from the key and the message. A key service draws its own random
   * number.
   */
  readonly isUnlike?: boolean;
}

/** The signer of a deposit address. It can also sign an authorization for a contract to run as this address. */
export interface DepositSigner extends TransactionSigner {
  signAuthorization(of: { chainId: number; address: string; nonce: number }): Promise<SignedAuthorization>;
}

/** The keys for sweeping. The key of a deposit address is derived where it is used, and stored nowhere. */
export interface SweepKeys {
  /** The wallet that pays for batches, and sends gas money to deposit addresses. */
  readonly wallet: TransactionSigner;
  /** @param index the child index in the deposit account, as in `deriveDepositAddress`. */
  deposit(index: number): DepositSigner;
}
