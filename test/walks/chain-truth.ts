import type { Invoice } from '../../src/db/invoices/invoices.js';
import type { Anvil } from '../helpers/chain/anvil.js';
import type { WalkWorld } from './walk-world.js';

/** keccak256 of `Transfer(address,address,uint256)` (EIP-20). */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** The selector of `balanceOf(address)` (EIP-20). */
const BALANCE_OF = '0x70a08231';
export const PAID_IN = ['USDC', 'USDT', 'ETH'] as const;
export type PaidIn = (typeof PAID_IN)[number];

/** A payment in the chain. It is read from anvil itself, by none of the product's code. */
export interface TruePayment {
  readonly invoiceId: string;
  readonly tokenSymbol: PaidIn;
  readonly txHash: string;
  /** Index of the log in its receipt; −1 for the native coin. */
  readonly position: number;
  readonly blockHash: string;
  readonly blockNumber: number;
  readonly blockTimeMs: number;
  readonly amountAtomic: bigint;
}

interface RpcLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly logIndex: string;
}

interface RpcReceipt {
  readonly status: string;
  readonly logs: readonly RpcLog[];
}

interface RpcBlock {
  readonly hash: string;
  readonly timestamp: string;
  readonly transactions: readonly { hash: string; to: string | null; value: string }[];
}

/** Returns every payment to these invoices in the chain, from the receipts of each block. */
export async function readTruePayments(
  { chain, circuit }: WalkWorld,
  { invoices, fromBlock }: { invoices: readonly Invoice[]; fromBlock: number },
): Promise<TruePayment[]> {
  const { anvil } = chain;
  const symbols = new Map(
    PAID_IN.flatMap((symbol) => {
      const { address } = circuit.asset(symbol);
      return address === null ? [] : [[address, symbol] as const];
    }),
  );
  const owners = new Map(invoices.map(({ depositAddress, invoiceId }) => [depositAddress, invoiceId]));
  const found: TruePayment[] = [];
  const head = await chain.height();
  const first = Math.max(0, fromBlock);
  const blocks = await anvil.rpcBatch<RpcBlock>(
    Array.from({ length: Math.max(0, head - first + 1) }, (_, i) => ({
      method: 'eth_getBlockByNumber',
      params: [`0x${(first + i).toString(16)}`, true],
    })),
  );
  const receipts = await readReceipts(
    anvil,
    blocks.flatMap(({ transactions }) => transactions),
  );
  for (const [i, block] of blocks.entries()) {
    const blockNumber = first + i;
    for (const { hash: txHash, to, value } of block.transactions) {
      const receipt = receipts.get(txHash);
      if (receipt === undefined) throw new Error(`${txHash} has a receipt`);
      const add = (
        payment: Pick<TruePayment, 'tokenSymbol' | 'position' | 'amountAtomic'>,
        invoiceId?: string,
      ) => {
        if (invoiceId === undefined || payment.amountAtomic === 0n) return;
        const { hash: blockHash, timestamp } = block;
        const blockTimeMs = Number(timestamp) * 1_000;
        found.push({ ...payment, invoiceId, txHash, blockHash, blockNumber, blockTimeMs });
      };
      if (receipt.status !== '0x1') continue;
      const amountAtomic = BigInt(value);
      add({ tokenSymbol: 'ETH', position: -1, amountAtomic }, owners.get(to ?? ''));
      receipt.logs.forEach(({ address, topics, data }, position) => {
        const tokenSymbol = symbols.get(address);
        if (tokenSymbol === undefined || topics[0] !== TRANSFER_TOPIC) return;
        add(
          { tokenSymbol, position, amountAtomic: BigInt(data) },
          owners.get(`0x${topics[2]?.slice(26) ?? ''}`),
        );
      });
    }
  }
  return found;
}

async function readReceipts(
  anvil: Anvil,
  transactions: readonly { readonly hash: string }[],
): Promise<ReadonlyMap<string, RpcReceipt>> {
  const receipts = await anvil.rpcBatch<RpcReceipt>(
    transactions.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  );
  return new Map(receipts.map((receipt, i) => [transactions[i]?.hash ?? '', receipt]));
}

/** Returns the balances of addresses, in base units, in their order. */
export async function readTrueBalances(
  { chain, circuit }: Pick<WalkWorld, 'chain' | 'circuit'>,
  wanted: readonly { readonly depositAddress: string; readonly tokenSymbol: PaidIn }[],
): Promise<bigint[]> {
  const balances = await chain.anvil.rpcBatch<string>(
    wanted.map(({ depositAddress, tokenSymbol }) => {
      const { address } = circuit.asset(tokenSymbol);
      if (address === null) return { method: 'eth_getBalance', params: [depositAddress, 'latest'] };
      const data = `${BALANCE_OF}${depositAddress.slice(2).padStart(64, '0')}`;
      return { method: 'eth_call', params: [{ to: address, data }, 'latest'] };
    }),
  );
  return balances.map(BigInt);
}
