/** The most digits after the point that an asset can have. */
export const ASSET_DECIMALS_MAX = 36;

/** A currency that invoices are paid in: a chain's native coin, or one ERC-20 token contract on the chain. */
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
  /** Least balance at which a deposit address is swept, in base units; null: as soon as it is worth the gas. */
  readonly sweepThresholdAtomic: bigint | null;
  /** The most that the hot wallet keeps, in base units; the rest goes to the cold address. Null: no ceiling. */
  readonly hotWalletCeilingAtomic: bigint | null;
}

/** An EVM chain as configured: its RPCs, its assets and the confirmations that a payment needs. */
export interface Chain {
  readonly chainCode: string;
  /** EIP-155 chain id. */
  readonly chainId: number;
  readonly name: string;
  readonly rpcUrls: readonly string[];
  /** Blocks that confirm a payment, its own included (`head − block + 1`). */
  readonly confirmations: number;
  readonly explorerUrl: string | null;
  /** A public RPC for customers' wallets that do not know the chain. Absent: there is none. */
  readonly walletRpcUrl?: string;
  /** Upper bound for EIP-1559 `maxFeePerGas`, in wei. */
  readonly maxFeePerGasWei: bigint;
  /** How long the chain may leave one of our transactions out before its fees are raised, in ms. */
  readonly replaceAfterMs: number;
  /** How often the follower asks for a new head, in ms. */
  readonly pollIntervalMs: number;
  /** The address to which a hot wallet above its ceiling sends the rest, lower-case; null: nothing is sent. */
  readonly coldAddress: string | null;
  /** The coin that pays for gas, whether or not invoices can ask for it. */
  readonly nativeSymbol: string;
  /** The assets of invoices and withdrawals. */
  readonly assets: readonly Asset[];
}

/** Identity of an asset: no two assets of one instance share it. */
export interface AssetId {
  readonly chainCode: string;
  readonly tokenSymbol: string;
}

/** Native coins have 18 decimals on every EVM chain. */
export const NATIVE_DECIMALS = 18;

/** Returns the coin that pays for gas as an asset, even where it is not offered. */
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

/**
 * Returns what a deposit address must hold to be swept, in base units: as configured, or one whole token. Null for a
 * native coin without a threshold: there the current fees decide.
 */
export function fixedSweepThreshold(
  asset: Pick<Asset, 'kind' | 'decimals' | 'sweepThresholdAtomic'>,
): bigint | null {
  if (asset.sweepThresholdAtomic !== null || asset.kind === 'native') return asset.sweepThresholdAtomic;
  return 10n ** BigInt(asset.decimals);
}

export function sameAsset(a: AssetId, b: AssetId): boolean {
  return a.chainCode === b.chainCode && a.tokenSymbol === b.tokenSymbol;
}
