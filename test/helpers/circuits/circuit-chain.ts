import { createHash } from 'node:crypto';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { createChainClient } from '../../../src/chain/rpc/chain-client.js';
import { transferCall } from '../../../src/chain/sending/broadcast.js';
import { deployTestToken, mintTestToken, sendUnlocked } from '../../../src/chain/contracts/test-token.js';
import type { Receipt } from '../../../src/chain/transfers/receipts.js';
import type { Asset, Chain } from '../../../src/domain/core/asset.js';
import { ANVIL_CHAIN_ID, type Anvil } from '../chain/anvil.js';
import { ChainNews, withNews } from './chain-news.js';
import { callOddContract, deployOddContract } from '../chain/odd-contracts.js';
import { startRpcProxy, type RequestGate, type RpcProxy } from '../chain/rpc-proxy.js';
import { takeNode } from './spare-nodes.js';

/** Amount of each token that a BatchPayer gets, in base units. */
const PLENTY = 10n ** 30n;

export interface CircuitChainOptions {
  /** Default `local`. */
  readonly chainCode?: string;
  readonly chainId?: number;
  /** Default 8: finalized is 16 blocks behind the head. */
  readonly slotsInAnEpoch?: number;
  /** Whether invoices can be paid in the native coin. Default true. */
  readonly offersNative?: boolean;
  /** Number of proxies in front of anvil; each is one RPC of the chain. Default 0: anvil itself is the RPC. */
  readonly proxies?: number;
  /** Also lists a token whose transfer returns nothing (USDT) and one with 18 decimals (DAI). */
  readonly oddTokens?: boolean;
  /** Number of unlocked accounts. Default 10. The first one pays, and gets tokens for each payment. */
  readonly payers?: number;
  /** Default 50. */
  readonly pollIntervalMs?: number;
  /** Time-out of one request to an RPC. Default 2 000. */
  readonly timeoutMs?: number;
  /** Number of newest blocks whose state anvil keeps; fewer make mining faster. Default: all. */
  readonly keptStates?: number;
  /** Rules of the chain (hardfork), as anvil names them. Default: the newest. */
  readonly hardfork?: string;
  /** Changes the rest of the chain's configuration, as the operator would. */
  readonly adjust?: (chain: Chain) => Chain;
  readonly gateOf?: (path: string) => RequestGate | undefined;
  /** Goes on from the blocks of a chain that was kept. Default: an empty chain. */
  readonly from?: KeptChain;
}

/** A chain as it was when it was kept. */
export interface KeptChain {
  /** All of it, as anvil writes it. */
  readonly state: string;
  /** The contracts of its tokens, by symbol. */
  readonly tokens: Readonly<Record<string, string>>;
}

export interface Payment {
  readonly asset: Asset;
  readonly to: string;
  readonly amountAtomic: bigint;
}

/** One chain of a money circuit: anvil, its tokens, and the RPCs through which the product sees it. */
export interface CircuitChain {
  readonly anvil: Anvil;
  readonly proxies: readonly RpcProxy[];
  /** Wakes the followers when they have something to look at. */
  readonly news: ChainNews;
  readonly chain: Chain;
  readonly client: ChainClient;
  readonly eth: Asset;
  readonly usdc: Asset;
  /** Returns the asset with this symbol. Throws when the chain does not list it. */
  asset(tokenSymbol: string): Asset;
  /** Pays from the first account, which gets the asset first; in a transaction and a block of its own. */
  transfer(payment: Payment): Promise<Receipt>;
  /** Does the same for several payments: one transaction each, all in one block. */
  transferTogether(payments: readonly Payment[]): Promise<void>;
  stop(): Promise<void>;
}

const adjusted = ({ adjust }: CircuitChainOptions, chain: Chain): Chain => adjust?.(chain) ?? chain;

export async function startCircuitChain(options: CircuitChainOptions = {}): Promise<CircuitChain> {
  const { chainCode = 'local', chainId = ANVIL_CHAIN_ID, proxies: proxyCount = 0, gateOf } = options;
  const news = new ChainNews();
  const { anvil: node, tokens } = await takeNode(
    {
      slotsInAnEpoch: options.slotsInAnEpoch ?? 8,
      args: [
        ...['--chain-id', String(chainId), '--accounts', String(options.payers ?? 10)],
        ...(options.keptStates === undefined ? [] : ['--prune-history', String(options.keptStates)]),
        ...hardforkArgs(options),
      ],
    },
    firstBlocksOf(options),
  );
  const anvil = withNews(node, news);
  const proxies = await Promise.all(
    Array.from({ length: proxyCount }, () =>
      startRpcProxy(anvil.url, gateOf === undefined ? {} : { gateOf }),
    ),
  );
  const assets = assetsOf(tokens, chainCode);
  const chain = adjusted(options, {
    chainCode,
    chainId,
    name: `Chain ${chainCode}`,
    rpcUrls: proxyCount === 0 ? [anvil.url] : proxies.map(({ url }) => url),
    confirmations: 3,
    explorerUrl: null,
    nativeSymbol: 'ETH',
    coldAddress: null,
    maxFeePerGasWei: 10n ** 12n,
    replaceAfterMs: 120_000,
    pollIntervalMs: options.pollIntervalMs ?? 50,
    assets: assets.filter(({ kind }) => kind === 'erc20' || (options.offersNative ?? true)),
  });
  const client = createChainClient(chain, { timeoutMs: options.timeoutMs ?? 30_000, maxRounds: 1 });
  const asset = (tokenSymbol: string): Asset => {
    const found = [...chain.assets, ...assets].find((each) => each.tokenSymbol === tokenSymbol);
    if (found === undefined) throw new Error(`${chainCode} lists no ${tokenSymbol}`);
    return found;
  };
  return {
    anvil,
    proxies,
    news,
    chain,
    client,
    asset,
    eth: asset('ETH'),
    usdc: asset('USDC'),
    transfer: async (payment) => {
      await mintFor(anvil, payment);
      return news.tellAfter(sendUnlocked({ rpcUrl: anvil.url, ...transferCall(payment) }));
    },
    transferTogether: async (payments) => {
      const [from] = anvil.accounts;
      for (const payment of payments) await mintFor(anvil, payment);
      await anvil.rpc('evm_setAutomine', [false]);
      for (const { to, data, valueAtomic } of payments.map(transferCall)) {
        const value = `0x${valueAtomic.toString(16)}`;
        await anvil.rpc('eth_sendTransaction', [{ from, to, data, value, gas: '0x100000' }]);
      }
      await anvil.mine(1);
      await anvil.rpc('evm_setAutomine', [true]);
    },
    stop: async () => {
      await client.close();
      await Promise.all(proxies.map((proxy) => proxy.stop()));
      await anvil.stop();
    },
  };
}

async function mintFor(anvil: Anvil, { asset, amountAtomic }: Payment): Promise<void> {
  const [payer = ''] = anvil.accounts;
  const { address: tokenAddress } = asset;
  if (tokenAddress !== null)
    await mintTestToken({ rpcUrl: anvil.url, tokenAddress, to: payer, amountAtomic });
}

function hardforkArgs({ hardfork }: CircuitChainOptions): readonly string[] {
  return hardfork === undefined ? [] : ['--hardfork', hardfork];
}

/** Returns the first blocks: those of a kept chain, or those that deploy the tokens. */
function firstBlocksOf({ from, oddTokens = false }: CircuitChainOptions): Parameters<typeof takeNode>[1] {
  if (from === undefined)
    return { name: `odd tokens: ${String(oddTokens)}`, prepare: ({ url }) => deployTokens(url, oddTokens) };
  return {
    name: createHash('sha256').update(from.state).digest('hex'),
    prepare: async (anvil) => {
      await anvil.rpc('anvil_loadState', [from.state]);
      return from.tokens;
    },
  };
}

/** @returns the addresses of the tokens' contracts, by symbol. */
async function deployTokens(rpcUrl: string, oddTokens: boolean): Promise<KeptChain['tokens']> {
  const { address: usdc } = await deployTestToken({ rpcUrl });
  if (!oddTokens) return { USDC: usdc };
  const usdt = await deployOddContract({ rpcUrl, name: 'NoReturnToken' });
  return { USDC: usdc, USDT: usdt, DAI: await deployOddContract({ rpcUrl, name: 'EighteenDecimalsToken' }) };
}

function assetsOf(tokens: KeptChain['tokens'], chainCode: string): readonly Asset[] {
  const common = {
    chainCode,
    minInvoiceAtomic: 1n,
    minWithdrawalAtomic: 1n,
    sweepThresholdAtomic: null,
    hotWalletCeilingAtomic: null,
  };
  const eth: Asset = { ...common, tokenSymbol: 'ETH', kind: 'native', address: null, decimals: 18 };
  const erc20 = Object.entries(tokens).map(([tokenSymbol, address]): Asset => {
    const decimals = tokenSymbol === 'DAI' ? 18 : 6;
    return { ...common, tokenSymbol, address, decimals, kind: 'erc20' };
  });
  return [eth, ...erc20];
}

/** Deploys a contract that pays many at once (BatchPayer), with plenty of each asset. @returns its address. */
export async function deployBatchPayer(anvil: Anvil, assets: readonly Asset[]): Promise<string> {
  const rpcUrl = anvil.url;
  const address = await deployOddContract({ rpcUrl, name: 'BatchPayer' });
  for (const { address: tokenAddress } of assets) {
    if (tokenAddress !== null)
      await mintTestToken({ rpcUrl, tokenAddress, to: address, amountAtomic: PLENTY });
  }
  return address;
}

/** Pays from a BatchPayer's own balance: one transfer for each part, all in one transaction. */
export function payFromContract(
  anvil: Anvil,
  payment: {
    batchPayer: string;
    asset: Asset;
    to: string;
    partsAtomic: readonly bigint[];
  },
): Promise<Receipt> {
  const { batchPayer, asset, to, partsAtomic } = payment;
  return callOddContract({
    rpcUrl: anvil.url,
    name: 'BatchPayer',
    address: batchPayer,
    functionName: 'payMany',
    args: [asset.address, partsAtomic.map(() => to), partsAtomic],
  });
}
