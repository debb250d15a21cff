import {
  decodeAddress,
  decodeArray,
  decodeBigint,
  decodeData,
  decodeHash,
  decodeIndex,
  decodeNumber,
  decodeObject,
} from '../rpc/decode.js';
import { RpcAnswerError } from '../rpc/rpc-errors.js';

/** keccak256("Transfer(address,address,uint256)"), ERC-20's event. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** A log in a node's answer, in eth_getLogs and in receipts. */
export interface ChainLogEntry {
  /** The contract that emitted it. */
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockHash: string;
  readonly blockNumber: number;
  readonly txHash: string;
  readonly txIndex: number;
  /** Position among all logs of its block. */
  readonly logIndex: number;
}

export interface LoggedTransfer {
  readonly from: string;
  readonly to: string;
  readonly amountAtomic: bigint;
}

const MAX_TOPICS = 4;

/** @throws RpcAnswerError when the log is malformed, or `removed`: then its block is no longer part of the chain. */
export function decodeLog(value: unknown): ChainLogEntry {
  const log = decodeObject(value, 'log');
  if (log['removed'] === true)
    throw new RpcAnswerError('a log was answered that a reorganisation has removed');
  const topics = decodeArray(log['topics'], 'log.topics');
  if (topics.length > MAX_TOPICS) throw new RpcAnswerError(`a log was answered with ${topics.length} topics`);
  return {
    address: decodeAddress(log['address'], 'log.address'),
    topics: topics.map((topic) => decodeHash(topic, 'log.topics')),
    data: decodeData(log['data'], 'log.data'),
    blockHash: decodeHash(log['blockHash'], 'log.blockHash'),
    blockNumber: decodeNumber(log['blockNumber'], 'log.blockNumber'),
    txHash: decodeHash(log['transactionHash'], 'log.transactionHash'),
    txIndex: decodeIndex(log['transactionIndex'], 'log.transactionIndex'),
    logIndex: decodeIndex(log['logIndex'], 'log.logIndex'),
  };
}

/**
 * Reads a log as ERC-20's `Transfer(address indexed from, address indexed to, uint256 value)` (EIP-20). Returns null
 * for any other log, such as ERC-721's event of the same name, which has a fourth topic and no data.
 */
export function readTransfer(log: Pick<ChainLogEntry, 'topics' | 'data'>): LoggedTransfer | null {
  const [topic, from, to] = log.topics;
  if (topic !== TRANSFER_TOPIC || from === undefined || to === undefined || log.topics.length !== 3)
    return null;
  if (!isAddressWord(from) || !isAddressWord(to) || log.data.length !== 66) return null;
  return { from: addressOf(from), to: addressOf(to), amountAtomic: decodeBigint(log.data, 'log.data') };
}

function isAddressWord(word: string): boolean {
  return word.startsWith('0x000000000000000000000000');
}

function addressOf(word: string): string {
  return `0x${word.slice(-40)}`;
}
