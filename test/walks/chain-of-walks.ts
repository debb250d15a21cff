import { transferCall } from '../../src/chain/sending/broadcast.js';
import { setBaseFee, type Anvil } from '../helpers/chain/anvil.js';
import { deployBatchPayer, type CircuitChain } from '../helpers/circuits/circuit-chain.js';
import { callData, callOddContract, deployOddContract } from '../helpers/chain/odd-contracts.js';
import type { Fate } from './commands.js';

const BLOCK_SECONDS = 2;
/** In base units of the token. Each payment of a walk is far less. */
const PAYER_FUNDS = 10n ** 20n;
const GAS = '0x100000';

/** A block that the chain had at some time. */
export interface KnownBlock {
  readonly number: number;
  readonly timestampMs: number;
}

/**
 * The chain of the walks. It has its own clock, with two seconds between blocks, and mines only on request. Each
 * payment comes from another account, so that a dropped transaction delays no other one.
 */
export class ChainOfWalks {
  /** All blocks that the chain ever had, by hash. */
  readonly everHad = new Map<string, KnownBlock>();
  readonly anvil: Anvil;
  readonly #tokens: Pick<CircuitChain, 'asset'>;
  readonly #batchPayer: string;
  readonly #lookAlike: string;
  #nextPayer = 0;
  #nowSeconds: number;

  private constructor(
    chain: { anvil: Anvil } & Pick<CircuitChain, 'asset'>,
    parts: { batchPayer: string; lookAlike: string; nowSeconds: number },
  ) {
    this.anvil = chain.anvil;
    this.#tokens = chain;
    this.#batchPayer = parts.batchPayer;
    this.#lookAlike = parts.lookAlike;
    this.#nowSeconds = parts.nowSeconds;
  }

  static async prepare(chain: { anvil: Anvil } & Pick<CircuitChain, 'asset'>): Promise<ChainOfWalks> {
    const { anvil } = chain;
    const tokens = [chain.asset('USDC'), chain.asset('USDT')];
    const batchPayer = await deployBatchPayer(anvil, tokens);
    const lookAlike = await deployOddContract({ rpcUrl: anvil.url, name: 'LiarToken' });
    for (const { address } of tokens) {
      await callOddContract({
        rpcUrl: anvil.url,
        name: 'BatchPayer',
        address: batchPayer,
        functionName: 'payMany',
        args: [address, anvil.accounts, anvil.accounts.map(() => PAYER_FUNDS)],
      });
    }
    await anvil.rpc('evm_setAutomine', [false]);
    await anvil.rpc('anvil_setBlockTimestampInterval', [BLOCK_SECONDS]);
    const head = await anvil.rpc<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false]);
    const made = new ChainOfWalks(chain, { batchPayer, lookAlike, nowSeconds: Number(head.timestamp) });
    await made.mine(20);
    return made;
  }

  nowMs(): number {
    return this.#nowSeconds * 1_000;
  }

  /** Sets the base fee of the next block. After that block the fee falls by an eighth with each empty block. */
  async setBaseFee(wei: bigint): Promise<void> {
    await setBaseFee(this.anvil, wei);
  }

  /** Removes what these accounts sent from the mempool, as a full mempool does. */
  async forget(senders: readonly string[]): Promise<void> {
    for (const sender of senders) await this.anvil.rpc('anvil_removePoolTransactions', [sender]);
  }

  async height(): Promise<number> {
    return Number(await this.anvil.rpc<string>('eth_blockNumber'));
  }

  /** Moves the clock on without a block. */
  wait(seconds: number): void {
    this.#nowSeconds += seconds;
  }

  async mine(blocks: number): Promise<void> {
    this.#nowSeconds += BLOCK_SECONDS;
    await this.anvil.rpc('evm_setNextBlockTimestamp', [this.#nowSeconds]);
    await this.anvil.mine(blocks);
    this.#nowSeconds += BLOCK_SECONDS * (blocks - 1);
    await this.#remember(blocks);
  }

  /** Sends a payment to the mempool: one transaction for each part, or one call of a contract for all parts. */
  async pay(payment: {
    tokenSymbol: 'USDC' | 'USDT' | 'ETH' | 'look-alike';
    to: string;
    partsAtomic: readonly bigint[];
    together: boolean;
  }): Promise<void> {
    const { tokenSymbol, to, partsAtomic, together } = payment;
    if (tokenSymbol !== 'look-alike' && tokenSymbol !== 'ETH' && together) {
      const { address } = this.#tokens.asset(tokenSymbol);
      const data = callData('BatchPayer', 'payMany', [address, partsAtomic.map(() => to), partsAtomic]);
      await this.#send({ to: this.#batchPayer, data });
      return;
    }
    for (const amountAtomic of partsAtomic) {
      const call =
        tokenSymbol === 'look-alike'
          ? { to: this.#lookAlike, data: callData('LiarToken', 'emitTransfer', [to, to, amountAtomic]) }
          : transferCall({ asset: this.#tokens.asset(tokenSymbol), to, amountAtomic });
      await this.#send(call);
    }
  }

  /** Replaces the last blocks by as many new ones. */
  async reorganise({ depth, fates }: { depth: number; fates: readonly Fate[] }): Promise<void> {
    const transactions = await this.#transactionsOf(depth);
    const fated = transactions.map((raw, i) => ({ raw, fate: fates[i % fates.length] ?? 'drop' }));
    await this.anvil.reorg(
      depth,
      fated.flatMap(({ raw, fate }) =>
        typeof fate === 'number' ? [[raw, Math.min(fate, depth - 1)] as const] : [],
      ),
    );
    for (const { raw, fate } of fated) {
      if (fate === 'delay') await this.#putBack(raw);
    }
    await this.#remember(depth);
  }

  /** Sends the transaction to the mempool again. If the base fee has risen above its fee by now, it is dropped. */
  async #putBack(raw: string): Promise<void> {
    try {
      await this.anvil.rpc('eth_sendRawTransaction', [raw]);
    } catch (error) {
      if (!String(error).includes('max fee per gas less than block base fee')) throw error;
    }
  }

  async #send({
    to,
    data,
    valueAtomic = 0n,
  }: {
    to: string;
    data?: string;
    valueAtomic?: bigint;
  }): Promise<void> {
    const { accounts } = this.anvil;
    const from = accounts[this.#nextPayer++ % accounts.length];
    await this.anvil.rpc('eth_sendTransaction', [
      { from, to, data: data ?? '0x', value: `0x${valueAtomic.toString(16)}`, gas: GAS },
    ]);
  }

  /** Returns the raw transactions of the last blocks, in order. */
  async #transactionsOf(blocks: number): Promise<readonly string[]> {
    const hashes = (await this.#lastBlocks(blocks)).flatMap(({ transactions }) => transactions);
    return this.anvil.rpcBatch(
      hashes.map((hash) => ({ method: 'eth_getRawTransactionByHash', params: [hash] })),
    );
  }

  async #remember(blocks: number): Promise<void> {
    for (const { hash, number, timestamp } of await this.#lastBlocks(blocks))
      this.everHad.set(hash, { number: Number(number), timestampMs: Number(timestamp) * 1_000 });
  }

  async #lastBlocks(blocks: number): Promise<readonly LastBlock[]> {
    const first = (await this.height()) - blocks + 1;
    return this.anvil.rpcBatch(
      Array.from({ length: blocks }, (_, i) => ({
        method: 'eth_getBlockByNumber',
        params: [`0x${(first + i).toString(16)}`, false],
      })),
    );
  }
}

interface LastBlock {
  readonly number: string;
  readonly hash: string;
  readonly timestamp: string;
  readonly transactions: readonly string[];
}
