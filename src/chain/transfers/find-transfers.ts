import type { Asset } from '../../domain/core/asset.js';
import {
  nativeCandidates,
  proveTransfers,
  tokenCandidates,
  tokensByAddress,
  type FindWatched,
  type FoundSpend,
  type FoundTransfer,
  type TransferCandidate,
} from './prove-transfers.js';
import { BlockNotFoundError, readBlock, type Block } from '../blocks/read-blocks.js';
import { readTracedCandidates } from './read-traces.js';
import { readTransferLogs } from './read-transfer-logs.js';
import type { ChainClient, OneRpc, RpcSession } from '../rpc/types.js';
import { isUnknownBlock, RpcMissingError } from '../rpc/rpc-errors.js';

/** The transfers to look for in a block. */
export interface WantedTransfers {
  /** The assets of this chain that count. */
  readonly assets: readonly Asset[];
  /** Whether to look for the native coin also inside transactions, by the traces of an RPC that offers them. */
  readonly traces: boolean;
  /** Called once for a block, and again when an RPC fails meanwhile. */
  readonly watched: FindWatched;
}

export interface FoundTransfers {
  /** The block from the RPC that gave the logs: an RPC with a false block can't change what another RPC shows. */
  readonly block: Block;
  /** In the order of the chain. */
  readonly transfers: readonly FoundTransfer[];
  readonly spends: readonly FoundSpend[];
  /** False when the transfers do not include native coin that contracts moved. */
  readonly traced: boolean;
  /** The RPC that gave the logs: scheme, host and port. */
  readonly readFrom: string;
}

/**
 * Finds every transfer of a listed asset to a watched address, and out of a wallet that we send from, in the block
 * at a height. ERC-20 transfers are found by their Transfer events. Native coin is found by the values of the
 * transactions and, with traces, by the movements inside them. Zero amounts, unlisted tokens and reverted transactions
 * are ignored.
 *
 * The requests are the block, one eth_getLogs, one trace_block (with traces), and one receipt for each transaction with
 * a match.
 *
 * @throws RpcUnavailableError when no RPC gave a complete and consistent answer; BlockNotFoundError when no RPC has
 *   such a block, or no longer has it; what `watched` throws.
 */
export function findTransfers(
  client: ChainClient,
  { number, ...wanted }: WantedTransfers & { readonly number: number },
): Promise<FoundTransfers> {
  // A block and its logs come from one RPC: see FoundTransfers.
  return client.onOneRpc(async (rpc) =>
    findInBlock(client, { rpc, block: await readBlock(rpc, number), wanted }),
  );
}

/** Like {@link findTransfers}, in a block that was read already. Use it within `client.onOneRpc`. */
export async function findInBlock(client: ChainClient, search: BlockSearch): Promise<FoundTransfers> {
  try {
    return await findOn(client, search);
  } catch (error) {
    if (error instanceof RpcMissingError || isUnknownBlock(error))
      throw new BlockNotFoundError(search.block.hash);
    throw error;
  }
}

interface BlockSearch {
  readonly rpc: OneRpc;
  readonly block: Block;
  readonly wanted: WantedTransfers;
}

async function findOn(
  client: ChainClient,
  { rpc, block, wanted: { assets, traces, watched } }: BlockSearch,
): Promise<FoundTransfers> {
  const native = assets.find((asset) => asset.kind === 'native');
  const inside =
    native !== undefined && traces
      ? readTracedCandidates(client, { blocks: [block], asset: native })
      : Promise.resolve(null);
  // If the rest fails, nobody awaits this promise, so its rejection has to be handled here.
  inside.catch(() => undefined);
  const outside = await readCandidates(client, { rpc, block, assets, native });
  const traced = await inside;
  const candidates = [...outside, ...(traced ?? [])];
  const proved = await proveTransfers(rpc, { candidates, watched });
  return { block, ...proved, traced: traced !== null, readFrom: rpc.origin };
}

async function readCandidates(
  client: ChainClient,
  {
    rpc,
    block,
    assets,
    native,
  }: { rpc: RpcSession; block: Block; assets: readonly Asset[]; native: Asset | undefined },
): Promise<readonly TransferCandidate[]> {
  const tokens = tokensByAddress(assets);
  const logs = await readTransferLogs(client, { rpc, query: { block, tokenAddresses: [...tokens.keys()] } });
  return [
    ...tokenCandidates(block, { logs, tokens }),
    ...(native === undefined ? [] : nativeCandidates(block, native)),
  ];
}
