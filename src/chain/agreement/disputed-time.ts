import { readHeader } from '../blocks/read-blocks.js';
import { agreedTimeOf, isRpcFailure } from './payment-votes.js';
import type { ChainClient } from '../rpc/types.js';
import { votesOf } from '../rpc/votes.js';

/** A block as one RPC showed it. */
export interface TimedBlock {
  readonly hash: string;
  readonly timestampMs: number;
  /** The RPC that showed it: scheme, host and port; null when it is not known. */
  readonly readFrom: string | null;
}

/**
 * Asks another RPC than the one that showed a block for the block's time, in epoch ms. Returns null when no other RPC
 * answers or has the block.
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
    if (isRpcFailure(error)) return null;
    throw error;
  }
}

/** The time of a block about which RPCs contradict each other, in epoch ms. Where none is agreed, the earliest counts. */
export interface DisputedTime {
  /** The time with two votes at least, and more votes than any other time; null when there is none. */
  readonly agreedMs: number | null;
  /** The earliest time that one of the RPCs gives. */
  readonly earliestMs: number;
}

/** Asks all RPCs for the time of a block that is in dispute. */
export async function readDisputedTime(client: ChainClient, block: TimedBlock): Promise<DisputedTime> {
  const { hash, timestampMs: blockTimeMs, readFrom: origin } = block;
  const answers = await client.onEachRpc((rpc) => readHeader(rpc, hash), { withoutHanging: true });
  const { byOrigin: times, inconsistent } = votesOf(answers, ({ timestampMs }) => timestampMs);
  // For the earliest time, the answers of an origin that contradicts itself count as well.
  const allTimesMs = answers.flatMap((each) =>
    each.ok && !each.quarantined ? [each.value.timestampMs] : [],
  );
  return {
    agreedMs: agreedTimeOf({ times, denying: [], inconsistent }, { origin, blockTimeMs }),
    earliestMs: Math.min(blockTimeMs, ...allTimesMs),
  };
}
