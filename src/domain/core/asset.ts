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
  /** What a deposit address has to hold before it is swept, in base units; null: as soon as it is worth the gas. */
  readonly sweepThresholdAtomic: bigint | null;
  /** What the hot wallet may hold; the rest goes to the chain's cold address. In base units; null: no bound. */
  readonly hotWalletCeilingAtomic: bigint | null;
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
  /** How long the chain may go on without one of our transactions before its fees are raised, in ms. */
  readonly replaceAfterMs: number;
  /** How often the follower asks for a new head, in ms. */
  readonly pollIntervalMs: number;
  /** Where a hot wallet above its ceiling sends the rest, lower-case; null: nowhere. */
  readonly coldAddress: string | null;
  /** What gas is paid in, whether or not invoices can ask for it. */
  readonly nativeSymbol: string;
  /** What can be asked for and withdrawn. */
  readonly assets: readonly Asset[];
}

/** Identity of an asset: no two assets of one instance share it. */
export interface AssetId {
  readonly chainCode: string;
  readonly tokenSymbol: string;
}

/** Native coins have 18 decimals on every EVM chain. */
export const NATIVE_DECIMALS = 18;

/** The coin that gas is paid in: as an asset it is there also where it is not offered. */
export function gasAsset({ chainCode, nativeSymbol, assets }: Chain): Asset {
  return (
    assets.find(({ kind }) => kind === 'native') ?? {
      chainCode,
      tokenSymbol: nativeSymbol,
      kind: 'native',
      address: null,
      decimals: NATIVE_DECIMALS,
      minInvoiceAtomic: 1n,
      minWithdrawalAtomic: 1n,
      sweepThresholdAtomic: null,
      hotWalletCeilingAtomic: null,
    }
  );
}

export function sameAsset(a: AssetId, b: AssetId): boolean {
  return a.chainCode === b.chainCode && a.tokenSymbol === b.tokenSymbol;
}
