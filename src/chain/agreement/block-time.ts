import { readHeader, readHeaderFromEach } from '../blocks/read-blocks.js';
import { agreedTimeOf, isOfRpc } from './second-opinion.js';
import type { ChainClient } from '../rpc/types.js';
import { votesOf } from '../rpc/votes.js';

/** A block as one RPC has shown it. */
export interface TimedBlock {
  readonly hash: string;
  readonly timestampMs: number;
  /** Scheme, host and port; null when it is not known. */
  readonly readFrom: string | null;
}

/**
 * When another RPC than the one that has shown a block says it was made, in epoch ms; null when none answers or has it.
 */
export async function askTime(
  client: ChainClient,
  { hash, readFrom }: TimedBlock,
): Promise<{ readonly origin: string; readonly timeMs: number } | null> {
  const other = readFrom === null ? client : client.without(readFrom);
  try {
    return await other.onOneRpc(async (rpc) => ({
      origin: rpc.origin,
      timeMs: (await readHeader(rpc, hash)).timestampMs,
    }));
  } catch (error) {
    if (isOfRpc(error)) return null;
    throw error;
  }
}

/** What RPCs that contradict each other about a block's time leave of it, in epoch ms. */
export interface DisputedTime {
  /** What two of them say, and more than say anything else; null when there is no such time. */
  readonly agreedMs: number | null;
  /** The earliest that one of them tells. */
  readonly earliestMs: number;
}

export async function readDisputedTime(client: ChainClient, block: TimedBlock): Promise<DisputedTime> {
  const { hash, timestampMs: blockTimeMs, readFrom: origin } = block;
  const answers = await client.onEachRpc((rpc) => readHeader(rpc, hash), { withoutHanging: true });
  const { said: times, torn } = votesOf(answers, ({ timestampMs }) => timestampMs);
  // Also of one that contradicts itself: it is the earliest that is asked for.
  const told = answers.flatMap((each) => (each.ok && !each.aside ? [each.value.timestampMs] : []));
  return {
    agreedMs: agreedTimeOf({ times, denying: [], torn }, { origin, blockTimeMs }),
    earliestMs: Math.min(blockTimeMs, ...told),
  };
}

/**
 * When the block at a height was made, in epoch ms: the middle of what all RPCs say, of two the later. So one among
 * several can't make a block older than it is, nor one among three make it younger.
 */
export async function readMiddleTime(client: ChainClient, number: number): Promise<number> {
  const answers = await readHeaderFromEach(client, number);
  const votes = votesOf(answers, ({ timestampMs }) => timestampMs);
  const times = [...votes.said.values()].toSorted((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? (await readHeader(client, number)).timestampMs;
}
