import {
  decodeAddress,
  decodeArray,
  decodeBigint,
  decodeBloom,
  decodeHash,
  decodeIndex,
  decodeNumber,
  decodeObject,
  decodeTimestampMs,
  expectSame,
  toQuantity,
  type JsonFields,
} from '../rpc/decode.js';
import type { ChainClient, RpcAnswer, RpcSession } from '../rpc/types.js';
import { RpcAnswerError, RpcError, RpcMissingError } from '../rpc/rpc-errors.js';
import { hasSecondRpc } from '../rpc/has-second-rpc.js';
import { reachedByMost, votesOf } from '../rpc/votes.js';

export interface BlockHeader {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  /** The block's own time, in ms since the epoch (whole seconds). */
  readonly timestampMs: number;
  /** 256 bytes in hex. */
  readonly logsBloom: string;
}

export interface BlockTransaction {
  readonly hash: string;
  readonly index: number;
  readonly from: string;
  /** Null when the transaction creates a contract. */
  readonly to: string | null;
  /** Native coin that the transaction itself carries, in wei. */
  readonly valueAtomic: bigint;
}

export interface Block extends BlockHeader {
  readonly transactions: readonly BlockTransaction[];
}

/** A block that was read as part of a range. */
export interface RangeBlock extends BlockHeader {
  readonly transactionHashes: readonly string[];
}

/** A range of blocks, including both ends. */
export interface BlockRange {
  readonly fromNumber: number;
  readonly toNumber: number;
}

/** No RPC has the block: it does not exist yet, or is no longer part of the chain. */
export class BlockNotFoundError extends RpcMissingError {
  override readonly name = 'BlockNotFoundError';

  constructor(block: number | string) {
    super(`No RPC has block ${block}: it does not exist yet, or a reorganisation has removed it.`);
  }
}

/**
 * Reads the newest block of an RPC. After a failover it may be older than before: RPCs differ by some blocks.
 */
export function readHead(rpc: RpcSession): Promise<BlockHeader> {
  return rpc.request('eth_getBlockByNumber', ['latest', false], decodeHeader);
}

/**
 * Returns the head that more than half of all the chain's RPCs name, when no healthy RPC names another one; null
 * otherwise. Only an agreed head shows that there is no new block.
 *
 * A quarantined or unavailable RPC can't deny the head, but it does not count as naming it either. So an RPC that
 * stands still, while the others are unavailable, never makes it look as if nothing had been paid. The caller then
 * waits for the other RPCs, or for the next block. The URLs of one host count as one RPC, and each of them can deny the
 * head.
 */
export async function readAgreedHead(client: ChainClient): Promise<BlockHeader | null> {
  const answers = await client.requestFromEach('eth_getBlockByNumber', ['latest', false], decodeHeader, {
    withoutHanging: true,
  });
  const { byOrigin, inconsistent, all } = votesOf(
    answers,
    (head) => head,
    ({ hash }) => hash,
  );
  const [first, ...others] = byOrigin.values();
  const isDenied = inconsistent.size > 0 || others.some(({ hash }) => hash !== first?.hash);
  return first !== undefined && !isDenied && byOrigin.size > all / 2 ? first : null;
}

/** Reads the header at a height from each RPC. */
export function readHeaderFromEach(
  client: ChainClient,
  number: number,
): Promise<readonly RpcAnswer<BlockHeader>[]> {
  return client.requestFromEach('eth_getBlockByNumber', [toQuantity(number), false], decodeHeader);
}

/** For a chain without the `finalized` tag: blocks this far below the head are assumed to be final. */
export const ASSUMED_FINALITY_DEPTH = 256;

/** Reads the newest block that the chain itself calls final; null when the chain has no `finalized` tag or block. */
export async function readFinalized(rpc: RpcSession): Promise<BlockHeader | null> {
  try {
    return await rpc.request('eth_getBlockByNumber', ['finalized', false], decodeHeader);
  } catch (error) {
    // Nodes without the tag refuse it in various words, or answer null. They do not fail as a server.
    if (error instanceof RpcError || error instanceof RpcMissingError) return null;
    throw error;
  }
}

/**
 * Reads the newest block that more than half of the answering RPCs call final; null when there is none. A single RPC
 * that calls its head final must not count: we would forget the headers that are needed to walk back an ordinary
 * reorganisation.
 */
export async function readAgreedFinalized(client: ChainClient): Promise<BlockHeader | null> {
  if (!hasSecondRpc({ client })) return readFinalized(client);
  const answers = await client.requestFromEach('eth_getBlockByNumber', ['finalized', false], decodeHeader, {
    withoutHanging: true,
  });
  return reachedByMost(answers, ({ number }) => number) ?? readFinalized(client);
}

/**
 * Reads the header of the block with this number in the present chain, or with this hash (lower-case).
 *
 * @throws BlockNotFoundError
 */
export function readHeader(rpc: RpcSession, block: number | string): Promise<BlockHeader> {
  return readAs(rpc, { block, withTransactions: false, decode: decodeHeader });
}

/**
 * Reads the header of the block with this number, together with the next header in one request.
 *
 * @throws BlockNotFoundError; RpcAnswerError when the block is not the parent of the next one.
 */
export async function readChainedHeader(rpc: RpcSession, number: number): Promise<BlockHeader> {
  const calls = [number, number + 1].map((each) => ({
    method: 'eth_getBlockByNumber',
    params: [toQuantity(each), false],
  }));
  const [header, next] = await rpc.requestBatch(calls, (result, index) => {
    if (result === null) return null;
    const answered = decodeHeader(result);
    expectSame(answered.number, { expected: number + index, what: 'the number of a block asked by number' });
    return answered;
  });
  if (header == null) throw new BlockNotFoundError(number);
  return next == null ? header : (expectChained([header, next])[0] ?? header);
}

/** Like {@link readHeader}; null when the RPC has no such block. */
export async function findHeader(rpc: RpcSession, block: number | string): Promise<BlockHeader | null> {
  try {
    return await readHeader(rpc, block);
  } catch (error) {
    if (error instanceof BlockNotFoundError) return null;
    throw error;
  }
}

/** Reads a block with its full transactions, by number or by hash (lower-case). @throws BlockNotFoundError */
export function readBlock(rpc: RpcSession, block: number | string): Promise<Block> {
  return readAs(rpc, { block, withTransactions: true, decode: decodeBlock });
}

/** How many full blocks of a range are held at a time: with its transactions, a block is many times as large. */
export const MAX_WHOLE_BLOCKS = 40;

/**
 * Reads the blocks of a range in order, each the parent of the next one. Use it within `client.onOneRpc`: only the
 * answers of one RPC are consistent.
 *
 * @param lookAt gets the same blocks with their full transactions, in order, at most {@link MAX_WHOLE_BLOCKS} at once.
 *   Without it, only the hashes of the transactions are asked for.
 * @throws BlockNotFoundError; RpcAnswerError when a block isn't the parent of the next one; what `lookAt` throws.
 */
export async function readBlockRange(
  rpc: RpcSession,
  { range, lookAt }: { range: BlockRange; lookAt?: (blocks: readonly Block[]) => Promise<void> },
): Promise<readonly RangeBlock[]> {
  if (lookAt === undefined)
    return expectChained(await readBlocks(rpc, { range, withTransactions: false, decode: decodeRangeBlock }));
  const blocks: RangeBlock[] = [];
  for (let fromNumber = range.fromNumber; fromNumber <= range.toNumber; fromNumber += MAX_WHOLE_BLOCKS) {
    const portion = { fromNumber, toNumber: Math.min(range.toNumber, fromNumber + MAX_WHOLE_BLOCKS - 1) };
    const whole = await readBlocks(rpc, { range: portion, withTransactions: true, decode: decodeBlock });
    await lookAt(whole);
    blocks.push(
      ...whole.map(({ transactions, ...block }) => ({
        ...block,
        transactionHashes: transactions.map(({ hash }) => hash),
      })),
    );
  }
  return expectChained(blocks);
}

async function readBlocks<T extends BlockHeader>(
  rpc: RpcSession,
  {
    range: { fromNumber, toNumber },
    withTransactions,
    decode,
  }: { range: BlockRange; withTransactions: boolean; decode: (result: unknown) => T },
): Promise<readonly T[]> {
  const calls = Array.from({ length: toNumber - fromNumber + 1 }, (_, index) => ({
    method: 'eth_getBlockByNumber',
    params: [toQuantity(fromNumber + index), withTransactions],
  }));
  return rpc.requestBatch(calls, (result, index) => {
    const number = fromNumber + index;
    if (result === null) throw new BlockNotFoundError(number);
    const block = decode(result);
    expectSame(block.number, { expected: number, what: 'the number of a block asked by number' });
    return block;
  });
}

function expectChained<T extends BlockHeader>(blocks: readonly T[]): readonly T[] {
  for (const [index, block] of blocks.entries()) {
    const parent = blocks[index - 1];
    if (parent !== undefined) {
      expectSame(block.parentHash, { expected: parent.hash, what: `the parent of block ${block.number}` });
    }
  }
  return blocks;
}

function decodeRangeBlock(result: unknown): RangeBlock {
  const block = decodeObject(result, 'the block');
  const transactionHashes = decodeArray(block['transactions'], 'block.transactions').map((hash) =>
    decodeHash(hash, 'block.transactions'),
  );
  return { ...headerOf(block), transactionHashes };
}

async function readAs<T extends BlockHeader>(
  rpc: RpcSession,
  {
    block,
    withTransactions,
    decode,
  }: { block: number | string; withTransactions: boolean; decode: (result: unknown) => T },
): Promise<T> {
  const byNumber = typeof block === 'number';
  const method = byNumber ? 'eth_getBlockByNumber' : 'eth_getBlockByHash';
  try {
    return await rpc.request(method, [byNumber ? toQuantity(block) : block, withTransactions], (result) => {
      const answered = decode(result);
      if (byNumber)
        expectSame(answered.number, { expected: block, what: 'the number of a block asked by number' });
      else expectSame(answered.hash, { expected: block, what: 'the hash of a block asked by hash' });
      return answered;
    });
  } catch (error) {
    if (error instanceof RpcMissingError) throw new BlockNotFoundError(block);
    throw error;
  }
}

function decodeHeader(result: unknown): BlockHeader {
  return headerOf(decodeObject(result, 'the block'));
}

function headerOf(block: JsonFields): BlockHeader {
  return {
    number: decodeNumber(block['number'], 'block.number'),
    hash: decodeHash(block['hash'], 'block.hash'),
    parentHash: decodeHash(block['parentHash'], 'block.parentHash'),
    timestampMs: decodeTimestampMs(block['timestamp'], 'block.timestamp'),
    logsBloom: decodeBloom(block['logsBloom'], 'block.logsBloom'),
  };
}

function decodeBlock(result: unknown): Block {
  const block = decodeObject(result, 'the block');
  const header = headerOf(block);
  const transactions = decodeArray(block['transactions'], 'block.transactions').map((transaction) =>
    decodeTransaction(transaction, header),
  );
  let previousIndex = -1;
  for (const { index } of transactions) {
    if (index <= previousIndex)
      throw new RpcAnswerError(`the transactions of block ${header.number} are out of order`);
    previousIndex = index;
  }
  // If a transaction were counted twice, its coin would be counted twice as well.
  if (new Set(transactions.map(({ hash }) => hash)).size < transactions.length)
    throw new RpcAnswerError(`block ${header.number} was answered with a transaction twice`);
  return { ...header, transactions };
}

function decodeTransaction(value: unknown, header: BlockHeader): BlockTransaction {
  const transaction = decodeObject(value, 'transaction');
  const blockHash = decodeHash(transaction['blockHash'], 'transaction.blockHash');
  expectSame(blockHash, { expected: header.hash, what: 'transaction.blockHash' });
  const to = transaction['to'];
  return {
    hash: decodeHash(transaction['hash'], 'transaction.hash'),
    index: decodeIndex(transaction['transactionIndex'], 'transaction.transactionIndex'),
    from: decodeAddress(transaction['from'], 'transaction.from'),
    to: to === null || to === undefined ? null : decodeAddress(to, 'transaction.to'),
    valueAtomic: decodeBigint(transaction['value'], 'transaction.value'),
  };
}
