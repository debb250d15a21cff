import type { Asset, Chain } from '../../src/domain/core/asset.js';
import { ANVIL_CHAIN_ID } from '../helpers/chain/anvil.js';

export const ETH: Asset = {
  chainCode: 'local',
  tokenSymbol: 'ETH',
  kind: 'native',
  address: null,
  decimals: 18,
  minInvoiceAtomic: 1n,
  minWithdrawalAtomic: 1n,
  sweepThresholdAtomic: null,
  hotWalletCeilingAtomic: null,
};

export function tokenAsset({
  address,
  symbol = 'USDC',
  decimals = 6,
}: {
  address: string;
  symbol?: string;
  decimals?: number;
}): Asset {
  return { ...ETH, kind: 'erc20', tokenSymbol: symbol, address, decimals };
}

export function localChain({
  rpcUrls,
  assets = [ETH],
}: {
  rpcUrls: readonly string[];
  assets?: readonly Asset[];
}): Chain {
  return {
    chainCode: 'local',
    chainId: ANVIL_CHAIN_ID,
    name: 'Local chain',
    rpcUrls,
    confirmations: 3,
    explorerUrl: null,
    coldAddress: null,
    nativeSymbol: 'ETH',
    maxFeePerGasWei: 100_000_000_000n,
    replaceAfterMs: 120_000,
    pollIntervalMs: 100,
    assets,
  };
}
