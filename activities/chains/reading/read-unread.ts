import {
  findUnreadRange,
  recordUnreadRange,
  type UnreadRange,
} from '../../../src/db/chains/asset-readings.js';
import { compareReading } from '../../../src/db/chains/verification-scan.js';
import { findBlockBefore } from './find-block-before.js';
import type { Follower } from '../follower.js';
import { hasSecondRpc } from '../../../src/chain/rpc/has-second-rpc.js';
import { judgeBlock } from '../branch/our-branch.js';
import { endsOf, readRange } from './read-range.js';

/**
 * Reads the final blocks that were read before one of the chain's tokens was listed, for that token alone, until no
 * such blocks are left. The blocks are read from one RPC, and then from another one, whose answer shows what the first
 * RPC left out. When no RPC gives the old logs of one token, the other tokens do not wait for it.
 *
 * @throws the first error of an RPC or the database. The caller tries again later.
 */
export async function readUnread(follower: Follower): Promise<void> {
  const failures: unknown[] = [];
  for (const { tokenSymbol } of follower.chain.assets) {
    try {
      await readUnreadOf(follower, tokenSymbol);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function readUnreadOf(follower: Follower, tokenSymbol: string): Promise<void> {
  const { deps, chain } = follower;
  for (;;) {
    const range = await findUnreadRange(deps.db, { chainCode: chain.chainCode, tokenSymbol });
    if (range === undefined) return;
    await readSome(follower, range);
  }
}

async function readSome(follower: Follower, range: UnreadRange): Promise<void> {
  const { deps, chain, client, claim, pace } = follower;
  const { chainCode, tokenSymbol, readFrom } = range;
  const assets = chain.assets.filter((asset) => asset.tokenSymbol === tokenSymbol);
  const [isFirstReading, hasOther] = [readFrom === null, hasSecondRpc(follower)];
  const fromNumber = await findStart(follower, range);
  const other = readFrom !== null && hasOther ? client.without(readFrom) : client;
  const toNumber = Math.min(range.toNumber, fromNumber + pace.blocks - 1);
  const plan = { range: { fromNumber, toNumber }, traces: false, assetsOf: () => assets };
  const found = await readRange({ ...follower, client: other }, plan);
  if (found === null) throw new Error(`No RPC that answers has block ${toNumber}`);
  const { last } = endsOf(found);
  const judged = await judgeBlock(follower, last);
  if (judged !== 'stands')
    throw new Error(judged === 'gone' ? `most RPCs have another block ${last.number}` : judged.reason);
  const { notStored } = await compareReading(deps.db, {
    chainCode,
    fromNumber,
    toNumber: last.number,
    found: found.transfers,
    tokenSymbols: [tokenSymbol],
  });
  await recordUnreadRange(deps.db, claim, {
    range,
    fromNumber,
    upTo: last.number,
    transfers: notStored,
    spends: found.spends,
    readFrom: found.readFrom,
    again: isFirstReading && hasOther,
    awaitsCorroboration: hasOther,
  });
  await deps.dispatchOutbox();
  const blocks = { chainCode, tokenSymbol, from: fromNumber, to: last.number, of: range.toNumber };
  if (!isFirstReading && notStored.length > 0)
    deps.log.error(
      { ...blocks, leftOutBy: readFrom, shownBy: found.readFrom, payments: notStored.length },
      'payments in a token that was listed later were left out by the RPC that was read first',
    );
  else deps.log.info({ ...blocks, payments: notStored.length }, 'read for a token that was listed later');
}

/** Returns the first block to read: nothing can have been paid before the first invoice. */
async function findStart({ client }: Follower, range: UnreadRange): Promise<number> {
  const { fromNumber, toNumber, notBeforeMs } = range;
  if (notBeforeMs === null) return fromNumber;
  return Math.max(fromNumber, await findBlockBefore(client, { invoicedAtMs: notBeforeMs, latest: toNumber }));
}
