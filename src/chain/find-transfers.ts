import type { Asset } from '../domain/asset.js';
import type { ChainTransfer } from '../domain/chain-transfer.js';
import { assert } from '../domain/errors.js';
import { expectSame } from './decode.js';
import { BlockNotFoundError, type Block } from './read-blocks.js';
import { readTransferLogs } from './read-transfer-logs.js';
import { decodeReceipt, type Receipt } from './receipts.js';
import type { ChainClient, RpcSession } from './rpc.js';
import { isUnknownBlock, RpcAnswerError, RpcMissingError } from './rpc-errors.js';
import { readTransfer, type ChainLogEntry, type Transfer } from './transfer-log.js';

/** `position` of the native coin that a transaction itself carries. */
export const NATIVE_POSITION = -1;

/** A transfer that took effect in the given block, to one of the watched addresses. */
export interface FoundTransfer extends ChainTransfer {
  /** Null for the native coin. */
  readonly tokenAddress: string | null;
}

export interface FindTransfersInput {
  readonly block: Block;
  /** The assets of this chain that count. */
  readonly assets: readonly Asset[];
  /**
   * Which of the recipients are ours: one call for a block, with distinct lower-case addresses (again when an RPC
   * fails on the way).
   */
  readonly watched: (addresses: readonly string[]) => Promise<ReadonlySet<string>>;
}

interface Candidate extends Transfer {
  readonly asset: Asset;
  readonly txHash: string;
  readonly txIndex: number;
  /** Null for the native coin. */
  readonly log: ChainLogEntry | null;
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
  const tokens = new Map(
    assets.flatMap((asset) => (asset.address === null ? [] : [[asset.address, asset] as const])),
  );
  const native = assets.find((asset) => asset.kind === 'native');
  const logs = await readTransferLogs(client, { rpc, query: { block, tokenAddresses: [...tokens.keys()] } });
  const candidates = [
    ...tokenCandidates(logs, tokens),
    ...(native === undefined ? [] : nativeCandidates(block, native)),
  ];
  if (candidates.length === 0) return [];
  const ours = await watched([...new Set(candidates.map((candidate) => candidate.to))]);
  const matches = candidates.filter((candidate) => ours.has(candidate.to));
  const receipts = await readReceiptsOf(rpc, { block, matches });
  return matches
    .flatMap((match) => proveTransfer(match, { block, receipt: receipts.get(match.txHash) }))
    .sort((a, b) => a.txIndex - b.txIndex || a.position - b.position);
}

function tokenCandidates(
  logs: readonly ChainLogEntry[],
  tokens: ReadonlyMap<string, Asset>,
): readonly Candidate[] {
  return logs.flatMap((log) => {
    const asset = tokens.get(log.address);
    const transfer = readTransfer(log);
    if (asset === undefined || transfer === null || transfer.amountAtomic === 0n) return [];
    return [{ ...transfer, asset, txHash: log.txHash, txIndex: log.txIndex, log }];
  });
}

function nativeCandidates(block: Block, asset: Asset): readonly Candidate[] {
  return block.transactions.flatMap(({ hash, index, from, to, valueAtomic }) =>
    to === null || valueAtomic === 0n
      ? []
      : [{ asset, from, to, amountAtomic: valueAtomic, txHash: hash, txIndex: index, log: null }],
  );
}

async function readReceiptsOf(
  rpc: RpcSession,
  { block, matches }: { block: Block; matches: readonly Candidate[] },
): Promise<ReadonlyMap<string, Receipt>> {
  const txHashes = [...new Set(matches.map((match) => match.txHash))];
  const receipts = await rpc.requestBatch(
    txHashes.map((txHash) => ({ method: 'eth_getTransactionReceipt', params: [txHash] })),
    decodeReceipt,
  );
  return new Map(
    receipts.map((receipt, index) => {
      expectSame(receipt.txHash, { expected: txHashes[index], what: 'receipt.transactionHash' });
      // Mined again in another block: a reorganisation has come between.
      if (receipt.blockHash !== block.hash) throw new BlockNotFoundError(block.hash);
      return [receipt.txHash, receipt];
    }),
  );
}

/** The transfer with its place in the receipt, or nothing when its transaction was reverted. */
function proveTransfer(
  { asset, from, to, amountAtomic, txHash, txIndex, log }: Candidate,
  { block, receipt }: { block: Block; receipt: Receipt | undefined },
): readonly FoundTransfer[] {
  assert(receipt !== undefined, `the receipt of ${txHash} was read`);
  if (!receipt.succeeded) {
    if (log !== null)
      throw new RpcAnswerError(`${txHash} has logs, though its receipt says that it was reverted`);
    return [];
  }
  return [
    {
      chainCode: asset.chainCode,
      tokenSymbol: asset.tokenSymbol,
      tokenAddress: asset.address,
      blockNumber: block.number,
      blockHash: block.hash,
      blockTimeMs: block.timestampMs,
      txHash,
      txIndex,
      position: log === null ? NATIVE_POSITION : positionIn(receipt, log),
      logIndex: log?.logIndex ?? null,
      from,
      to,
      amountAtomic,
    },
  ];
}

function positionIn(receipt: Receipt, log: ChainLogEntry): number {
  const position = receipt.logs.findIndex((each) => each.logIndex === log.logIndex);
  const found = receipt.logs[position];
  if (
    found === undefined ||
    found.address !== log.address ||
    found.data !== log.data ||
    found.topics.join() !== log.topics.join()
  ) {
    throw new RpcAnswerError(`log ${log.logIndex} of ${receipt.txHash} is not in its receipt`);
  }
  return position;
}
