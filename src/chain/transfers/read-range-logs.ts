import { decodeArray, decodeNumber, decodeObject, expectSame, toQuantity } from '../rpc/decode.js';
import type { BlockRange, RangeBlock } from '../blocks/read-blocks.js';
import type { RpcSession } from '../rpc/types.js';
import { RpcAnswerError } from '../rpc/rpc-errors.js';
import { decodeLog, TRANSFER_TOPIC, type ChainLogEntry } from './transfer-log.js';

/** A Transfer log of which only the addresses were read, to decide whether it concerns us. Most logs don't. */
export interface LogGlance {
  readonly block: RangeBlock;
  /** The sender, in lower case, when the log is ERC-20's Transfer. */
  readonly from: string;
  /** The recipient, in lower case, when the log is ERC-20's Transfer. */
  readonly to: string;
  /** The log as the RPC answered it: see {@link decodeGlance}. */
  readonly raw: unknown;
}

/** Reads the raw logs with ERC-20's Transfer topic that the tokens emitted in a range, with one eth_getLogs. */
export async function readRangeLogs(
  rpc: RpcSession,
  { range, tokenAddresses }: { range: BlockRange; tokenAddresses: readonly string[] },
): Promise<readonly unknown[]> {
  if (tokenAddresses.length === 0) return [];
  const filter = {
    fromBlock: toQuantity(range.fromNumber),
    toBlock: toQuantity(range.toNumber),
    address: tokenAddresses,
    topics: [TRANSFER_TOPIC],
  };
  return rpc.request('eth_getLogs', [filter], (result) => decodeArray(result, 'logs'));
}

/**
 * Compares each log with the blocks of its range. A log has to name the hash of the block at its number, to match the
 * request, and to occur once.
 *
 * @throws RpcAnswerError when one of the logs does not.
 */
export function glanceAtLogs(
  logs: readonly unknown[],
  { blocks, tokenAddresses }: { blocks: readonly RangeBlock[]; tokenAddresses: readonly string[] },
): readonly LogGlance[] {
  const tokens = new Set(tokenAddresses);
  const first = blocks[0]?.number ?? 0;
  const seen = new Set<string>();
  return logs.map((raw) => {
    const log = decodeObject(raw, 'log');
    const number = decodeNumber(log['blockNumber'], 'log.blockNumber');
    const block = blocks[number - first];
    if (block === undefined) {
      throw new RpcAnswerError(`a log was answered of block ${number}, which was not asked for`);
    }
    expectSame(lower(log['blockHash']), { expected: block.hash, what: 'the block hash of a log' });
    const [topic, from, to] = decodeArray(log['topics'], 'log.topics').map(lower);
    if (!tokens.has(lower(log['address'])) || topic !== TRANSFER_TOPIC || log['removed'] === true) {
      throw new RpcAnswerError('a log was answered that was not asked for');
    }
    const key = `${number}/${decodeNumber(log['logIndex'], 'log.logIndex')}`;
    if (seen.has(key)) throw new RpcAnswerError(`a log of block ${number} was answered twice`);
    seen.add(key);
    return { block, from: `0x${(from ?? '').slice(-40)}`, to: `0x${(to ?? '').slice(-40)}`, raw };
  });
}

/** Decodes the whole log. @throws RpcAnswerError when it is malformed. */
export function decodeGlance({ raw }: LogGlance): ChainLogEntry {
  return decodeLog(raw);
}

/** Returns text in lower case. Nodes answer hex in lower case, so this usually costs nothing. */
function lower(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}
