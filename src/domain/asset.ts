/** What the service can be paid in: a chain's native coin, or one ERC-20 token contract on it. */
export interface Asset {
  readonly chainCode: string;
  readonly tokenSymbol: string;
  readonly kind: 'native' | 'erc20';
  /** Contract address, lower-case hex; null for the native coin. */
  readonly address: string | null;
  /** Base units per whole token are 10^decimals (USDC: 6, ETH: 18; USDC on BSC: 18). */
  readonly decimals: number;
  /** Smallest invoice, in base units. */
  readonly minInvoiceAtomic: bigint;
  /** Smallest withdrawal, in base units. */
  readonly minWithdrawalAtomic: bigint;
}

/** An EVM chain as configured: how it is reached and how deep a payment must be to credit. */
export interface Chain {
  readonly chainCode: string;
  /** EIP-155 chain id. */
  readonly chainId: number;
  readonly name: string;
  readonly rpcUrls: readonly string[];
  /** Blocks, the payment's own counted (`head − block + 1`). */
  readonly confirmations: number;
  readonly explorerUrl: string | null;
  /** Upper bound for EIP-1559 `maxFeePerGas`, in wei. */
  readonly maxFeePerGasWei: bigint;
  /** How often the follower asks for a new head, in ms. */
  readonly pollIntervalMs: number;
  readonly assets: readonly Asset[];
}

/** Identity of an asset: no two assets of one instance share it. */
export interface AssetId {
  readonly chainCode: string;
  readonly tokenSymbol: string;
}

export function sameAsset(a: AssetId, b: AssetId): boolean {
  return a.chainCode === b.chainCode && a.tokenSymbol === b.tokenSymbol;
}
