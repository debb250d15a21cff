import { decodeArray, decodeNumber, decodeObject, expectSame, toQuantity } from '../rpc/decode.js';
import type { BlockRange, RangeBlock } from '../blocks/read-blocks.js';
import type { RpcSession } from '../rpc/types.js';
import { RpcAnswerError } from '../rpc/rpc-errors.js';
import { decodeLog, TRANSFER_TOPIC, type ChainLogEntry } from './transfer-log.js';

/** A Transfer log of which just so much was read that it can be told whether it concerns us: most don't. */
export interface LogGlance {
  readonly block: RangeBlock;
  /** Sender and recipient, where the log is ERC-20's Transfer; lower-case. */
  readonly from: string;
  readonly to: string;
  /** As the RPC answered it: see {@link decodeGlance}. */
  readonly raw: unknown;
}

/** The raw logs with ERC-20's Transfer topic that the tokens emitted in a range, by one eth_getLogs. */
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
 * Holds each log against the blocks of its range: it has to stand in the very block that it names, to be one that was
 * asked for, and to be there once.
 *
 * @throws RpcAnswerError when one does not.
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
    const place = `${number}/${decodeNumber(log['logIndex'], 'log.logIndex')}`;
    if (seen.has(place)) throw new RpcAnswerError(`a log of block ${number} was answered twice`);
    seen.add(place);
    return { block, from: `0x${(from ?? '').slice(-40)}`, to: `0x${(to ?? '').slice(-40)}`, raw };
  });
}

/** The whole of a log. @throws RpcAnswerError when it is malformed. */
export function decodeGlance({ raw }: LogGlance): ChainLogEntry {
  return decodeLog(raw);
}

/** Nodes answer hex in lower case: then this costs nothing. */
function lower(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}
