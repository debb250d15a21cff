import { Context } from '@temporalio/activity';
import { findRangeTransfers, type FoundInRange } from '../../src/chain/find-range-transfers.js';
import { readAccount } from '../../src/chain/read-account.js';
import { BlockNotFoundError, type BlockRange, type RangeBlock } from '../../src/chain/read-blocks.js';
import { isRangeTooWide, RpcError, RpcUnavailableError, type ChainClient } from '../../src/chain/rpc.js';
import { storeBlocks } from '../../src/db/chain-cursor.js';
import { listWallets } from '../../src/db/sent-transactions.js';
import type { Asset } from '../../src/domain/asset.js';
import { assert } from '../../src/domain/errors.js';
import type { Follower, Tip } from './follower.js';
import { assetsToFind, findWatchedBy, keepOurs, readsTraces } from './our-transfers.js';
import { receiptsOfOurs } from './receipts-of-ours.js';
import { walkBack } from './walk-back.js';

/** Ranges read in one turn before the follower looks up again: wakes, notes, cancellation. */
const MAX_RANGES_PER_TURN = 10;

interface RangeRead {
  readonly range: BlockRange;
  readonly found: FoundInRange;
}

/**
 * Reads final blocks beyond the tip, whole ranges at a time: the next one is asked for while one is stored.
 *
 * @returns the last block read, or null when the chain is halted.
 */
export async function catchUp(
  follower: Follower,
  { tip, finalNumber }: { tip: Tip; finalNumber: number },
): Promise<Tip | null> {
  let at = tip;
  let ahead: Promise<RangeRead | null> | null = null;
  for (let turn = 1; turn <= MAX_RANGES_PER_TURN && at.number < finalNumber; turn += 1) {
    const read: RangeRead | null = await (ahead ?? readRangeFrom(follower, at.number + 1, finalNumber));
    if (read === null) return at; // another RPC answered, and has not got it yet
    Context.current().cancellationSignal.throwIfAborted();
    const toNumber: number = read.range.toNumber;
    const isLast: boolean = turn === MAX_RANGES_PER_TURN || toNumber === finalNumber;
    ahead = isLast ? null : readRangeFrom(follower, toNumber + 1, finalNumber);
    // If storing fails nobody waits for it any more.
    ahead?.catch(() => undefined);
    if (firstOf(read).parentHash !== at.hash) return walkBack(follower, { tip: at, from: at.number });
    at = await storeRange(follower, read);
  }
  return at;
}

function firstOf({ found }: RangeRead): RangeBlock {
  const first = found.blocks[0];
  assert(first !== undefined, 'a range has a block');
  return first;
}

async function readRangeFrom(
  follower: Follower,
  fromNumber: number,
  finalNumber: number,
): Promise<RangeRead | null> {
  const { chain, client, deps, pace } = follower;
  for (;;) {
    const range = { fromNumber, toNumber: Math.min(finalNumber, fromNumber + pace.blocks - 1) };
    try {
      const found = await findRangeTransfers(client, {
        range,
        assets: await assetsOfRange(follower, range),
        traces: readsTraces(chain),
        watched: findWatchedBy(follower),
      });
      pace.succeeded({ blocks: found.blocks.length, logs: found.logCount });
      return { range, found };
    } catch (error) {
      if (error instanceof BlockNotFoundError) return null;
      // An outage may be the width's fault as well: a node that fails at what it can't do in time.
      const mayBeTooWide = isRangeTooWide(error) || error instanceof RpcUnavailableError;
      if (!mayBeTooWide || !pace.failed(error)) throw error;
      deps.log.info(
        { chainCode: chain.chainCode, ...range, nextBlocks: pace.blocks, reason: (error as Error).message },
        'the range was not answered: asking for fewer blocks',
      );
    }
  }
}

async function storeRange(follower: Follower, read: RangeRead): Promise<Tip> {
  const { deps, chain, claim } = follower;
  const { blocks, transfers, traced } = read.found;
  const first = firstOf(read);
  const last = blocks.at(-1) ?? first;
  const ours = await keepOurs(follower, transfers);
  const mined = blocks.map((block) => ({ block, transactionHashes: block.transactionHashes }));
  const receipts = await receiptsOfOurs(follower, mined);
  await storeBlocks(deps.db, claim, { first, last, transfers: ours, receipts, traced });
  deps.log.info(
    { chainCode: chain.chainCode, from: first.number, to: last.number, transfers: ours.length },
    'catching up: range read',
  );
  return last;
}

/**
 * Blocks with all their transactions are many times as large as without. Where the native coin isn't offered they are
 * needed only for the gas money that came to our wallets; and none came where balance and nonce are the same at both
 * ends, since coin can't leave without a nonce.
 */
async function assetsOfRange(follower: Follower, range: BlockRange): Promise<readonly Asset[]> {
  const { deps, chain, client } = follower;
  const all = assetsToFind(chain);
  if (all.length === chain.assets.length) return all;
  for (const address of await listWallets(deps.db, chain.chainCode)) {
    if (!(await isUntouched(client, { address, range }))) return all;
  }
  return chain.assets;
}

async function isUntouched(
  client: ChainClient,
  { address, range }: { address: string; range: BlockRange },
): Promise<boolean> {
  try {
    return await client.onOneRpc(async (rpc) => {
      const before = await readAccount(rpc, { address, blockNumber: range.fromNumber - 1 });
      const after = await readAccount(rpc, { address, blockNumber: range.toNumber });
      return before.balanceWei === after.balanceWei && before.nonce === after.nonce;
    });
  } catch (error) {
    // Most nodes keep the state of the newest blocks only. The blocks themselves tell as well.
    if (error instanceof RpcError) return false;
    throw error;
  }
}
