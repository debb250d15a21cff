import type { Asset, AssetId } from '../../domain/core/asset.js';
import type { ChainTransfer } from '../../domain/chains/chain-transfer.js';
import { assert } from '../../domain/core/errors.js';
import { bloomMayContain } from '../blocks/bloom.js';
import { expectSame } from '../rpc/decode.js';
import { BlockNotFoundError, type Block, type BlockHeader } from '../blocks/read-blocks.js';
import { decodeReceipt, type Receipt } from './receipts.js';
import type { RpcSession } from '../rpc/types.js';
import { RpcAnswerError } from '../rpc/rpc-errors.js';
import { readTransfer, type ChainLogEntry, type LoggedTransfer } from './transfer-log.js';

/** The `position` of the native coin that a transaction itself carries. */
export const NATIVE_POSITION = -1;

/** A transfer that took effect in the given block, to one of the watched addresses. */
export interface FoundTransfer extends ChainTransfer {
  /** Null for the native coin. */
  readonly tokenAddress: string | null;
  /** The RPC with whose traces it was found (scheme, host and port); null when the block or its logs show it. */
  readonly tracedBy: string | null;
}

/** True when a transfer concerns us: it came to one of our addresses, or left a wallet that we send from. */
export function isWatched(
  { ours, payers }: Watched,
  { from, to }: Pick<LoggedTransfer, 'from' | 'to'>,
): boolean {
  return ours.has(to) || payers.has(from);
}

/** Our addresses, in lower case. */
export interface Watched {
  /** Those of the requested addresses that are ours. */
  readonly ours: ReadonlySet<string>;
  /** All wallets that we send from, whichever addresses were requested. */
  readonly payers: ReadonlySet<string>;
}
export type FindWatched = (addresses: readonly string[]) => Promise<Watched>;

/** A transfer from a wallet that we send from. Its receipt was not read: it may be reverted. */
export interface FoundSpend extends Pick<
  ChainTransfer,
  'txHash' | 'from' | 'to' | 'amountAtomic' | 'blockNumber' | 'blockTimeMs'
> {
  readonly asset: AssetId;
  /** Its index among the transaction's transfers out of the wallet, from 0. */
  readonly ordinal: number;
}

/** A transfer to anybody that a block shows. Its receipt was not read yet. */
export interface TransferCandidate extends LoggedTransfer {
  readonly block: BlockHeader;
  readonly asset: Asset;
  readonly txHash: string;
  readonly txIndex: number;
  /** A token's log, or the position of the native coin's movement: see `ChainTransfer`. */
  readonly place:
    | { readonly kind: 'log'; readonly log: ChainLogEntry }
    | { readonly kind: 'coin'; readonly position: number; readonly tracedBy: string | null };
}

/** Returns the listed tokens by their lower-case address. */
export function tokensByAddress(assets: readonly Asset[]): ReadonlyMap<string, Asset> {
  return new Map(
    assets.flatMap((asset) => (asset.address === null ? [] : [[asset.address, asset] as const])),
  );
}

/** Returns the ERC-20 transfers of the listed tokens among one block's logs. Zero amounts are ignored. */
export function tokenCandidates(
  block: BlockHeader,
  { logs, tokens }: { logs: readonly ChainLogEntry[]; tokens: ReadonlyMap<string, Asset> },
): readonly TransferCandidate[] {
  return logs.flatMap((log) => {
    const asset = tokens.get(log.address);
    const transfer = readTransfer(log);
    if (asset === undefined || transfer === null || transfer.amountAtomic === 0n) return [];
    return [
      { ...transfer, block, asset, txHash: log.txHash, txIndex: log.txIndex, place: { kind: 'log', log } },
    ];
  });
}

/** Returns the native coin that a block's transactions themselves carry. */
export function nativeCandidates(block: Block, asset: Asset): readonly TransferCandidate[] {
  return block.transactions.flatMap(({ hash, index, from, to, valueAtomic }) =>
    to === null || valueAtomic === 0n
      ? []
      : [
          {
            block,
            asset,
            from,
            to,
            amountAtomic: valueAtomic,
            txHash: hash,
            txIndex: index,
            place: { kind: 'coin', position: NATIVE_POSITION, tracedBy: null },
          },
        ],
  );
}

/**
 * Selects the candidates that concern us. Each transfer to one of our addresses is proven by its transaction's receipt,
 * and gets its position in it. The transfers out of a wallet are the spends, those to another address of ours too.
 *
 * @returns the transfers in the order of the chain.
 * @throws RpcAnswerError when receipts, logs and the block's bloom contradict each other; BlockNotFoundError when a
 *   receipt is of another block, because of a reorganisation meanwhile.
 */
export async function proveTransfers(
  rpc: RpcSession,
  { candidates, watched }: { candidates: readonly TransferCandidate[]; watched: FindWatched },
): Promise<{ readonly transfers: readonly FoundTransfer[]; readonly spends: readonly FoundSpend[] }> {
  if (candidates.length === 0) return { transfers: [], spends: [] };
  const { ours, payers } = await watched([...new Set(candidates.map((candidate) => candidate.to))]);
  const matches = candidates.filter((candidate) => ours.has(candidate.to));
  const spent = candidates.filter(({ from }) => payers.has(from));
  // Only for our transfers: four hashes for each log of a block would cost more than everything else.
  for (const match of [...matches, ...spent]) checkBloom(match);
  const receipts = await readReceiptsOf(rpc, matches);
  const transfers = matches
    .flatMap((match) => proveTransfer(match, receipts.get(match.txHash)))
    .sort((a, b) => a.blockNumber - b.blockNumber || a.txIndex - b.txIndex || a.position - b.position);
  return { transfers, spends: numberSpends(spent) };
}

function numberSpends(spent: readonly TransferCandidate[]): readonly FoundSpend[] {
  const ordinals = new Map<string, number>();
  return spent.map(({ block, asset, txHash, from, to, amountAtomic }) => {
    const ordinal = ordinals.get(txHash) ?? 0;
    ordinals.set(txHash, ordinal + 1);
    const { chainCode, tokenSymbol } = asset;
    return {
      asset: { chainCode, tokenSymbol },
      txHash,
      ordinal,
      from,
      to,
      amountAtomic,
      blockNumber: block.number,
      blockTimeMs: block.timestampMs,
    };
  });
}

/** Checks that the log is in its block's bloom. The bloom is complete: a log that is not in it is not in the block. */
function checkBloom({ block, place }: TransferCandidate): void {
  if (place.kind === 'coin') return;
  const { address, topics, logIndex } = place.log;
  if (!bloomMayContain(block.logsBloom, [address, ...topics]))
    throw new RpcAnswerError(`log ${logIndex} of block ${block.number} is not in the block's bloom`);
}

async function readReceiptsOf(
  rpc: RpcSession,
  matches: readonly TransferCandidate[],
): Promise<ReadonlyMap<string, Receipt>> {
  const blockOf = new Map(matches.map(({ txHash, block }) => [txHash, block]));
  const txHashes = [...blockOf.keys()];
  const receipts = await rpc.requestBatch(
    txHashes.map((txHash) => ({ method: 'eth_getTransactionReceipt', params: [txHash] })),
    decodeReceipt,
  );
  return new Map(
    receipts.map((receipt, index) => {
      expectSame(receipt.txHash, { expected: txHashes[index], what: 'receipt.transactionHash' });
      const block = blockOf.get(receipt.txHash);
      // Because of a reorganisation meanwhile, the transaction was mined again in another block.
      if (block !== undefined && receipt.blockHash !== block.hash) throw new BlockNotFoundError(block.hash);
      return [receipt.txHash, receipt];
    }),
  );
}

/** Returns the transfer with its position in the receipt, or nothing when its transaction was reverted. */
function proveTransfer(
  { block, asset, from, to, amountAtomic, txHash, txIndex, place }: TransferCandidate,
  receipt: Receipt | undefined,
): readonly FoundTransfer[] {
  assert(receipt !== undefined, `the receipt of ${txHash} was read`);
  if (!receipt.succeeded) {
    if (place.kind === 'log')
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
      position: place.kind === 'coin' ? place.position : positionIn(receipt, place.log),
      logIndex: place.kind === 'coin' ? null : place.log.logIndex,
      tracedBy: place.kind === 'coin' ? place.tracedBy : null,
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
