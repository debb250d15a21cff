import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { Context } from '@temporalio/activity';
import type { FoundInRange } from '../../../src/chain/transfers/find-range-transfers.js';
import { readAccount } from '../../../src/chain/blocks/read-account.js';
import type { BlockRange } from '../../../src/chain/blocks/read-blocks.js';
import { RpcError } from '../../../src/chain/rpc/rpc-errors.js';
import { storeBlocks } from '../../../src/db/chains/store-blocks.js';
import { listWallets } from '../../../src/db/wallets/wallets.js';
import type { Asset } from '../../../src/domain/core/asset.js';
import type { Follower, Tip } from '../follower.js';
import { hasSecondRpc } from '../../../src/chain/rpc/has-second-rpc.js';
import { judgeBlock } from '../branch/our-branch.js';
import { assetsToFind, keepOurs, readsTraces } from './our-transfers.js';
import { endsOf, readRange } from './read-range.js';
import { receiptsOfOurs } from './receipts-of-ours.js';
import { walkBack, type WalkedBack } from '../branch/walk-back.js';

/** How many ranges are read before the follower does its other work: timers, progress, cancellation. */
const MAX_RANGES_PER_PASS = 10;

/**
 * Reads final blocks beyond the tip in ranges. Two ranges are always asked for in parallel. A range is stored only when
 * most RPCs have its last block. No headers below that block are stored, so a walk back from a false block would end
 * below finality.
 *
 * @returns the last block read; the result of the walk back when the chain no longer has our tip.
 */
export async function catchUp(
  follower: Follower,
  { tip, finalNumber }: { tip: Tip; finalNumber: number },
): Promise<WalkedBack> {
  let at = tip;
  let ahead: Reading | null = null;
  for (let count = 1; count <= MAX_RANGES_PER_PASS && at.number < finalNumber; count += 1) {
    // When the previous range became narrower than planned, the range that was asked for ahead does not follow it.
    const now: Reading =
      ahead?.fromNumber === at.number + 1 ? ahead : startReading(follower, at.number + 1, finalNumber);
    const isLast = count === MAX_RANGES_PER_PASS || now.toNumber >= finalNumber;
    ahead = isLast ? null : startReading(follower, now.toNumber + 1, finalNumber);
    const read = await now.read;
    if (read === null) break; // another RPC answered that does not have the range yet
    Context.current().cancellationSignal.throwIfAborted();
    if (endsOf(read).first.parentHash !== at.hash) return walkBack(follower, { tip: at, from: at.number });
    const { judged } = read;
    if (judged !== 'stands') return { tip: at, dispute: typeof judged === 'object' ? judged : null };
    at = await storeRange(follower, read);
  }
  return { tip: at, dispute: null };
}

/** A range that was asked for. The range that is read may be narrower. */
interface Reading extends BlockRange {
  readonly read: Promise<JudgedRange | null>;
}

/** A range, and the judgement of its last block by most RPCs. */
interface JudgedRange extends FoundInRange {
  readonly judged: Awaited<ReturnType<typeof judgeBlock>>;
}

function startReading(follower: Follower, fromNumber: number, finalNumber: number): Reading {
  const range = { fromNumber, toNumber: Math.min(finalNumber, fromNumber + follower.pace.blocks - 1) };
  const { chain } = follower;
  const plan = {
    range,
    traces: readsTraces(chain),
    assetsOf: (each: BlockRange) => assetsOfRange(follower, each),
  };
  const read = readRange(follower, plan).then(
    async (found) => found && { ...found, judged: await judgeBlock(follower, endsOf(found).last) },
  );
  // Whoever awaits it gets the error. If nobody does, the range will be read again.
  read.catch(() => undefined);
  return { ...range, read };
}

async function storeRange(follower: Follower, read: FoundInRange): Promise<Tip> {
  const { deps, chain, claim } = follower;
  const { blocks, transfers, spends, traced, readFrom } = read;
  const { first, last } = endsOf(read);
  const ours = await keepOurs(follower, transfers);
  const mined = blocks.map((block) => ({ block, transactionHashes: block.transactionHashes }));
  const receipts = await receiptsOfOurs(follower, mined);
  const found = {
    transfers: ours,
    receipts,
    spends,
    traced,
    readFrom,
    awaitsCorroboration: hasSecondRpc(follower),
  };
  await storeBlocks(deps.db, claim, { first, last, ...found });
  deps.log.info(
    { chainCode: chain.chainCode, from: first.number, to: last.number, transfers: ours.length },
    'catching up: range read',
  );
  return last;
}

/**
 * Returns the assets to look for in a range. Without the native coin the blocks are read without their full
 * transactions, which are many times as large. When the native coin isn't offered, it matters only as gas money for our
 * wallets. None came in when a wallet's balance and nonce are the same at both ends of the range, since coin can't
 * leave without a nonce.
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
    // Most nodes keep the state of the newest blocks only. Then the full blocks are read.
    if (error instanceof RpcError) return false;
    throw error;
  }
}
