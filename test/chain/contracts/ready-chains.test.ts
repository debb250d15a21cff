import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  arbitrum,
  arbitrumSepolia,
  base,
  baseSepolia,
  bsc,
  bscTestnet,
  mainnet,
  optimism,
  optimismSepolia,
  polygon,
  polygonAmoy,
  sepolia,
  type Chain as KnownChain,
} from 'viem/chains';
import { toChecksumAddress } from '../../../src/chain/keys/address.js';
import { parseChainsFile } from '../../../src/config/chains-file.js';
import { fixedSweepThreshold } from '../../../src/domain/core/asset.js';

interface Listed {
  readonly chains: readonly {
    readonly chainCode: string;
    readonly rpcUrls: readonly string[];
    readonly nativeToken: { readonly symbol: string };
    readonly tokens: readonly { readonly symbol: string; readonly address: string }[];
  }[];
}

const textOf = (name: string): string =>
  readFileSync(new URL(`../../../docs/chains/${name}.json`, import.meta.url), 'utf8');

const FILES: Readonly<Record<string, { known: readonly KnownChain[]; symbols: readonly string[] }>> = {
  mainnets: { known: [mainnet, base, arbitrum, optimism, polygon, bsc], symbols: ['USDC', 'USDT'] },
  testnets: {
    known: [sepolia, baseSepolia, arbitrumSepolia, optimismSepolia, polygonAmoy, bscTestnet],
    symbols: ['USDC'],
  },
};
/** The default of `TOLERANCE_BPS`: how much less than its amount an invoice takes. */
const TOLERANCE_BPS = 50n;
const BSC_IDS: readonly number[] = [bsc.id, bscTestnet.id];

describe.each(Object.entries(FILES))('the ready file of %s', (name, { known, symbols }) => {
  const chains = parseChainsFile(textOf(name));
  const listed = (JSON.parse(textOf(name)) as Listed).chains;

  it('is complete, with the ids, native coins and explorers of its chains', () => {
    const shown = chains.map(({ chainId, explorerUrl }, i) => ({
      chainId,
      native: listed[i]?.nativeToken.symbol,
      explorerUrl,
    }));
    expect(shown).toEqual(
      known.map(({ id, nativeCurrency, blockExplorers }) => ({
        chainId: id,
        native: nativeCurrency.symbol,
        explorerUrl: blockExplorers?.default.url,
      })),
    );
  });

  it('writes every address with its right EIP-55 checksum', () => {
    const addresses = listed.flatMap(({ tokens }) => tokens.map(({ address }) => address));
    expect(addresses.map((address) => toChecksumAddress(address.toLowerCase()))).toEqual(addresses);
  });

  it('says for each valuable token when a deposit address is worth the gas of its sweep', () => {
    if (name === 'testnets') return;
    const ofChain = chains.map(({ chainCode, assets }) => [
      chainCode,
      ...new Set(
        assets.map(({ sweepThresholdAtomic, decimals }) => [sweepThresholdAtomic, decimals].join(' of ')),
      ),
    ]);
    expect(ofChain).toEqual([
      ['ethereum', '50000000 of 6'],
      ...['base', 'arbitrum', 'optimism', 'polygon'].map((chainCode) => [chainCode, '2000000 of 6']),
      ['bsc', '5000000000000000000 of 18'],
    ]);
  });

  it('accepts no invoice that is too small to be swept, even if it is underpaid within the tolerance', () => {
    for (const asset of chains.flatMap(({ assets }) => assets)) {
      const { chainCode, tokenSymbol, minInvoiceAtomic } = asset;
      const leastPaid = (minInvoiceAtomic * (10_000n - TOLERANCE_BPS)) / 10_000n;
      const isSwept = leastPaid >= (fixedSweepThreshold(asset) ?? 0n);
      expect({ chainCode, tokenSymbol, isSwept }).toEqual({ chainCode, tokenSymbol, isSwept: true });
    }
  });

  it(`lists ${symbols.join(' and ')} once on every chain, with 6 decimals, on BSC with 18`, () => {
    for (const { chainId, assets } of chains) {
      expect(assets.map(({ tokenSymbol }) => tokenSymbol)).toEqual(expect.arrayContaining([...symbols]));
      expect(new Set(assets.map(({ decimals }) => decimals))).toEqual(
        new Set([BSC_IDS.includes(chainId) ? 18 : 6]),
      );
    }
    const addresses = chains.flatMap(({ assets }) => assets.map(({ address }) => address));
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('gives each chain two RPCs of different providers, over https, and more than one confirmation', () => {
    for (const { rpcUrls, confirmations } of chains) {
      const providers = rpcUrls.map((url) => new URL(url).hostname.split('.').slice(-2).join('.'));
      expect([providers.length, new Set(providers).size]).toEqual([2, 2]);
      expect(rpcUrls.every((url) => url.startsWith('https://'))).toBe(true);
      expect(confirmations).toBeGreaterThan(1);
    }
  });
});

it('no test network is mistaken for a main network, nor one token for another', () => {
  const all = Object.keys(FILES).flatMap((name) => parseChainsFile(textOf(name)));
  expect(new Set(all.map(({ chainId }) => chainId)).size).toBe(all.length);
  expect(new Set(all.map(({ chainCode }) => chainCode)).size).toBe(all.length);
  const addresses = all.flatMap(({ assets }) => assets.map(({ address }) => address));
  expect(new Set(addresses).size).toBe(addresses.length);
});
