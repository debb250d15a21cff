import type { Asset } from '../../domain/core/asset.js';
import {
  isWatched,
  nativeCandidates,
  proveTransfers,
  tokenCandidates,
  tokensByAddress,
  type FindWatched,
  type FoundSpend,
  type FoundTransfer,
  type TransferCandidate,
} from './prove-transfers.js';
import {
  readBlock,
  readBlockRange,
  type Block,
  type BlockRange,
  type RangeBlock,
} from '../blocks/read-blocks.js';
import { readTracedCandidates } from './read-traces.js';
import { decodeGlance, glanceAtLogs, readRangeLogs, type LogGlance } from './read-range-logs.js';
import { mayHaveTransferLogs, readTransferLogs } from './read-transfer-logs.js';
import type { ChainClient, RpcSession } from '../rpc/types.js';
import { RpcAnswerError } from '../rpc/rpc-errors.js';

export interface FindRangeTransfersInput {
  /** Final blocks: a reorganisation can't remove them. */
  readonly range: BlockRange;
  /** With the native coin among them, the blocks are read with their full transactions, which carry it. */
  readonly assets: readonly Asset[];
  /** See `FindTransfersInput`. */
  readonly traces: boolean;
  /**
   * Called once for a range, and once for each portion of it that is read with full transactions. All these calls are
   * made again when an RPC fails meanwhile.
   */
  readonly watched: FindWatched;
}

export interface FoundInRange {
  /** All blocks of the range, in order. */
  readonly blocks: readonly RangeBlock[];
  /** In the order of the chain. */
  readonly transfers: readonly FoundTransfer[];
  readonly spends: readonly FoundSpend[];
  /** The number of logs in the range. It decides how wide the next range should be. */
  readonly logCount: number;
  /** False when the transfers do not include native coin that contracts moved. */
  readonly traced: boolean;
  /** The RPC that gave the logs: scheme, host and port. */
  readonly readFrom: string;
}

/**
 * Finds every transfer of a listed asset to a watched address, and out of a wallet that we send from, in a range of
 * final blocks. It uses one eth_getLogs for the whole range.
 *
 * The logs are compared with the headers: first by the block hash of each log. Then, when a block has no logs though
 * its bloom says that it may have some, that block alone is read as in {@link readTransferLogs}.
 *
 * @throws RpcError when the range is too wide for the RPC (`isRangeTooWide`); RpcUnavailableError when no RPC gave a
 *   complete and consistent answer; BlockNotFoundError; what `watched` throws.
 */
export function findRangeTransfers(
  client: ChainClient,
  { range, assets, traces, watched }: FindRangeTransfersInput,
): Promise<FoundInRange> {
  const tokens = tokensByAddress(assets);
  const tokenAddresses = [...tokens.keys()];
  const native = assets.find((asset) => asset.kind === 'native');
  return client.onOneRpc(async (rpc) => {
    const coins = native === undefined ? null : new CoinsOfRange(client, { asset: native, traces, watched });
    const [blocks, logs] = await Promise.all([
      readBlockRange(rpc, { range, ...(coins === null ? {} : { lookAt: (some) => coins.lookAt(some) }) }),
      readRangeLogs(rpc, { range, tokenAddresses }),
    ]);
    const glances = glanceAtLogs(logs, { blocks, tokenAddresses });
    await checkSilentBlocks(client, { rpc, blocks, glances, tokenAddresses });
    const ofCoins = coins?.candidates ?? [];
    const found = await watched([...new Set([...glances, ...ofCoins].map(({ to }) => to))]);
    const candidates = [
      ...glances
        .filter((glance) => isWatched(found, glance))
        .flatMap((glance) => tokenCandidates(glance.block, { logs: [decodeGlance(glance)], tokens })),
      ...ofCoins,
    ];
    const proved = await proveTransfers(rpc, { candidates, watched: () => Promise.resolve(found) });
    const traced = coins?.isTraced ?? false;
    return { blocks, ...proved, logCount: logs.length, traced, readFrom: rpc.origin };
  });
}

/** Collects the native coin transfers that concern us. The blocks themselves are not kept in memory. */
class CoinsOfRange {
  readonly #client: ChainClient;
  readonly #wanted: { asset: Asset; traces: boolean; watched: FindWatched };
  readonly #outside: TransferCandidate[] = [];
  #inside: TransferCandidate[] | null;

  constructor(client: ChainClient, wanted: { asset: Asset; traces: boolean; watched: FindWatched }) {
    this.#client = client;
    this.#wanted = wanted;
    this.#inside = wanted.traces ? [] : null;
  }

  /** True when the traces of all blocks were read. */
  get isTraced(): boolean {
    return this.#inside !== null;
  }

  get candidates(): readonly TransferCandidate[] {
    return [...this.#outside, ...(this.#inside ?? [])];
  }

  async lookAt(blocks: readonly Block[]): Promise<void> {
    const { asset, watched } = this.#wanted;
    const outside = blocks.flatMap((block) => nativeCandidates(block, asset));
    const inside = this.#inside === null ? null : await readTracedCandidates(this.#client, { blocks, asset });
    const found = await watched([...new Set([...outside, ...(inside ?? [])].map(({ to }) => to))]);
    const keep = (candidates: readonly TransferCandidate[]): readonly TransferCandidate[] =>
      candidates.filter((candidate) => isWatched(found, candidate)).map(withoutTransactions);
    this.#outside.push(...keep(outside));
    if (inside === null) this.#inside = null;
    else this.#inside?.push(...keep(inside));
  }
}

/** Replaces the candidate's block by its header: otherwise the candidates would keep all blocks in memory. */
function withoutTransactions({ block, ...candidate }: TransferCandidate): TransferCandidate {
  const { number, hash, parentHash, timestampMs, logsBloom } = block;
  return { ...candidate, block: { number, hash, parentHash, timestampMs, logsBloom } };
}

/**
 * Reads the blocks without logs whose blooms allow logs. A node leaves out whole blocks when its index is behind, or
 * when it cuts a long answer.
 */
async function checkSilentBlocks(
  client: ChainClient,
  {
    rpc,
    blocks,
    glances,
    tokenAddresses,
  }: {
    rpc: RpcSession;
    blocks: readonly RangeBlock[];
    glances: readonly LogGlance[];
    tokenAddresses: readonly string[];
  },
): Promise<void> {
  const withLogs = new Set(glances.map(({ block }) => block));
  const silent = blocks.filter((block) => !withLogs.has(block) && mayHaveTransferLogs(block, tokenAddresses));
  for (const { hash, number } of silent) {
    const block = await readBlock(rpc, hash);
    const logs = await readTransferLogs(client, { rpc, query: { block, tokenAddresses } });
    if (logs.length > 0) {
      throw new RpcAnswerError(`the logs of a range leave out ${logs.length} of block ${number}`);
    }
  }
}
