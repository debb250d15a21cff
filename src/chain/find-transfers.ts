import type { Asset } from '../domain/asset.js';
import {
  nativeCandidates,
  proveTransfers,
  tokenCandidates,
  tokensByAddress,
  type FindWatched,
  type FoundTransfer,
} from './prove-transfers.js';
import { BlockNotFoundError, type Block } from './read-blocks.js';
import { readTransferLogs } from './read-transfer-logs.js';
import type { ChainClient, RpcSession } from './rpc.js';
import { isUnknownBlock, RpcMissingError } from './rpc-errors.js';

export interface FindTransfersInput {
  readonly block: Block;
  /** The assets of this chain that count. */
  readonly assets: readonly Asset[];
  /** One call for a block, and again when an RPC fails on the way. */
  readonly watched: FindWatched;
}

/**
 * Finds every transfer of a listed asset to a watched address in one block: ERC-20 by its Transfer events, the native
 * coin by what transactions themselves carry. Zero amounts, unlisted tokens and reverted transactions count for
 * nothing. Costs one eth_getLogs, and one receipt for each transaction with a match.
 *
 * @returns in the order of the chain.
 * @throws RpcUnavailableError when no RPC gave a whole and consistent answer; BlockNotFoundError when none has the
 *   block any more; what `watched` throws.
 */
export async function findTransfers(
  client: ChainClient,
  input: FindTransfersInput,
): Promise<readonly FoundTransfer[]> {
  return client.onOneRpc(async (rpc) => {
    try {
      return await findOnOneRpc(client, { rpc, input });
    } catch (error) {
      if (error instanceof RpcMissingError || isUnknownBlock(error))
        throw new BlockNotFoundError(input.block.hash);
      throw error;
    }
  });
}

async function findOnOneRpc(
  client: ChainClient,
  { rpc, input: { block, assets, watched } }: { rpc: RpcSession; input: FindTransfersInput },
): Promise<readonly FoundTransfer[]> {
  const tokens = tokensByAddress(assets);
  const native = assets.find((asset) => asset.kind === 'native');
  const logs = await readTransferLogs(client, { rpc, query: { block, tokenAddresses: [...tokens.keys()] } });
  const candidates = [
    ...tokenCandidates(block, { logs, tokens }),
    ...(native === undefined ? [] : nativeCandidates(block, native)),
  ];
  return proveTransfers(rpc, { candidates, watched });
}
