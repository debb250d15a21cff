import { z } from 'zod';
import { toChecksumAddress } from '../../chain/keys/address.js';
import type { KnownAsset } from '../../db/chains/known-assets.js';
import type { Asset, AssetId, Chain } from '../../domain/core/asset.js';
import { QuittanceError } from '../../domain/core/errors.js';
import { formatCrypto } from '../../domain/core/money.js';
import type { Shown } from '../requests/reply.js';
import {
  shownAddress,
  shownAtomic,
  shownChainCode,
  shownChainId,
  shownCount,
  shownCrypto,
  shownDecimals,
  shownTokenSymbol,
} from './fields.js';

/** Chains by chain code. */
export type Chains = ReadonlyMap<string, Chain>;

/** Returns an asset that is offered here, and its chain. Undefined: it is not offered. */
export function findAsset(chains: Chains, id: AssetId): { chain: Chain; asset: Asset } | undefined {
  const chain = chains.get(id.chainCode);
  const asset = chain?.assets.find(({ tokenSymbol }) => tokenSymbol === id.tokenSymbol);
  return chain === undefined || asset === undefined ? undefined : { chain, asset };
}

/** Returns an asset that is offered here, and its chain. @throws QuittanceError `unsupported_asset`. */
export function getOfferedAsset(chains: Chains, id: AssetId): { chain: Chain; asset: Asset } {
  const found = findAsset(chains, id);
  if (found !== undefined) return found;
  throw new QuittanceError(
    'unsupported_asset',
    `${id.tokenSymbol} on ${id.chainCode} is not offered here; GET /v1/assets lists what is.`,
  );
}

/**
 * Returns the chains and assets with which amounts in the ledger are shown: the ones that are offered now, and the ones
 * that were offered earlier.
 */
export function booksOf(chains: Chains, known: readonly KnownAsset[]): Chains {
  const books = new Map(chains);
  for (const { chainCode, chainId, tokenSymbol, address, decimals } of known) {
    const chain = books.get(chainCode) ?? formerChain({ chainCode, chainId });
    if (chain.assets.some((asset) => asset.tokenSymbol === tokenSymbol)) continue;
    const kind = address === null ? 'native' : 'erc20';
    const bounds = { minInvoiceAtomic: 1n, minWithdrawalAtomic: 1n };
    const former: Asset = {
      chainCode,
      tokenSymbol,
      kind,
      address,
      decimals,
      ...bounds,
      sweepThresholdAtomic: null,
      hotWalletCeilingAtomic: null,
    };
    books.set(chainCode, { ...chain, assets: [...chain.assets, former] });
  }
  return books;
}

/** Returns a chain that is no longer in CHAINS_FILE. It is used only to show amounts. */
function formerChain({ chainCode, chainId }: Pick<Chain, 'chainCode' | 'chainId'>): Chain {
  return {
    chainCode,
    chainId,
    name: chainCode,
    rpcUrls: [],
    confirmations: 1,
    explorerUrl: null,
    maxFeePerGasWei: 0n,
    replaceAfterMs: 0,
    pollIntervalMs: 0,
    coldAddress: null,
    nativeSymbol: '',
    assets: [],
  };
}

/**
 * Returns an asset of the ledger, and its chain. The asset may be offered no longer. See {@link booksOf}. @throws Error
 * if no worker has ever seen the asset in CHAINS_FILE.
 */
export function getKnownAsset(books: Chains, id: AssetId): { chain: Chain; asset: Asset } {
  const found = findAsset(books, id);
  if (found !== undefined) return found;
  throw new Error(
    `The ledger has ${id.tokenSymbol} on ${id.chainCode}, but no worker has ever seen it in CHAINS_FILE; list it there again`,
  );
}

/** The schema of {@link showAsset}'s answer. */
export const assetSchema = z
  .strictObject({
    chainCode: shownChainCode,
    chainId: shownChainId,
    chainName: z.string().meta({ examples: ['Base'] }),
    tokenSymbol: shownTokenSymbol,
    kind: z.enum(['erc20', 'native']),
    tokenAddress: shownAddress.nullable().meta({ description: "The token's contract; null: native coin." }),
    decimals: shownDecimals,
    confirmationsRequired: shownCount,
    minInvoiceCrypto: shownCrypto,
    minInvoiceAtomic: shownAtomic,
    minWithdrawalCrypto: shownCrypto,
    minWithdrawalAtomic: shownAtomic,
  })
  .meta({ id: 'Asset' });

/** Shows an asset that is offered. */
export function showAsset(chain: Chain, asset: Asset): Shown<typeof assetSchema> {
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
