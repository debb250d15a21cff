import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { Context } from '@temporalio/activity';
import type { FoundInRange } from '../../../src/chain/transfers/find-range-transfers.js';
import { readAccount } from '../../../src/chain/blocks/read-account.js';
import type { BlockRange } from '../../../src/chain/blocks/read-blocks.js';
import { RpcError } from '../../../src/chain/rpc/rpc-errors.js';
import { storeBlocks } from '../../../src/db/chains/chain-cursor.js';
import { listWallets } from '../../../src/db/wallets/wallets.js';
import type { Asset } from '../../../src/domain/core/asset.js';
import type { Follower, Tip } from '../follower.js';
import { hasSecondRpc } from '../has-second-rpc.js';
import { judgeBlock } from '../branch/our-branch.js';
import { assetsToFind, keepOurs, readsTraces } from './our-transfers.js';
import { endsOf, readRange } from './read-range.js';
import { receiptsOfOurs } from './receipts-of-ours.js';
import { walkBack, type WalkedBack } from '../branch/walk-back.js';

/** Ranges read in one turn before the follower looks up again: wakes, notes, cancellation. */
const MAX_RANGES_PER_TURN = 10;

/**
 * Reads final blocks beyond the tip, whole ranges at a time, of which two are always asked for side by side. A range is
 * kept when most RPCs have its last block: no header below that is, so that a false one would be walked back past
 * finality.
 *
 * @returns the last block read, or what became of it where the chain has another one.
 */
export async function catchUp(
  follower: Follower,
  { tip, finalNumber }: { tip: Tip; finalNumber: number },
): Promise<WalkedBack> {
  let at = tip;
  let ahead: Reading | null = null;
  for (let turn = 1; turn <= MAX_RANGES_PER_TURN && at.number < finalNumber; turn += 1) {
    // Where the range before became narrower than planned, what was asked for ahead of it is nobody's.
    const now: Reading =
      ahead?.fromNumber === at.number + 1 ? ahead : startReading(follower, at.number + 1, finalNumber);
    const isLast = turn === MAX_RANGES_PER_TURN || now.toNumber >= finalNumber;
    ahead = isLast ? null : startReading(follower, now.toNumber + 1, finalNumber);
    const read = await now.read;
    if (read === null) break; // another RPC answered, and has not got it yet
    Context.current().cancellationSignal.throwIfAborted();
    if (endsOf(read).first.parentHash !== at.hash) return walkBack(follower, { tip: at, from: at.number });
    const { judged } = read;
    if (judged !== 'stands') return { tip: at, dispute: typeof judged === 'object' ? judged : null };
    at = await storeRange(follower, read);
  }
  return { tip: at, dispute: null };
}

/** A range that was asked for. It may turn out narrower than planned. */
interface Reading extends BlockRange {
  readonly read: Promise<JudgedRange | null>;
}

/** A range, and what most RPCs say of its last block. */
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
  // Whoever waits for it learns how it failed; when nobody does, it will be read again.
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
  const found = { transfers: ours, receipts, spends, traced, readFrom, awaitsProof: hasSecondRpc(follower) };
  await storeBlocks(deps.db, claim, { first, last, ...found });
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
