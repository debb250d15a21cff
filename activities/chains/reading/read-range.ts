import { findRangeTransfers, type FoundInRange } from '../../../src/chain/transfers/find-range-transfers.js';
import {
  BlockNotFoundError,
  type BlockRange,
  type RangeBlock,
} from '../../../src/chain/blocks/read-blocks.js';
import { isRangeTooWide, RpcUnavailableError } from '../../../src/chain/rpc/rpc-errors.js';
import type { Asset } from '../../../src/domain/core/asset.js';
import { assert } from '../../../src/domain/core/errors.js';
import type { Follower } from '../follower.js';
import { findWatchedBy } from './our-transfers.js';

/**
 * Reads a range of final blocks. When the RPC refuses the planned range, a narrower one is asked for.
 *
 * @returns null when another RPC answered that does not have the blocks yet.
 * @throws RpcUnavailableError or RpcError when not even one block is answered; what `assetsOf` throws.
 */
export async function readRange(
  follower: Follower,
  plan: {
    readonly range: BlockRange;
    /** See `FindRangeTransfersInput`. */
    readonly traces: boolean;
    readonly assetsOf: (range: BlockRange) => readonly Asset[] | Promise<readonly Asset[]>;
  },
): Promise<FoundInRange | null> {
  const { chain, client, deps, pace } = follower;
  for (let { range } = plan; ; range = narrowed(range, pace.blocks)) {
    try {
      const found = await findRangeTransfers(client, {
        range,
        assets: await plan.assetsOf(range),
        traces: plan.traces,
        watched: findWatchedBy(follower),
      });
      pace.succeeded({ blocks: found.blocks.length, logs: found.logCount });
      return found;
    } catch (error) {
      if (error instanceof BlockNotFoundError) return null;
      // The width may also cause an outage: a node fails when it can't answer in time.
      const mayBeTooWide = isRangeTooWide(error) || error instanceof RpcUnavailableError;
      if (!mayBeTooWide || !pace.failed(error)) throw error;
      deps.log.info(
        { chainCode: chain.chainCode, ...range, nextBlocks: pace.blocks, reason: (error as Error).message },
        'the range was not answered: asking for fewer blocks',
      );
    }
  }
}

function narrowed({ fromNumber, toNumber }: BlockRange, blocks: number): BlockRange {
  return { fromNumber, toNumber: Math.min(toNumber, fromNumber + blocks - 1) };
}

/** Returns the first and the last block of a range. */
export function endsOf({ blocks }: FoundInRange): { readonly first: RangeBlock; readonly last: RangeBlock } {
  const [first] = blocks;
  assert(first !== undefined, 'a range has a block');
  return { first, last: blocks.at(-1) ?? first };
}
