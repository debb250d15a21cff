import { readDisputedTime } from '../../../src/chain/agreement/disputed-time.js';
import type { FoundInRange } from '../../../src/chain/transfers/find-range-transfers.js';
import type { FoundTransfer } from '../../../src/chain/transfers/prove-transfers.js';
import { readHeaderFromEach } from '../../../src/chain/blocks/read-blocks.js';
import { agreedTimeOf, askEach, isDenied, isShown } from '../../../src/chain/agreement/payment-votes.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { votesOf } from '../../../src/chain/rpc/votes.js';
import { listUnreadTokens } from '../../../src/db/chains/asset-readings.js';
import { findStoredBlock } from '../../../src/db/chains/store-blocks.js';
import { noteDispute } from '../../../src/db/chains/chain-disputes.js';
import {
  addOmissions,
  compareReading,
  findUnverifiedRange,
  recordVerification,
  type OtherTime,
  type UnverifiedRange,
} from '../../../src/db/chains/verification-scan.js';
import { noteDenied, noteShown } from '../../../src/db/chains/corroboration.js';
import type { StoredTransfer } from '../../../src/db/chains/stored-transfer.js';
import { claimOf, logFieldsOf } from '../reading/claim-of.js';
import type { Follower } from '../follower.js';
import { recheckOwnReceipts } from './recheck-own-receipts.js';
import { dropMadeUp } from './corroborate-seen.js';
import { endsOf, readRange } from '../reading/read-range.js';

/**
 * Reads the final blocks that are not verified yet from another RPC than the one that gave them, until none are left.
 * An incomplete answer looks like any other one: only this scan shows that a log was left out.
 *
 * @throws the error of an RPC or the database, or when two RPCs contradict each other. The caller tries again later.
 */
export async function runVerificationScan(follower: Follower): Promise<void> {
  for (;;) {
    const range = await findUnverifiedRange(follower.deps.db, follower.chain.chainCode);
    if (range === undefined) return;
    await verifyRange(follower, range);
  }
}

async function verifyRange(follower: Follower, range: UnverifiedRange): Promise<void> {
  const { deps, chain, client, claim, pace } = follower;
  const { fromNumber, readFrom } = range;
  const other = readFrom === null ? client : client.without(readFrom);
  const toNumber = Math.min(range.toNumber, fromNumber + pace.blocks - 1);
  // A token that was not listed at the first read was not left out by this RPC: see readUnread.
  const unread = await listUnreadTokens(deps.db, { chainCode: chain.chainCode, fromNumber, toNumber });
  const assets = chain.assets.filter(({ tokenSymbol }) => !unread.has(tokenSymbol));
  const tokenSymbols = assets.map(({ tokenSymbol }) => tokenSymbol);
  const plan = { range: { fromNumber, toNumber }, traces: false, assetsOf: () => assets };
  const found = await readRange({ ...follower, client: other }, plan);
  if (found === null) throw new Error(`No other RPC than ${readFrom} has block ${toNumber} yet`);
  const { last } = endsOf(found);
  const timestampMs = await timeOfSameEnd(follower, { range, found });
  const { notStored, notFound, otherTimes } = await compareReading(deps.db, {
    chainCode: chain.chainCode,
    fromNumber,
    toNumber: last.number,
    found: found.transfers,
    tokenSymbols,
  });
  const { missed, madeUp } = await judgeNotStored(follower, { range, found, notStored });
  const isComplete = await judgeNotFound(follower, { range, found, notFound });
  const hasRightTimes = await judgeTimes(follower, { range, found, otherTimes });
  const { disputed, ...ours } = await recheckOwnReceipts(follower, found);
  const isVerified = isComplete && hasRightTimes && missed.length === notStored.length && disputed === null;
  await recordVerification(deps.db, claim, {
    fromNumber,
    tokenSymbols,
    missed,
    spends: found.spends,
    ours,
    readFrom: found.readFrom,
    leftOutBy: readFrom,
    verified: isVerified ? { ...last, timestampMs } : null,
  });
  if (missed.length + ours.receipts.length + ours.unmined.length > 0) await deps.dispatchOutbox();
  if (isVerified) return;
  if (madeUp.length > 0)
    throw new Error(`Not verified: ${found.readFrom} ${reasonOf('made up', madeUp)}; another RPC is asked`);
  if (disputed !== null)
    await contradict(follower, { height: fromNumber, reason: `the RPCs contradict each other: ${disputed}` });
  await contradict(follower, {
    height: fromNumber,
    reason: `${found.readFrom} shows other payments in blocks ${fromNumber} to ${last.number} than ${readFrom ?? 'were read'}`,
  });
}

/** Records a contradiction of the RPCs for operators. @throws Error always: the RPCs are asked again later. */
async function contradict(
  { deps, chain: { chainCode } }: Follower,
  { height, reason }: { height: number; reason: string },
): Promise<never> {
  await noteDispute(deps.db, { chainCode, about: 'blocks', height, reason }, deps.now());
  throw new Error(`Not verified: ${reason}`);
}

/**
 * Checks that the two readings have the same last block. Then they are of the same chain, since each block of a reading
 * is the parent of the next one. When we do not keep the last block, another RPC has to name it: otherwise a false hash
 * from a single RPC would be believed.
 *
 * @returns the time of that block.
 * @throws Error when the last blocks differ, or when no other RPC names the block.
 */
async function timeOfSameEnd(follower: Follower, { range, found }: Compared): Promise<number> {
  const { deps, chain, client } = follower;
  const { last } = endsOf(found);
  const { number } = last;
  const ours = await findStoredBlock(deps.db, { chainCode: chain.chainCode, number });
  if (ours?.hash === last.hash) return timeOfEnd(client, { found, otherTimesMs: [ours.timestampMs] });
  const { byOrigin, all } = votesOf(
    await readHeaderFromEach(client, number),
    (header) => header,
    ({ hash }) => hash,
  );
  const named = [...byOrigin].flatMap(([origin, header]) => (origin === found.readFrom ? [] : [header]));
  const same = named.filter(({ hash }) => hash === last.hash);
  if (ours === undefined && same.length > 0)
    return timeOfEnd(client, { found, otherTimesMs: same.map(({ timestampMs }) => timestampMs) });
  if (ours === undefined && named.length === 0)
    throw new Error(`No other RPC than ${found.readFrom} says which block ${number} is`);
  const reason = `has another final block ${number} than`;
  const denying = named.length - same.length;
  if (denying > all / 2) client.quarantine(found.readFrom, `${reason} ${denying} of the others`, 'lies');
  return contradict(follower, {
    height: number,
    reason: `${found.readFrom} ${reason} ${range.readFrom ?? 'was read'}`,
  });
}

/**
 * Returns the time of the last block of a verification scan. At least two RPCs give this time, and fewer give any other
 * time. Without such a time the earliest counts, since audits take it as a time up to which everything was read.
 *
 * @param otherTimesMs the block's times from the other RPCs, in epoch ms.
 */
async function timeOfEnd(
  client: ChainClient,
  { found, otherTimesMs }: { readonly found: FoundInRange; readonly otherTimesMs: readonly number[] },
): Promise<number> {
  const { hash, timestampMs } = endsOf(found).last;
  if (otherTimesMs.every((timeMs) => timeMs === timestampMs)) return timestampMs;
  const { agreedMs, earliestMs } = await readDisputedTime(client, {
    hash,
    timestampMs,
    readFrom: found.readFrom,
  });
  return agreedMs ?? Math.min(earliestMs, ...otherTimesMs);
}

/** A range as the first read has stored it, and as the scan has found it. */
interface Compared {
  readonly range: UnverifiedRange;
  readonly found: FoundInRange;
}

/**
 * Judges the payments that only the scan shows. They are `missed` when receipts of two RPCs prove that the
 * first read left them out. They are `madeUp` when most RPCs deny them. An RPC that shows a payment that was made up
 * is quarantined: otherwise it would stop the verification for as long as it does so.
 */
async function judgeNotStored(
  { deps, chain, client }: Follower,
  { range, found, notStored }: Compared & { readonly notStored: readonly FoundTransfer[] },
): Promise<Record<'missed' | 'madeUp', readonly FoundTransfer[]>> {
  const [missed, madeUp]: [FoundTransfer[], FoundTransfer[]] = [[], []];
  const makers = new Set<string>();
  for (const transfer of notStored) {
    const votes = await askEach(client, claimOf(chain, transfer));
    const seen = { votes, leftOutBy: range.readFrom, shownBy: found.readFrom };
    const fields = logFieldsOf(chain, { transfer, ...seen });
    if (isShown(votes, found.readFrom)) {
      missed.push(transfer);
      deps.log.error(fields, 'a payment was left out by the RPC that was read first; it is counted now');
    } else if (isDenied(votes)) {
      madeUp.push(transfer);
      for (const origin of [found.readFrom, ...votes.showing]) makers.add(origin);
      deps.log.error(fields, 'most RPCs deny a payment: it was made up by the RPC that was read second');
    } else {
      deps.log.error(fields, 'the RPCs contradict each other about a payment; it is not counted');
    }
  }
  const { readFrom } = range;
  if (missed.length > 0 && readFrom !== null) client.quarantine(readFrom, reasonOf('left out', missed));
  for (const origin of makers) client.quarantine(origin, reasonOf('made up', madeUp), 'lies');
  return { missed, madeUp };
}

/** Judges the payments that only the first read shows. @returns true when there are none. */
async function judgeNotFound(
  follower: Follower,
  { range, found, notFound }: Compared & { readonly notFound: readonly StoredTransfer[] },
): Promise<boolean> {
  const { deps, chain, client } = follower;
  const proven: StoredTransfer[] = [];
  for (const transfer of notFound) {
    const votes = await askEach(client, claimOf(chain, transfer));
    const seen = { votes, leftOutBy: found.readFrom, shownBy: range.readFrom };
    const fields = logFieldsOf(chain, { transfer, ...seen });
    if (isShown(votes, range.readFrom)) proven.push(transfer);
    // Dropped even when it was credited while no other RPC answered.
    else if (!(await dropMadeUp(follower, { transfer, votes }))) {
      await noteDenied(deps.db, transfer, found.readFrom);
      deps.log.error(fields, 'the RPCs contradict each other about a payment that was seen');
    }
  }
  const isNew = proven.length > 0 && client.quarantine(found.readFrom, reasonOf('left out', proven));
  if (isNew) {
    const { chainCode } = chain;
    await addOmissions(deps.db, { chainCode, rpc: found.readFrom, count: proven.length });
    for (const transfer of proven) {
      const fields = logFieldsOf(chain, { transfer, leftOutBy: found.readFrom, shownBy: range.readFrom });
      deps.log.error(fields, 'a payment was left out by the RPC that was read second; it was counted before');
    }
  }
  return notFound.length === 0;
}

/**
 * Judges payments in blocks for which the two readings give different times. The time that most RPCs give counts. An RPC
 * that gave another one is quarantined, but not before all payments are judged: it would have no vote about the others.
 * An RPC that was wrong in the first reading keeps its vote when it gives the right time now. Otherwise a chain with two
 * RPCs would have no second opinion although both are honest again.
 *
 * @returns false while that time is not known, or when the time of the scan was wrong.
 */
async function judgeTimes(
  { deps, chain, client }: Follower,
  { range, found, otherTimes }: Compared & { readonly otherTimes: readonly OtherTime[] },
): Promise<boolean> {
  let hasRightTimes = true;
  const wrongAt = new Map<string, number>();
  for (const { transfer, otherTimeMs } of otherTimes) {
    const { blockNumber, blockTimeMs } = transfer;
    const votes = await askEach(client, claimOf(chain, transfer));
    const agreedMs = agreedTimeOf(votes, { blockTimeMs, origin: range.readFrom });
    const fields = logFieldsOf(chain, { transfer, blockTimeMs, otherTimeMs, agreedMs });
    deps.log.error(fields, 'the RPCs contradict each other about the time of a payment');
    const isRecorded =
      agreedMs === null ||
      agreedMs === blockTimeMs ||
      (await noteShown(deps.db, { ...transfer, blockTimeMs: agreedMs }));
    // A transfer that has changed meanwhile keeps its old time. Then the blocks are read again.
    hasRightTimes = hasRightTimes && isRecorded && agreedMs === otherTimeMs;
    if (agreedMs === null) continue;
    if (agreedMs === blockTimeMs) wrongAt.set(found.readFrom, blockNumber);
    else if (range.readFrom !== null && votes.times.get(range.readFrom) !== agreedMs)
      wrongAt.set(range.readFrom, blockNumber);
  }
  for (const [origin, blockNumber] of wrongAt)
    client.quarantine(origin, `gave a wrong time for block ${blockNumber}`, 'lies');
  if (otherTimes.length > 0) await deps.dispatchOutbox();
  return hasRightTimes;
}

function reasonOf(
  did: 'left out' | 'made up',
  transfers: readonly { readonly blockNumber: number }[],
): string {
  return `${did} ${transfers.length} payments, one of them in block ${transfers[0]?.blockNumber}`;
}
