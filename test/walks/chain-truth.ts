import type { Invoice } from '../../src/db/invoices/invoices.js';
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
  for (let blockNumber = Math.max(0, fromBlock); blockNumber <= head; blockNumber += 1) {
    const block = await anvil.rpc<RpcBlock>('eth_getBlockByNumber', [`0x${blockNumber.toString(16)}`, true]);
    for (const { hash: txHash, to, value } of block.transactions) {
      const receipt = await anvil.rpc<{ status: string; logs: RpcLog[] }>('eth_getTransactionReceipt', [
        txHash,
      ]);
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

/** Returns the balance of a deposit address, in base units. */
export async function readTrueBalance(
  { chain, circuit }: Pick<WalkWorld, 'chain' | 'circuit'>,
  { depositAddress, tokenSymbol }: { depositAddress: string; tokenSymbol: PaidIn },
): Promise<bigint> {
  const { address } = circuit.asset(tokenSymbol);
  if (address === null)
    return BigInt(await chain.anvil.rpc<string>('eth_getBalance', [depositAddress, 'latest']));
  const data = `${BALANCE_OF}${depositAddress.slice(2).padStart(64, '0')}`;
  return BigInt(await chain.anvil.rpc<string>('eth_call', [{ to: address, data }, 'latest']));
}
