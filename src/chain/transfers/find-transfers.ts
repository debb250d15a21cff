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

/** What is looked for in a block. */
export interface WantedTransfers {
  /** The assets of this chain that count. */
  readonly assets: readonly Asset[];
  /** Is the native coin, if it is among them, looked for inside transactions too, where an RPC offers traces? */
  readonly traces: boolean;
  /** One call for a block, and again when an RPC fails on the way. */
  readonly watched: FindWatched;
}

export interface FoundTransfers {
  /** As the RPC gives it whose logs these are: one that tells a block falsely has no say in what another one shows. */
  readonly block: Block;
  /** In the order of the chain. */
  readonly transfers: readonly FoundTransfer[];
  readonly spends: readonly FoundSpend[];
  /** False: native coin that contracts moved is not among them. */
  readonly traced: boolean;
  /** The RPC whose logs these are: scheme, host and port. */
  readonly readFrom: string;
}

/**
 * Finds every transfer of a listed asset to a watched address, and out of a wallet that pays withdrawals, in the block
 * at a height: ERC-20 by its Transfer events, the native coin by what transactions themselves carry and, with traces,
 * by what moved inside them. Zero amounts, unlisted tokens and reverted transactions count for nothing. Costs the
 * block, one eth_getLogs, one trace_block with traces, and one receipt for each transaction with a match.
 *
 * @throws RpcUnavailableError when no RPC gave a whole and consistent answer; BlockNotFoundError when none has such a
 *   block, or not any more; what `watched` throws.
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

/** Like {@link findTransfers}, in a block that was read. Within `client.onOneRpc`. */
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
  // If the rest fails nobody waits for it any more.
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
