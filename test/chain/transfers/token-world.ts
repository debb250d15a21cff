import type { ChainClient } from '../../../src/chain/rpc/types.js';
import type { Asset } from '../../../src/domain/core/asset.js';
import { transferCall } from '../../../src/chain/sending/broadcast.js';
import {
  findInBlock,
  type FoundTransfers,
  type WantedTransfers,
} from '../../../src/chain/transfers/find-transfers.js';
import type { FoundTransfer, Watched } from '../../../src/chain/transfers/prove-transfers.js';
import { readBlock, type Block } from '../../../src/chain/blocks/read-blocks.js';
import { createChainClient } from '../../../src/chain/rpc/chain-client.js';
import {
  deployTestToken,
  mintTestToken,
  sendUnlocked,
  type UnlockedTransaction,
} from '../../../src/chain/contracts/test-token.js';
import { startAnvil, type Anvil } from '../../helpers/chain/anvil.js';
import { deployOddContract } from '../../helpers/chain/odd-contracts.js';
import { startRpcProxy, type RpcProxy } from '../../helpers/chain/rpc-proxy.js';
import { ETH, localChain, tokenAsset } from '../chain-fixture.js';

/** Alice and Bob are watched; the third address is not. */
export const ALICE = `0x${'a1'.repeat(20)}`;
export const BOB = `0x${'b0'.repeat(20)}`;
export const STRANGER = `0x${'5a'.repeat(20)}`;

type Sent = Omit<UnlockedTransaction, 'rpcUrl'>;

/** A chain with tokens, plain and odd, behind two proxies. */
export interface TokenWorld {
  readonly anvil: Anvil;
  readonly first: RpcProxy;
  readonly second: RpcProxy;
  /** The account that holds plenty of each asset. */
  readonly payer: string;
  readonly usdc: Asset;
  /** A token whose `transfer` returns nothing. */
  readonly usdt: Asset;
  /** A token of 18 decimals. */
  readonly bigUsdc: Asset;
  /** The native coin and the three tokens. */
  readonly assets: readonly Asset[];
  /** Address of a LiarToken, which is not listed. */
  readonly liar: string;
  /** Address of a BatchPayer with plenty of each token. */
  readonly batchPayer: string;
  pay(asset: Asset, transfer: { to: string; amountAtomic: bigint }): Sent;
  /** Sends a transaction. @returns the block that contains it. */
  blockWith(transaction: Sent): Promise<Block>;
  /** Puts transactions into one block, whether they succeed or not. */
  blockWithAll(transactions: readonly Sent[]): Promise<Block>;
  clientOf(rpcUrls: readonly string[]): ChainClient;
  stop(): Promise<void>;
}

export async function startTokenWorld(): Promise<TokenWorld> {
  const anvil = await startAnvil();
  const rpcUrl = anvil.url;
  const payer = anvil.accounts[0] ?? '';
  const usdc = tokenAsset({ address: (await deployTestToken({ rpcUrl })).address });
  const usdt = tokenAsset({
    address: await deployOddContract({ rpcUrl, name: 'NoReturnToken' }),
    symbol: 'USDT',
  });
  const bigAddress = await deployOddContract({ rpcUrl, name: 'EighteenDecimalsToken' });
  const bigUsdc = tokenAsset({ address: bigAddress, symbol: 'USDC18', decimals: 18 });
  const liar = await deployOddContract({ rpcUrl, name: 'LiarToken' });
  const batchPayer = await deployOddContract({ rpcUrl, name: 'BatchPayer' });
  for (const { address } of [usdc, usdt, bigUsdc]) {
    for (const to of [payer, batchPayer]) {
      await mintTestToken({ rpcUrl, tokenAddress: address ?? '', to, amountAtomic: 10n ** 30n });
    }
  }
  const [first, second] = await Promise.all([startRpcProxy(rpcUrl), startRpcProxy(rpcUrl)]);
  const direct = clientOf([rpcUrl]);
  return {
    anvil,
    first,
    second,
    payer,
    usdc,
    usdt,
    bigUsdc,
    liar,
    batchPayer,
    clientOf,
    assets: [ETH, usdc, usdt, bigUsdc],
    pay: (asset, transfer) => ({ from: payer, ...transferCall({ asset, ...transfer }) }),
    blockWith: async (transaction) => {
      const { blockNumber } = await sendUnlocked({ rpcUrl, ...transaction });
      return readBlock(direct, blockNumber);
    },
    blockWithAll: async (transactions) => {
      await mineTogether(anvil, { payer, transactions });
      return readBlock(direct, Number(await anvil.rpc<string>('eth_blockNumber')));
    },
    stop: async () => {
      await Promise.all([first.stop(), second.stop(), direct.close()]);
      await anvil.stop();
    },
  };
}

async function mineTogether(
  anvil: Anvil,
  { payer, transactions }: { payer: string; transactions: readonly Sent[] },
): Promise<void> {
  await anvil.rpc('evm_setAutomine', [false]);
  for (const { to, data = '0x', valueAtomic = 0n } of transactions) {
    const value = `0x${valueAtomic.toString(16)}`;
    await anvil.rpc('eth_sendTransaction', [{ from: payer, to, data, value, gas: '0x100000' }]);
  }
  await anvil.mine(1);
  await anvil.rpc('evm_setAutomine', [true]);
}

function clientOf(rpcUrls: readonly string[]): ChainClient {
  return createChainClient(localChain({ rpcUrls }), { timeoutMs: 30_000, maxRounds: 2 });
}

/** Watches Alice and Bob, and no withdrawals. */
export const aliceAndBob = (addresses: readonly string[]): Promise<Watched> =>
  Promise.resolve({
    ours: new Set(addresses.filter((address) => [ALICE, BOB].includes(address))),
    payers: new Set(),
  });

/** Finds transfers to Alice and Bob. With `traces` also those inside transactions. */
export async function find(
  client: ChainClient,
  { block, assets, traces = false }: { block: Block; assets: readonly Asset[]; traces?: boolean },
): Promise<readonly FoundTransfer[]> {
  const wanted = { assets, traces, watched: aliceAndBob };
  return (await searchBlock(client, { block, ...wanted })).transfers;
}

/** Finds transfers in a block that was read, as its RPC gave it or changed by the test. */
export function searchBlock(
  client: ChainClient,
  { block, ...wanted }: WantedTransfers & { readonly block: Block },
): Promise<FoundTransfers> {
  return client.onOneRpc((rpc) => findInBlock(client, { rpc, block, wanted }));
}
