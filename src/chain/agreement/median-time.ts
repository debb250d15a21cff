import { readHeader, readHeaderFromEach } from '../blocks/read-blocks.js';
import type { ChainClient } from '../rpc/types.js';
import { votesOf } from '../rpc/votes.js';

/**
 * Returns the time of the block at a height, in epoch ms: the median of all RPCs' times, or the later one of two times.
 * So one RPC among several cannot make a block older than it is. One RPC among three cannot make it younger.
 */
export async function readMedianTime(client: ChainClient, number: number): Promise<number> {
  const answers = await readHeaderFromEach(client, number);
  const votes = votesOf(answers, ({ timestampMs }) => timestampMs);
  const times = [...votes.byOrigin.values()].toSorted((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? (await readHeader(client, number)).timestampMs;
}
