import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { transferCall } from '../../src/chain/sending/broadcast.js';
import { deployTestToken, mintTestToken } from '../../src/chain/contracts/test-token.js';
import type { Asset, Chain } from '../../src/domain/core/asset.js';
import { localChainsFile } from '../../src/local/chain.js';
import { callRpc, callRpcBatch } from '../../src/local/json-rpc.js';
import { startAnvil } from '../../test/helpers/chain/anvil.js';
import type { BenchContext } from '../harness/bench.js';
import { writeChainsFile, type ChainsFile } from './chains-file.js';

const FUNDS_ATOMIC = 10n ** 18n;
const GAS_OF_TRANSFER = 100_000;
/** More than the base fee can rise to during a bench in which every block is half full. */
const GAS_PRICE_WEI = 2_000_000_000;
const BLOCK_GAS_LIMIT = 60_000_000;
/** Calls in one request to the chain. */
const BATCH_CALLS = 200;

export interface Payment {
  /** Lower-case address. */
  readonly to: string;
  /** Base units of the token. */
  readonly amountAtomic: bigint;
}

export interface MinedBlock {
  readonly height: number;
  /** The time at which the chain said that it has the block, by `performance.now()`. */
  readonly minedAtMs: number;
}

/** A real chain with a token, and a customer who has plenty of it. The bench decides on every block. */
export interface BlockMaker extends ChainsFile {
  readonly rpcUrl: string;
  /** Sends each payment as a transaction with one token transfer, to be mined later. */
  send(payments: readonly Payment[]): Promise<void>;
  /** Mines one block with everything that was sent. */
  mine(): Promise<MinedBlock>;
  /** Mines empty blocks. @returns the height of the last one. */
  mineEmpty(count: number): Promise<number>;
}

/**
 * @param slotsInAnEpoch half of the number of blocks by which the finalized block is behind the head.
 * @param pollIntervalMs the time between two polls of a follower, in ms. Default: the interval of the local chain.
 */
export async function startBlockMaker(
  context: BenchContext,
  options: { readonly slotsInAnEpoch: number; readonly pollIntervalMs?: number },
): Promise<BlockMaker> {
  const { slotsInAnEpoch } = options;
  const anvil = await startAnvil({
    slotsInAnEpoch,
    args: ['--order', 'fifo', '--gas-limit', String(BLOCK_GAS_LIMIT)],
  });
  context.onEnd(() => anvil.stop());
  const { url: rpcUrl } = anvil;
  const [, customer = ''] = anvil.accounts;
  const { address: tokenAddress } = await deployTestToken({ rpcUrl });
  await mintTestToken({ rpcUrl, tokenAddress, to: customer, amountAtomic: FUNDS_ATOMIC });
  await anvil.rpc('evm_setAutomine', [false]);
  const text = chainsText({ rpcUrl, tokenAddress, ...options });
  const file = writeChainsFile(path.join(context.folder, 'bench-chains.json'), text);
  return new AnvilBlockMaker({ rpcUrl, ...file }, customer);
}

function chainsText(options: { rpcUrl: string; tokenAddress: string; pollIntervalMs?: number }): string {
  const text = localChainsFile(options);
  if (options.pollIntervalMs === undefined) return text;
  const { chains } = JSON.parse(text) as { chains: readonly object[] };
  return JSON.stringify({
    chains: chains.map((chain) => ({ ...chain, pollIntervalMs: options.pollIntervalMs })),
  });
}

class AnvilBlockMaker implements BlockMaker {
  readonly rpcUrl: string;
  readonly chainsFile: string;
  readonly chain: Chain;
  readonly token: Asset;
  readonly #customer: string;
  #nonce = 0;
  #sentCount = 0;

  constructor(about: Pick<BlockMaker, 'rpcUrl' | 'chainsFile' | 'chain' | 'token'>, customer: string) {
    this.rpcUrl = about.rpcUrl;
    this.chainsFile = about.chainsFile;
    this.chain = about.chain;
    this.token = about.token;
    this.#customer = customer;
  }

  async send(payments: readonly Payment[]): Promise<void> {
    for (let start = 0; start < payments.length; start += BATCH_CALLS) {
      const calls = payments.slice(start, start + BATCH_CALLS).map((payment) => this.#callOf(payment));
      await callRpcBatch(this.rpcUrl, calls);
    }
    this.#sentCount += payments.length;
  }

  #callOf({ to, amountAtomic }: Payment): { method: string; params: readonly unknown[] } {
    const call = transferCall({ asset: this.token, to, amountAtomic });
    const transaction = {
      from: this.#customer,
      to: call.to,
      data: call.data,
      nonce: hex(this.#nonce),
      gas: hex(GAS_OF_TRANSFER),
      gasPrice: hex(GAS_PRICE_WEI),
    };
    this.#nonce += 1;
    return { method: 'eth_sendTransaction', params: [transaction] };
  }

  async mine(): Promise<MinedBlock> {
    await callRpc(this.rpcUrl, 'evm_mine', []);
    const minedAtMs = performance.now();
    const block = (await callRpc(this.rpcUrl, 'eth_getBlockByNumber', ['latest', false])) as {
      number: string;
      transactions: readonly string[];
    };
    if (block.transactions.length !== this.#sentCount) {
      const found = block.transactions.length;
      throw new Error(`${this.#sentCount} transactions were sent for a block, and ${found} are in it.`);
    }
    this.#sentCount = 0;
    return { height: Number(block.number), minedAtMs };
  }

  async mineEmpty(count: number): Promise<number> {
    await callRpc(this.rpcUrl, 'anvil_mine', [hex(count)]);
    return Number(await callRpc(this.rpcUrl, 'eth_blockNumber', []));
  }
}

/** Transfers to addresses that are not ours. */
export function strangersPayments(count: number): readonly Payment[] {
  return Array.from({ length: count }, () => ({
    to: `0x${randomBytes(20).toString('hex')}`,
    amountAtomic: 1_000_000n,
  }));
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
