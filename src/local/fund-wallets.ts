import { readBalance } from '../chain/blocks/read-balance.js';
import { mintTestToken, sendUnlocked } from '../chain/contracts/test-token.js';
import { createChainClient } from '../chain/rpc/chain-client.js';
import type { ChainClient } from '../chain/rpc/types.js';
import { transferCall } from '../chain/sending/broadcast.js';
import type { Asset, Chain } from '../domain/core/asset.js';
import { formatCrypto } from '../domain/core/money.js';

/** The least that a wallet should hold, and what it gets when it holds less, in whole coins. */
const HOT_WALLET = { leastCoins: 100n, topUpCoins: 1_000n };
const SWEEP_WALLET = { leastCoins: 1n, topUpCoins: 10n };

interface TopUp {
  readonly to: string;
  readonly asset: Asset;
  readonly leastCoins: bigint;
  readonly topUpCoins: bigint;
}

/**
 * Fills the two wallets that an operator has to fill, by ordinary transfers on the local chain: the hot wallet, which
 * pays withdrawals, and the wallet that pays the gas of sweeping. Do so before the workers run: they tell operators of
 * a wallet without gas as soon as they see it.
 *
 * @returns what was sent, in words: "1000.000000 ETH". Empty when both hold enough.
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
    // One after the other: the node chooses the nonces of its account.
    for (const each of [...ofHotWallet, ...ofSweepWallet]) sent.push(...(await topUp(client, chain, each)));
    return sent;
  } finally {
    await client.close();
  }
}

async function topUp(
  client: ChainClient,
  { rpcUrls: [rpcUrl = ''] }: Chain,
  { to, asset, leastCoins, topUpCoins }: TopUp,
): Promise<readonly string[]> {
  const unit = 10n ** BigInt(asset.decimals);
  if ((await readBalance(client, { address: to, asset })) >= leastCoins * unit) return [];
  const amountAtomic = topUpCoins * unit;
  if (asset.address === null) await sendUnlocked({ rpcUrl, ...transferCall({ asset, to, amountAtomic }) });
  else await mintTestToken({ rpcUrl, tokenAddress: asset.address, to, amountAtomic });
  return [`${formatCrypto(amountAtomic, asset.decimals)} ${asset.tokenSymbol}`];
}
