import { Context } from '@temporalio/activity';
import { findTransfers, type FoundTransfer } from '../src/chain/find-transfers.js';
import {
  BlockNotFoundError,
  readAgreedHead,
  readBlock,
  readFinalized,
  readHead,
  readHeader,
  type Block,
} from '../src/chain/read-blocks.js';
import { readReceipt } from '../src/chain/receipts.js';
import type { ChainClient } from '../src/chain/rpc.js';
import {
  findStoredBlock,
  findWatched,
  haltChain,
  noteProgress,
  rollBackTo,
  storeBlock,
  takeOverChain,
  type BlockToStore,
  type ChainCursor,
  type FollowerClaim,
  type ReceiptToStore,
} from '../src/db/chain-cursor.js';
import { releaseDueWakes } from '../src/db/chain-wakes.js';
import { findFirstInvoiceTime } from '../src/db/invoices.js';
import { findWallets, listUnminedHashes } from '../src/db/sent-transactions.js';
import { bookTopUps } from '../src/db/top-ups.js';
import { gasAsset, sameAsset, type AssetId, type Chain } from '../src/domain/asset.js';
import type { ChainActivities } from './contract.js';
import type { ActivityDependencies } from './dependencies.js';
import { recordNotFound } from './record-not-found.js';

type FollowerDependencies = Pick<
  ActivityDependencies,
  'db' | 'chains' | 'chainClient' | 'now' | 'dispatchOutbox' | 'log'
>;

/** Where a chain without the `finalized` tag is taken to be final, in blocks under the head. */
const ASSUMED_FINALITY_DEPTH = 256;
/** How far a block's time may be behind our clock. */
const MAX_CLOCK_SKEW_MS = 600_000;
/** Blocks read in one turn before the follower looks up again: wakes, notes, cancellation. */
const MAX_BLOCKS_PER_TURN = 20;
/** Without a new block: how often the follower notes that there is none. */
const QUIET_NOTE_INTERVAL_MS = 5_000;
const HEARTBEAT_INTERVAL_MS = 2_000;
const HALTED_RECHECK_MS = 5_000;

/** The last block read, as the follower goes. */
type Tip = Omit<BlockToStore, 'parentHash'>;

/** One follower of one chain, from its take-over to its end. */
interface Follower {
  readonly deps: FollowerDependencies;
  readonly chain: Chain;
  readonly client: ChainClient;
  readonly claim: FollowerClaim;
}

function tipOf(cursor: ChainCursor): Tip | null {
  const { height, blockHash, blockTimeMs } = cursor;
  if (height === null || blockHash === null || blockTimeMs === null) return null;
  return { number: height, hash: blockHash, timestampMs: blockTimeMs };
}

async function receiptsOfOurs({ deps, chain, client }: Follower, block: Block): Promise<ReceiptToStore[]> {
  const unmined = new Set(await listUnminedHashes(deps.db, chain.chainCode));
  const ours = block.transactions.filter(({ hash }) => unmined.has(hash));
  return Promise.all(
    ours.map(async ({ hash }) => {
      const receipt = await client.onOneRpc((rpc) => readReceipt(rpc, hash));
      if (receipt?.blockHash !== block.hash) {
        throw new Error(
          `Block ${block.number} holds ${hash}, but its receipt names another block; reading again`,
        );
      }
      return { ...receipt, txHash: hash };
    }),
  );
}

/** Payments in listed assets, and whatever gas money came to our wallets: that is watched also where it isn't offered. */
async function findOurs({ deps, chain, client }: Follower, block: Block): Promise<readonly FoundTransfer[]> {
  const { chainCode } = chain;
  const isListed = (found: AssetId): boolean => chain.assets.some((asset) => sameAsset(asset, found));
  const gas = gasAsset(chain);
  const found = await findTransfers(client, {
    block,
    assets: isListed(gas) ? chain.assets : [...chain.assets, gas],
    watched: (addresses) => findWatched(deps.db, { chainCode, addresses }),
  });
  const unlisted = found.filter((transfer) => !isListed(transfer));
  if (unlisted.length === 0) return found;
  const wallets = await findWallets(deps.db, { chainCode, addresses: unlisted.map(({ to }) => to) });
  return found.filter((transfer) => isListed(transfer) || wallets.has(transfer.to));
}

async function readOne(follower: Follower, block: Block): Promise<Tip> {
  const { deps, chain, claim } = follower;
  const transfers = await findOurs(follower, block);
  const receipts = await receiptsOfOurs(follower, block);
  await storeBlock(deps.db, claim, { block, transfers, receipts });
  if (transfers.length > 0) {
    deps.log.info(
      { chainCode: chain.chainCode, height: block.number, transfers: transfers.length },
      'payments seen',
    );
  }
  return block;
}

/**
 * Walks back by hash from a height to the last block that we and the chain share, and undoes what was read above it.
 *
 * @returns that block, or null when it lies below what was final: the chain is then halted.
 */
async function walkBack(
  { deps, chain, client, claim }: Follower,
  { tip, from }: { tip: Tip; from: number },
): Promise<Tip | null> {
  const { chainCode } = chain;
  for (let number = from; ; number -= 1) {
    const stored = await findStoredBlock(deps.db, { chainCode, number });
    if (stored === undefined) {
      const reason =
        `The chain was reorganised below block ${number + 1}, which it had called final. Nothing is credited until ` +
        'an operator has looked at it and resumed the chain.';
      await haltChain(deps.db, claim, reason);
      deps.log.error({ chainCode, height: tip.number }, reason);
      return null;
    }
    const header = await readHeader(client, number);
    if (header.hash === stored.hash) {
      deps.log.warn(
        { chainCode, from: tip.number, to: number, depth: tip.number - number },
        'reorganisation: walked back to the last common block',
      );
      await rollBackTo(deps.db, claim, stored);
      return stored;
    }
  }
}

interface Advance {
  /** Null: the chain is halted. */
  readonly tip: Tip | null;
  /** Is the tip the head that the RPC gave? */
  readonly caughtUp: boolean;
}

/**
 * The first start: reading begins at what is final now, or before the first invoice where somebody was faster with
 * that. A payment can't be older than its address.
 */
async function readFirst(follower: Follower): Promise<Advance> {
  const { deps, chain, client } = follower;
  const head = await readHead(client);
  const finalized = (await readFinalized(client)) ?? head.number - ASSUMED_FINALITY_DEPTH;
  const latest = Math.max(0, finalized);
  const invoicedAtMs = await findFirstInvoiceTime(deps.db, chain.chainCode);
  const number =
    invoicedAtMs === null
      ? latest
      : await findBlockBefore(client, { timeMs: invoicedAtMs - MAX_CLOCK_SKEW_MS, latest });
  const first = await readBlock(client, number);
  return { tip: await readOne(follower, first), caughtUp: false };
}

/** The last block that is not younger than the time, and not above `latest`; the chain's first if all are younger. */
async function findBlockBefore(
  client: ChainClient,
  { timeMs, latest }: { timeMs: number; latest: number },
): Promise<number> {
  if ((await readHeader(client, latest)).timestampMs <= timeMs) return latest;
  let [old, young] = [0, latest];
  while (young - old > 1) {
    const middle = Math.floor((old + young) / 2);
    if ((await readHeader(client, middle)).timestampMs <= timeMs) old = middle;
    else young = middle;
  }
  return old;
}

/** A head at or below our tip: the same block, an RPC that lags, or a chain that was reorganised. */
async function lookBack(follower: Follower, tip: Tip, headNumber: number): Promise<Advance> {
  const { deps, chain, client } = follower;
  const number = Math.min(headNumber, tip.number);
  const stored = await findStoredBlock(deps.db, { chainCode: chain.chainCode, number });
  const header = await readHeader(client, number);
  // A head behind ours that we know, or older than all that may still change, is an RPC that lags.
  if (stored === undefined || stored.hash === header.hash) return { tip, caughtUp: false };
  return { tip: await walkBack(follower, { tip, from: number - 1 }), caughtUp: false };
}

/** Reads what is there beyond the tip, at most some blocks of it. */
async function advance(follower: Follower, tip: Tip | null): Promise<Advance> {
  const { client } = follower;
  if (tip === null) return readFirst(follower);
  const head = await readHead(client);
  if (head.hash === tip.hash) return { tip, caughtUp: true };
  if (head.number <= tip.number) return lookBack(follower, tip, head.number);
  let at = tip;
  const end = Math.min(head.number, tip.number + MAX_BLOCKS_PER_TURN);
  while (at.number < end) {
    const block = await findBlock(client, at.number + 1);
    if (block === null) break; // another RPC answered, and has not got it yet
    if (block.parentHash !== at.hash) {
      return { tip: await walkBack(follower, { tip: at, from: at.number - 1 }), caughtUp: false };
    }
    at = await readOne(follower, block);
  }
  return { tip: at, caughtUp: at.hash === head.hash };
}

async function findBlock(client: ChainClient, number: number): Promise<Block | null> {
  try {
    return await readBlock(client, number);
  } catch (error) {
    if (error instanceof BlockNotFoundError) return null;
    throw error;
  }
}

/** Notes how far we are: what is final by now, and, when every RPC agrees on the tip, that nothing is beyond it. */
async function note({ deps, client, claim }: Follower, tip: Tip, caughtUp: boolean): Promise<void> {
  const agreed = caughtUp ? await readAgreedHead(client) : null;
  const finalized = await readFinalized(client);
  await noteProgress(deps.db, claim, {
    caughtUpAtMs: agreed?.hash === tip.hash ? deps.now() : null,
    finalizedHeight: finalized ?? Math.max(0, tip.number - ASSUMED_FINALITY_DEPTH),
  });
}

async function follow(
  follower: Follower,
  start: ChainCursor,
  onHeight: (height: number) => void,
): Promise<void> {
  const { deps, chain } = follower;
  const context = Context.current();
  let tip = tipOf(start);
  let notedAtMs = 0;
  for (;;) {
    const reached = await advance(follower, tip);
    if (reached.tip === null) return; // halted
    const moved = reached.tip.hash !== tip?.hash;
    tip = reached.tip;
    onHeight(tip.number);
    if (moved || deps.now() - notedAtMs >= QUIET_NOTE_INTERVAL_MS) {
      await note(follower, tip, reached.caughtUp);
      await bookTopUps(deps.db, { chain, height: tip.number });
      notedAtMs = deps.now();
    }
    // Also without a new block: see releaseDueWakes.
    const { number: height, timestampMs: blockTimeMs } = tip;
    const due = await releaseDueWakes(deps.db, { chainCode: chain.chainCode, height, blockTimeMs });
    if (moved || due > 0) await deps.dispatchOutbox();
    if (reached.caughtUp || !moved) await context.sleep(chain.pollIntervalMs);
    else context.cancellationSignal.throwIfAborted();
  }
}

/** While a chain is halted its follower only waits: for the operator who resumes it. */
async function waitWhileHalted(deps: FollowerDependencies, chainCode: string, reason: string): Promise<void> {
  deps.log.error({ chainCode }, `the chain is halted: ${reason}`);
  await Context.current().sleep(HALTED_RECHECK_MS);
}

export function createChainActivities(deps: FollowerDependencies): ChainActivities {
  return {
    async followChain({ chainCode }): Promise<void> {
      const chain = deps.chains.get(chainCode);
      if (chain === undefined) throw recordNotFound('chain', chainCode);
      const context = Context.current();
      const client = deps.chainClient(chainCode).withSignal(context.cancellationSignal);
      let height: number | null = null;
      // By the clock and not by the block: a slow RPC is not a dead worker, and its time-outs are bounded.
      const beat = setInterval(() => context.heartbeat({ height }), HEARTBEAT_INTERVAL_MS);
      try {
        for (;;) {
          const { claim, cursor } = await takeOverChain(deps.db, chainCode);
          if (cursor.haltedReason !== null) {
            await waitWhileHalted(deps, chainCode, cursor.haltedReason);
            continue;
          }
          deps.log.info({ chainCode, height: cursor.height, fence: claim.fence }, 'following the chain');
          await follow({ deps, chain, client, claim }, cursor, (reached) => {
            height = reached;
          });
        }
      } catch (error) {
        // Cancelled in the middle of a request: say so in the engine's own words, so that it is no failure.
        if (context.cancellationSignal.aborted) await context.cancelled;
        throw error;
      } finally {
        clearInterval(beat);
      }
    },
  };
}
