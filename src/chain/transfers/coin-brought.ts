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

/** An account before a block and after it. Amounts in wei. */
interface Change {
  readonly before: bigint;
  readonly after: bigint;
  readonly sentBefore: bigint;
  readonly sentAfter: bigint;
}

/**
 * How much native coin came to an address in one block, in wei, by whatever way: what it holds more than before, and
 * what its own transactions took. It tells without traces what these may claim. Of an address without code, which coin
 * leaves by transactions of its own alone; of another it is what stayed.
 *
 * @throws RpcMissingError when the RPC has not got the block, or no longer the states before and after it.
 */
export async function readCoinBrought(rpc: RpcSession, query: CoinQuery): Promise<bigint> {
  const header = await readHeader(rpc, query.blockHash);
  const { before, after, sentBefore, sentAfter } = await readChange(rpc, { ...query, ...header });
  if (sentAfter === sentBefore) return after - before;
  const { transactions } = await readBlock(rpc, query.blockHash);
  const sent = transactions.filter(({ from }) => from === query.address);
  const receipts = await rpc.requestBatch(
    sent.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    decodeReceipt,
  );
  const taken = receipts.map(
    ({ succeeded, feeWei }, index) => feeWei + (succeeded ? (sent[index]?.valueAtomic ?? 0n) : 0n),
  );
  return taken.reduce((sum, each) => sum + each, after - before);
}

async function readChange(
  rpc: RpcSession,
  { address, number, hash, parentHash }: CoinQuery & { number: number; hash: string; parentHash: string },
): Promise<Change> {
  try {
    return await readAt(rpc, { address, before: { blockHash: parentHash }, after: { blockHash: hash } }); // EIP-1898
  } catch (error) {
    // In as many words as there are kinds of nodes: the state is gone, or the form is not understood.
    if (!(error instanceof RpcError)) throw error;
  }
  try {
    return await readAt(rpc, { address, before: toQuantity(number - 1), after: toQuantity(number) });
  } catch (error) {
    // Most nodes keep the state of the newest blocks only.
    if (error instanceof RpcError)
      throw new RpcMissingError(`what ${address} held is not known: ${error.message}`);
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
  const [heldBefore = 0n, heldAfter = 0n, sentBefore = 0n, sentAfter = 0n] = await rpc.requestBatch(
    calls,
    (result, index) => decodeBigint(result, calls[index]?.method ?? ''),
  );
  return { before: heldBefore, after: heldAfter, sentBefore, sentAfter };
}
