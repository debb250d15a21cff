import type { ChainClient, RpcSession } from '../rpc/types.js';
import { bloomCovers, bloomMayContain, bloomOf } from '../blocks/bloom.js';
import { decodeArray, expectSame } from '../rpc/decode.js';
import type { Block, BlockHeader } from '../blocks/read-blocks.js';
import { decodeReceipt, type Receipt } from './receipts.js';
import { MAX_BATCH_CALLS } from '../rpc/chain-client.js';
import { isUnsupportedMethod, RpcAnswerError } from '../rpc/rpc-errors.js';
import { decodeLog, TRANSFER_TOPIC, type ChainLogEntry } from './transfer-log.js';

export interface TransferLogQuery {
  readonly block: Block;
  /** Lower-case addresses of the listed token contracts. */
  readonly tokenAddresses: readonly string[];
}

/**
 * Reads the logs with ERC-20's Transfer topic that the listed tokens emitted in a block. It uses eth_getLogs with the
 * block's hash (EIP-234): a node that no longer has the block refuses this, instead of answering for another block.
 *
 * A node whose index is behind may answer an empty list for a block that it has. All of a chain's RPCs may do so at the
 * same moment. So when the bloom says that there may be logs, an empty list is believed only if the block's receipts
 * prove it.
 *
 * @param rpc the RPC that is asked first, within a `client.onOneRpc`.
 * @throws RpcAnswerError when the RPC contradicts itself or the block.
 */
export async function readTransferLogs(
  client: ChainClient,
  { rpc, query }: { rpc: RpcSession; query: TransferLogQuery },
): Promise<readonly ChainLogEntry[]> {
  const { block, tokenAddresses } = query;
  const isEmpty = block.transactions.length === 0 && BigInt(block.logsBloom) === 0n;
  if (tokenAddresses.length === 0 || isEmpty) return [];
  const logs = await rpc.request('eth_getLogs', getLogsParams(query), (result) =>
    decodeLogsOf(query, result),
  );
  if (logs.length > 0 || !mayHaveTransferLogs(block, tokenAddresses)) return logs;
  return (await findAtOtherRpcs(client, query)) ?? (await logsFromReceipts(rpc, query));
}

function getLogsParams({ block, tokenAddresses }: TransferLogQuery): readonly unknown[] {
  return [{ blockHash: block.hash, address: tokenAddresses, topics: [TRANSFER_TOPIC] }];
}

function decodeLogsOf(query: TransferLogQuery, result: unknown): readonly ChainLogEntry[] {
  const logs = decodeArray(result, 'logs').map(decodeLog);
  checkLogsOf(query, logs);
  return logs;
}

/** @throws RpcAnswerError when one of the logs is of another block, was not asked for, or occurs twice. */
function checkLogsOf(
  { block, tokenAddresses }: { block: BlockHeader; tokenAddresses: readonly string[] },
  logs: readonly ChainLogEntry[],
): void {
  const seen = new Set<number>();
  for (const log of logs) {
    checkIsInBlock(block, log);
    if (!tokenAddresses.includes(log.address) || log.topics[0] !== TRANSFER_TOPIC) {
      throw new RpcAnswerError('a log was answered that was not asked for');
    }
    if (seen.has(log.logIndex)) throw new RpcAnswerError(`log ${log.logIndex} was answered twice`);
    seen.add(log.logIndex);
  }
}

/** Returns whether, by the block's bloom, a token may have emitted a Transfer. False is always right. */
export function mayHaveTransferLogs(block: BlockHeader, tokenAddresses: readonly string[]): boolean {
  return tokenAddresses.some((address) => bloomMayContain(block.logsBloom, [address, TRANSFER_TOPIC]));
}

function checkIsInBlock(block: BlockHeader, at: { blockHash: string; blockNumber: number }): void {
  expectSame(at.blockHash, { expected: block.hash, what: 'the block hash of a log or receipt' });
  expectSame(at.blockNumber, { expected: block.number, what: 'the block number of a log or receipt' });
}

/** Asks the other RPCs as well. @returns the logs that another RPC found; null when none found any. */
async function findAtOtherRpcs(
  client: ChainClient,
  query: TransferLogQuery,
): Promise<readonly ChainLogEntry[] | null> {
  if (client.health().length < 2) return null;
  const answers = await client.requestFromEach(
    'eth_getLogs',
    getLogsParams(query),
    (result) => decodeLogsOf(query, result),
    { withoutHanging: true },
  );
  const found = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
  return found.find((logs) => logs.length > 0) ?? null;
}

/**
 * Reads the same logs from the block's receipts. The receipts must be complete: there is one for each transaction, and
 * their logs together set every bit of the block's bloom.
 */
async function logsFromReceipts(rpc: RpcSession, query: TransferLogQuery): Promise<readonly ChainLogEntry[]> {
  const { block, tokenAddresses } = query;
  const receipts = await readBlockReceipts(rpc, block);
  const answered = new Set(receipts.map((receipt) => receipt.txHash));
  const logs = receipts.flatMap((receipt) => receipt.logs);
  const bloom = bloomOf(logs.flatMap((log) => [log.address, ...log.topics]));
  if (
    !block.transactions.every((transaction) => answered.has(transaction.hash)) ||
    !bloomCovers({ outer: bloom, inner: block.logsBloom })
  ) {
    throw new RpcAnswerError(
      `the logs and receipts of block ${block.number} leave out some that its bloom shows, so that a payment could be missed`,
    );
  }
  return logs.filter((log) => tokenAddresses.includes(log.address) && log.topics[0] === TRANSFER_TOPIC);
}

async function readBlockReceipts(rpc: RpcSession, block: Block): Promise<readonly Receipt[]> {
  const decode = (result: unknown): Receipt => {
    const receipt = decodeReceipt(result);
    checkIsInBlock(block, receipt);
    return receipt;
  };
  try {
    return await rpc.request('eth_getBlockReceipts', [block.hash], (result) =>
      decodeArray(result, 'the receipts of a block').map(decode),
    );
  } catch (error) {
    if (!isUnsupportedMethod(error)) throw error;
  }
  if (block.transactions.length > MAX_BATCH_CALLS) {
    throw new RpcAnswerError(
      `block ${block.number} has ${block.transactions.length} transactions, too many to ask one by one`,
    );
  }
  return rpc.requestBatch(
    block.transactions.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    decode,
  );
}
