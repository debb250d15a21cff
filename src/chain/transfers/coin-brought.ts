import { decodeBigint, toQuantity } from '../rpc/decode.js';
import { readBlock, readHeader } from '../blocks/read-blocks.js';
import { decodeReceipt } from './receipts.js';
import type { RpcSession } from '../rpc/types.js';
import { RpcError, RpcMissingError } from '../rpc/rpc-errors.js';

interface CoinQuery {
  /** Lower-case. */
  readonly address: string;
  readonly blockHash: string;
}

/** An account before a block and after it: its balance in wei, and its nonce. */
interface Change {
  readonly balanceBefore: bigint;
  readonly balanceAfter: bigint;
  readonly nonceBefore: bigint;
  readonly nonceAfter: bigint;
}

/**
 * Returns how much native coin came to an address in one block, in wei, in any way. It is the rise of the balance, plus
 * what the address's own transactions took. So it limits, without traces, what traces may claim.
 *
 * This holds for an address without code: coin leaves it only by its own transactions. For an address with code, the
 * result is what stayed there.
 *
 * @throws RpcMissingError when the RPC does not have the block, or no longer has the states before and after it.
 */
export async function readCoinBrought(rpc: RpcSession, query: CoinQuery): Promise<bigint> {
  const header = await readHeader(rpc, query.blockHash);
  const change = await readChange(rpc, { ...query, ...header });
  const riseWei = change.balanceAfter - change.balanceBefore;
  if (change.nonceAfter === change.nonceBefore) return riseWei;
  const { transactions } = await readBlock(rpc, query.blockHash);
  const sent = transactions.filter(({ from }) => from === query.address);
  const receipts = await rpc.requestBatch(
    sent.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    decodeReceipt,
  );
  const taken = receipts.map(
    ({ succeeded, feeWei }, index) => feeWei + (succeeded ? (sent[index]?.valueAtomic ?? 0n) : 0n),
  );
  return taken.reduce((sum, each) => sum + each, riseWei);
}

async function readChange(
  rpc: RpcSession,
  { address, number, hash, parentHash }: CoinQuery & { number: number; hash: string; parentHash: string },
): Promise<Change> {
  try {
    return await readAt(rpc, { address, before: { blockHash: parentHash }, after: { blockHash: hash } }); // EIP-1898
  } catch (error) {
    // Each kind of node has its own words for a dropped state or an unsupported parameter.
    if (!(error instanceof RpcError)) throw error;
  }
  try {
    return await readAt(rpc, { address, before: toQuantity(number - 1), after: toQuantity(number) });
  } catch (error) {
    // Most nodes keep the state of the newest blocks only.
    if (error instanceof RpcError)
      throw new RpcMissingError(`the balance of ${address} is not known: ${error.message}`);
    throw error;
  }
}

async function readAt(
  rpc: RpcSession,
  { address, before, after }: { address: string; before: unknown; after: unknown },
): Promise<Change> {
  const calls = ['eth_getBalance', 'eth_getTransactionCount'].flatMap((method) =>
    [before, after].map((at) => ({ method, params: [address, at] })),
  );
  const [balanceBefore = 0n, balanceAfter = 0n, nonceBefore = 0n, nonceAfter = 0n] = await rpc.requestBatch(
    calls,
    (result, index) => decodeBigint(result, calls[index]?.method ?? ''),
  );
  return { balanceBefore, balanceAfter, nonceBefore, nonceAfter };
}
