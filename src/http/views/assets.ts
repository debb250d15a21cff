import { toChecksumAddress } from '../../chain/address.js';
import type { Asset, AssetId, Chain } from '../../domain/asset.js';
import { QuittanceError } from '../../domain/errors.js';
import { formatCrypto } from '../../domain/money.js';

export type Chains = ReadonlyMap<string, Chain>;

/** A chain and what it offers. Undefined: not offered here. */
export function findAsset(chains: Chains, id: AssetId): { chain: Chain; asset: Asset } | undefined {
  const chain = chains.get(id.chainCode);
  const asset = chain?.assets.find(({ tokenSymbol }) => tokenSymbol === id.tokenSymbol);
  return chain === undefined || asset === undefined ? undefined : { chain, asset };
}

/** @throws QuittanceError `unsupported_asset`. */
export function getOfferedAsset(chains: Chains, id: AssetId): { chain: Chain; asset: Asset } {
  const found = findAsset(chains, id);
  if (found !== undefined) return found;
  throw new QuittanceError(
    'unsupported_asset',
    `${id.tokenSymbol} on ${id.chainCode} is not offered here; GET /v1/assets lists what is.`,
  );
}

/**
 * An asset that is in our books. It was offered once; when it is not any more its decimals are unknown, and an amount
 * can't be shown.
 */
export function getKnownAsset(chains: Chains, id: AssetId): { chain: Chain; asset: Asset } {
  const found = findAsset(chains, id);
  if (found !== undefined) return found;
  throw new Error(`${id.tokenSymbol} on ${id.chainCode} is in the books but not in CHAINS_FILE; put it back`);
}

/** What can be asked for. */
export function showAsset(chain: Chain, asset: Asset): object {
  return {
    chainCode: chain.chainCode,
    chainId: chain.chainId,
    chainName: chain.name,
    tokenSymbol: asset.tokenSymbol,
    kind: asset.kind,
    tokenAddress: asset.address === null ? null : toChecksumAddress(asset.address),
    decimals: asset.decimals,
    confirmationsRequired: chain.confirmations,
    minInvoiceCrypto: formatCrypto(asset.minInvoiceAtomic, asset.decimals),
    minInvoiceAtomic: asset.minInvoiceAtomic.toString(),
    minWithdrawalCrypto: formatCrypto(asset.minWithdrawalAtomic, asset.decimals),
    minWithdrawalAtomic: asset.minWithdrawalAtomic.toString(),
  };
}
