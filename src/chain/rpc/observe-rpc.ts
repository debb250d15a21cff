import { decodeHash, decodeNumber, decodeObject, decodeTimestampMs, toQuantity } from './decode.js';
import type { KnownBlock, RpcHeads } from './types.js';
import type { RpcSession } from './types.js';

/** Asks one RPC for its head and for its block at the known block's number, in one request. */
export async function observe(rpc: RpcSession, known: KnownBlock | null): Promise<RpcHeads> {
  const tags = known === null ? ['latest'] : ['latest', toQuantity(known.number)];
  const [head, atKnown] = await rpc.requestBatch(
    tags.map((tag) => ({ method: 'eth_getBlockByNumber', params: [tag, false] })),
    (result, index) => (result === null && index > 0 ? null : decodeHead(result)),
  );
  if (head == null) throw new Error('a batch has as many results as calls');
  return {
    head: { number: head.number, timestampMs: head.timestampMs },
    hashAtKnown: atKnown?.hash ?? null,
  };
}

/**
 * Returns whether the RPC has a block of this number. Several nodes behind one URL do not share one state, so such an
 * RPC may name a head that it can't serve.
 */
export async function serves(rpc: RpcSession, number: number): Promise<boolean> {
  return (await rpc.request('eth_getBlockByNumber', [toQuantity(number), false])) !== null;
}

function decodeHead(result: unknown): { number: number; hash: string; timestampMs: number } {
  const block = decodeObject(result, 'the block');
  return {
    number: decodeNumber(block['number'], 'block.number'),
    hash: decodeHash(block['hash'], 'block.hash'),
    timestampMs: decodeTimestampMs(block['timestamp'], 'block.timestamp'),
  };
}
