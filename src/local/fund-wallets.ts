import { readBalance } from '../chain/blocks/read-balance.js';
import { mintTestToken, sendUnlocked } from '../chain/contracts/test-token.js';
import { createChainClient } from '../chain/rpc/chain-client.js';
import type { ChainClient } from '../chain/rpc/types.js';
import { transferCall } from '../chain/sending/broadcast.js';
import type { Asset, Chain } from '../domain/core/asset.js';
import { formatCrypto } from '../domain/core/money.js';

/** A wallet that holds less than `leastCoins` gets `topUpCoins`, in whole coins. */
const HOT_WALLET = { name: 'hot', leastCoins: 100n, topUpCoins: 1_000n };
const SWEEP_WALLET = { name: 'sweep', leastCoins: 1n, topUpCoins: 10n };

interface TopUp {
  readonly name: string;
  readonly to: string;
  readonly asset: Asset;
  readonly leastCoins: bigint;
  readonly topUpCoins: bigint;
}

/**
 * Fills two wallets by ordinary transfers on the local chain: the hot wallet, which pays withdrawals, and the wallet that
 * pays the gas of sweeps. In production the operator fills these. It has to run before the workers, because they alert
 * operators as soon as they see a wallet without gas.
 *
 * @returns the sent amounts in words, such as "1000.000000 ETH (hot)". Empty when both wallets hold enough.
 */
export async function fundWallets(
  chain: Chain,
  { hotWalletAddress, sweepWalletAddress }: { hotWalletAddress: string; sweepWalletAddress: string },
): Promise<readonly string[]> {
  const ofHotWallet = chain.assets.map((asset) => ({ to: hotWalletAddress, asset, ...HOT_WALLET }));
  const ofSweepWallet = chain.assets
    .filter(({ kind }) => kind === 'native')
    .map((asset) => ({ to: sweepWalletAddress, asset, ...SWEEP_WALLET }));
  const client = createChainClient(chain);
  const sent: string[] = [];
  try {
    // The transfers are sent one after the other, because the node chooses the nonces of its account.
    for (const each of [...ofHotWallet, ...ofSweepWallet]) sent.push(...(await topUp(client, chain, each)));
    return sent;
  } finally {
    await client.close();
  }
}

async function topUp(
  client: ChainClient,
  { rpcUrls: [rpcUrl = ''] }: Chain,
  { name, to, asset, leastCoins, topUpCoins }: TopUp,
): Promise<readonly string[]> {
  const unit = 10n ** BigInt(asset.decimals);
  if ((await readBalance(client, { address: to, asset })) >= leastCoins * unit) return [];
  const amountAtomic = topUpCoins * unit;
  if (asset.address === null) await sendUnlocked({ rpcUrl, ...transferCall({ asset, to, amountAtomic }) });
  else await mintTestToken({ rpcUrl, tokenAddress: asset.address, to, amountAtomic });
  return [`${formatCrypto(amountAtomic, asset.decimals)} ${asset.tokenSymbol} (${name})`];
}
