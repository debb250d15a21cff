import { RpcUnavailableError } from '../../../src/chain/rpc/rpc-errors.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Asset } from '../../../src/domain/core/asset.js';
import { createChainClient } from '../../../src/chain/rpc/chain-client.js';
import { deployTestToken } from '../../../src/chain/contracts/test-token.js';
import { ChainMismatchError, verifyChain } from '../../../src/chain/contracts/verify-chain.js';
import { startAnvil, type Anvil } from '../../helpers/chain/anvil.js';
import { deployOddContract } from '../../helpers/chain/odd-contracts.js';
import { otherChain, startRpcProxy, type RpcProxy } from '../../helpers/chain/rpc-proxy.js';
import { ETH, localChain, tokenAsset } from '../chain-fixture.js';

let anvil: Anvil;
let proxy: RpcProxy;
let usdc: Asset;
let bigUsdc: Asset;

beforeAll(async () => {
  anvil = await startAnvil();
  const rpcUrl = anvil.url;
  usdc = tokenAsset({ address: (await deployTestToken({ rpcUrl })).address });
  const address = await deployOddContract({ rpcUrl, name: 'EighteenDecimalsToken' });
  bigUsdc = tokenAsset({ address, symbol: 'BIG', decimals: 18 });
  proxy = await startRpcProxy(rpcUrl);
});
afterEach(() => {
  proxy.clear();
});
afterAll(async () => {
  await proxy.stop();
  await anvil.stop();
});

async function verify({
  rpcUrls,
  assets,
}: {
  rpcUrls: readonly string[];
  assets: readonly Asset[];
}): Promise<void> {
  const chain = localChain({ rpcUrls, assets });
  const client = createChainClient(chain, { timeoutMs: 30_000, maxRounds: 2 });
  try {
    await verifyChain(client, chain);
  } finally {
    await client.close();
  }
}

async function differencesOf(promise: Promise<void>): Promise<readonly string[]> {
  const error: unknown = await promise.catch((caught: unknown) => caught);
  if (!(error instanceof ChainMismatchError)) throw new Error(`expected a mismatch, got ${String(error)}`);
  return error.differences;
}

describe('the configuration of a chain', () => {
  it('is accepted when the chain reports the same', async () => {
    await expect(
      verify({ rpcUrls: [proxy.url, anvil.url], assets: [ETH, usdc, bigUsdc] }),
    ).resolves.toBeUndefined();
  });

  it('is refused when its RPCs serve another chain', async () => {
    proxy.use(otherChain(1));
    const differences = await differencesOf(verify({ rpcUrls: [proxy.url], assets: [usdc] }));
    expect(differences).toEqual([
      `chain "local": the RPC at ${proxy.url} answers for chain id 1, not 31337. Correct that URL in rpcUrls, or chainId.`,
    ]);
  });

  it('is accepted when one of several RPCs serves another chain: that one is quarantined', async () => {
    proxy.use(otherChain(1));
    await expect(verify({ rpcUrls: [proxy.url, anvil.url], assets: [usdc] })).resolves.toBeUndefined();
  });

  it('is refused when decimals differ, with the right number', async () => {
    const differences = await differencesOf(
      verify({
        rpcUrls: [anvil.url],
        assets: [
          { ...usdc, decimals: 18 },
          { ...bigUsdc, decimals: 6 },
        ],
      }),
    );
    expect(differences).toHaveLength(2);
    expect(differences[0]).toContain('its contract says 6 decimals, CHAINS_FILE says 18. Set "decimals": 6.');
    expect(differences[1]).toContain(
      'its contract says 18 decimals, CHAINS_FILE says 6. Set "decimals": 18.',
    );
  });

  it('is refused when there is no token at an address', async () => {
    const [wallet = ''] = anvil.accounts;
    const noToken = await deployOddContract({ rpcUrl: anvil.url, name: 'BatchPayer' });
    const differences = await differencesOf(
      verify({
        rpcUrls: [anvil.url],
        assets: [tokenAsset({ address: wallet }), tokenAsset({ address: noToken })],
      }),
    );
    expect(differences).toHaveLength(2);
    for (const difference of differences) expect(difference).toContain('Correct "address".');
  });

  it('ignores an RPC that is down, as long as another answers', async () => {
    proxy.use({ behaviour: { kind: 'cut' } });
    await expect(verify({ rpcUrls: [proxy.url, anvil.url], assets: [usdc] })).resolves.toBeUndefined();
    await expect(verify({ rpcUrls: [proxy.url], assets: [usdc] })).rejects.toThrow(RpcUnavailableError);
  });
});
