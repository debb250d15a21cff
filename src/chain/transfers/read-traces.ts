import type { Asset } from '../../domain/core/asset.js';
import { inPortions } from '../../domain/core/in-portions.js';
import { toQuantity } from '../rpc/decode.js';
import { decodeCoinMoves } from './decode-traces.js';
import type { TransferCandidate } from './prove-transfers.js';
import type { Block } from '../blocks/read-blocks.js';
import type { ChainClient, OneRpc } from '../rpc/types.js';

const METHOD = 'trace_block';
/** How many blocks are asked for in parallel. It is small: traces are many times as large as their block, and slow. */
const MAX_BLOCKS_AT_ONCE = 4;

/**
 * Reads the native coin that moved inside the transactions of some blocks: by calls, creations and destructions of
 * contracts. It uses `trace_block` of an RPC that offers it. This may be another RPC than the one that gave the blocks,
 * since the traces name their block's hash. Blocks without transactions cost nothing.
 *
 * @returns null when no RPC gave complete and consistent traces of all these blocks.
 */
export async function readTracedCandidates(
  client: ChainClient,
  { blocks, asset }: { blocks: readonly Block[]; asset: Asset },
): Promise<readonly TransferCandidate[] | null> {
  const busy = blocks.filter(({ transactions }) => transactions.length > 0);
  const found: TransferCandidate[] = [];
  for (const some of inPortions(busy, MAX_BLOCKS_AT_ONCE)) {
    const candidates = await client.onOneOffering(METHOD, (rpc) =>
      Promise.all(some.map((block) => tracedCandidatesOf(rpc, { block, asset }))),
    );
    if (candidates === null) return null;
    found.push(...candidates.flat());
  }
  return found;
}

async function tracedCandidatesOf(
  rpc: OneRpc,
  { block, asset }: { block: Block; asset: Asset },
): Promise<readonly TransferCandidate[]> {
  const moves = await rpc.request(METHOD, [toQuantity(block.number)], (result) =>
    decodeCoinMoves(result, block),
  );
  return moves.map(({ transaction, position, ...transfer }) => ({
    ...transfer,
    block,
    asset,
    txHash: transaction.hash,
    txIndex: transaction.index,
    place: { kind: 'coin', position, tracedBy: rpc.origin },
  }));
}
