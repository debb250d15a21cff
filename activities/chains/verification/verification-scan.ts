import { readDisputedTime } from '../../../src/chain/agreement/block-time.js';
import type { FoundInRange } from '../../../src/chain/transfers/find-range-transfers.js';
import type { FoundTransfer } from '../../../src/chain/transfers/prove-transfers.js';
import { readHeaderFromEach } from '../../../src/chain/blocks/read-blocks.js';
import { agreedTimeOf, askEach, isDenied, isShown } from '../../../src/chain/agreement/second-opinion.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { votesOf } from '../../../src/chain/rpc/votes.js';
import { listUnreadTokens } from '../../../src/db/chains/asset-readings.js';
import { findStoredBlock } from '../../../src/db/chains/chain-cursor.js';
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
import { claimOf, fieldsOf } from '../reading/claim-of.js';
import type { Follower } from '../follower.js';
import { readOursAgain } from './ours-again.js';
import { dropMadeUp } from './corroborate-seen.js';
import { endsOf, readRange } from '../reading/read-range.js';

/**
 * Reads the final blocks that nobody has verified yet from another RPC than the one that gave them, until there are no
 * more. An answer that is not whole looks like any other: this alone shows that a log was left out of it.
 *
 * @throws what an RPC or the database fails with, and when two RPCs contradict each other: to be tried again later.
 */
export async function runVerificationScan(follower: Follower): Promise<void> {
  for (;;) {
    const range = await findUnverifiedRange(follower.deps.db, follower.chain.chainCode);
    if (range === undefined) return;
    await readRangeAgain(follower, range);
  }
}

async function readRangeAgain(follower: Follower, range: UnverifiedRange): Promise<void> {
  const { deps, chain, client, claim, pace } = follower;
  const { fromNumber, readFrom } = range;
  const other = readFrom === null ? client : client.without(readFrom);
  const toNumber = Math.min(range.toNumber, fromNumber + pace.blocks - 1);
  // What was never looked for was not left out; and who was first asked for it since is another one.
  const unread = await listUnreadTokens(deps.db, { chainCode: chain.chainCode, fromNumber, toNumber });
  const assets = chain.assets.filter(({ tokenSymbol }) => !unread.has(tokenSymbol));
  const tokenSymbols = assets.map(({ tokenSymbol }) => tokenSymbol);
  const plan = { range: { fromNumber, toNumber }, traces: false, assetsOf: () => assets };
  const found = await readRange({ ...follower, client: other }, plan);
  if (found === null) throw new Error(`No other RPC than ${readFrom} has block ${toNumber} yet`);
  const { last } = endsOf(found);
  const timestampMs = await timeOfSameEnd(follower, { range, found });
  const { notStored, notFound, otherTimes } = await compareReading(deps.db, {
    ...{ chainCode: chain.chainCode, fromNumber, toNumber: last.number, found: found.transfers },
    tokenSymbols,
  });
  const { missed, madeUp } = await proveMissed(follower, { range, found, notStored });
  const isWhole = await judgeNotFound(follower, { range, found, notFound });
  const isTimely = await judgeTimes(follower, { range, found, otherTimes });
  const { disputed, ...ours } = await readOursAgain(follower, found);
  const isVerified = isWhole && isTimely && missed.length === notStored.length && disputed === null;
  await recordVerification(deps.db, claim, {
    ...{ fromNumber, tokenSymbols, missed, spends: found.spends, ours },
    ...{ readFrom: found.readFrom, leftOutBy: readFrom },
    verified: isVerified ? { ...last, timestampMs } : null,
  });
  if (missed.length + ours.receipts.length + ours.unmined.length > 0) await deps.dispatchOutbox();
  if (isVerified) return;
  if (madeUp.length > 0)
    throw new Error(`Not verified: ${found.readFrom} ${reasonOf('made up', madeUp)}; another RPC is asked`);
  if (disputed !== null)
    await contradict(follower, { height: fromNumber, reason: `the RPCs tell different things: ${disputed}` });
  await contradict(follower, {
    height: fromNumber,
    reason: `${found.readFrom} shows other payments in blocks ${fromNumber} to ${last.number} than ${readFrom ?? 'were read'}`,
  });
}

/** Has operators shown what RPCs contradict each other about. @throws always: it is asked again later. */
async function contradict(
  { deps, chain: { chainCode } }: Follower,
  { height, reason }: { height: number; reason: string },
): Promise<never> {
  await noteDispute(deps.db, { chainCode, about: 'blocks', height, reason }, deps.now());
  throw new Error(`Not verified: ${reason}`);
}

/**
 * Blocks of one reading are parents of each other, so that two readings are of one chain when the last block is the
 * same. Where ours is not kept another RPC has to name it: else one that tells its hash falsely would be taken at its
 * word.
 *
 * @returns when that block was made.
 * @throws when it is another block, or no other RPC names it.
 */
async function timeOfSameEnd(follower: Follower, { range, found }: Compared): Promise<number> {
  const { deps, chain, client } = follower;
  const { last } = endsOf(found);
  const { number } = last;
  const ours = await findStoredBlock(deps.db, { chainCode: chain.chainCode, number });
  if (ours?.hash === last.hash) return timeOfEnd(client, { found, toldMs: [ours.timestampMs] });
  const { said, all } = votesOf(
    await readHeaderFromEach(client, number),
    (header) => header,
    ({ hash }) => hash,
  );
  const named = [...said].flatMap(([origin, header]) => (origin === found.readFrom ? [] : [header]));
  const same = named.filter(({ hash }) => hash === last.hash);
  if (ours === undefined && same.length > 0)
    return timeOfEnd(client, { found, toldMs: same.map(({ timestampMs }) => timestampMs) });
  if (ours === undefined && named.length === 0)
    throw new Error(`No other RPC than ${found.readFrom} says which block ${number} is`);
  const reason = `has another final block ${number} than`;
  const denying = named.length - same.length;
  if (denying > all / 2) client.quarantine(found.readFrom, `${reason} ${denying} of the others`);
  return contradict(follower, {
    height: number,
    reason: `${found.readFrom} ${reason} ${range.readFrom ?? 'was read'}`,
  });
}

/**
 * When the last block of a second reading was made: what two RPCs tell, and more than tell any other time. Without such
 * a time the earliest counts, since audits take it for one up to which everything was read.
 *
 * @param toldMs what others have told of it, epoch ms.
 */
async function timeOfEnd(
  client: ChainClient,
  { found, toldMs }: { readonly found: FoundInRange; readonly toldMs: readonly number[] },
): Promise<number> {
  const { hash, timestampMs } = endsOf(found).last;
  if (toldMs.every((told) => told === timestampMs)) return timestampMs;
  const { agreedMs, earliestMs } = await readDisputedTime(client, {
    hash,
    timestampMs,
    readFrom: found.readFrom,
  });
  return agreedMs ?? Math.min(earliestMs, ...toldMs);
}

interface Compared {
  readonly range: UnverifiedRange;
  readonly found: FoundInRange;
}

/**
 * Payments that the first reading left out: those that receipts prove; and those that the second made up, as most RPCs
 * say. Whoever shows one of these is put aside: it would stop the verification for as long as it goes on.
 */
async function proveMissed(
  { deps, chain, client }: Follower,
  { range, found, notStored }: Compared & { readonly notStored: readonly FoundTransfer[] },
): Promise<Record<'missed' | 'madeUp', readonly FoundTransfer[]>> {
  const [missed, madeUp]: [FoundTransfer[], FoundTransfer[]] = [[], []];
  const makers = new Set<string>();
  for (const transfer of notStored) {
    const votes = await askEach(client, claimOf(chain, transfer));
    const fields = fieldsOf(chain, { transfer, votes, leftOutBy: range.readFrom, shownBy: found.readFrom });
    if (isShown(votes, found.readFrom)) {
      missed.push(transfer);
      deps.log.error(fields, 'a payment was left out by the RPC that was read first; it is counted now');
    } else if (isDenied(votes)) {
      madeUp.push(transfer);
      for (const origin of [found.readFrom, ...votes.showing]) makers.add(origin);
      deps.log.error(fields, 'a payment was made up by the RPC that was read second, most RPCs say');
    } else {
      deps.log.error(fields, 'the RPCs contradict each other about a payment; it is not counted');
    }
  }
  const { readFrom } = range;
  if (missed.length > 0 && readFrom !== null) client.quarantine(readFrom, reasonOf('left out', missed));
  for (const origin of makers) client.quarantine(origin, reasonOf('made up', madeUp));
  return { missed, madeUp };
}

/** @returns true when the second reading left nothing out that is known. */
async function judgeNotFound(
  follower: Follower,
  { range, found, notFound }: Compared & { readonly notFound: readonly StoredTransfer[] },
): Promise<boolean> {
  const { deps, chain, client } = follower;
  const proven: StoredTransfer[] = [];
  for (const transfer of notFound) {
    const votes = await askEach(client, claimOf(chain, transfer));
    const fields = fieldsOf(chain, { transfer, votes, leftOutBy: found.readFrom, shownBy: range.readFrom });
    if (isShown(votes, range.readFrom)) proven.push(transfer);
    // Also when it was credited while no other RPC answered.
    else if (!(await dropMadeUp(follower, { transfer, votes }))) {
      await noteDenied(deps.db, transfer, found.readFrom);
      deps.log.error(fields, 'the RPCs contradict each other about a payment that was seen');
    }
  }
  const isNews = proven.length > 0 && client.quarantine(found.readFrom, reasonOf('left out', proven));
  if (isNews) {
    const { chainCode } = chain;
    await addOmissions(deps.db, { chainCode, rpc: found.readFrom, count: proven.length });
    for (const transfer of proven) {
      const fields = fieldsOf(chain, { transfer, leftOutBy: found.readFrom, shownBy: range.readFrom });
      deps.log.error(fields, 'a payment was left out by the RPC that was read second; it was counted before');
    }
  }
  return notFound.length === 0;
}

/**
 * Payments in blocks of which the two readings tell different times: what most RPCs say counts.
 *
 * @returns false while that is not known, or when it was the second reading that told them falsely.
 */
async function judgeTimes(
  { deps, chain, client }: Follower,
  { range, found, otherTimes }: Compared & { readonly otherTimes: readonly OtherTime[] },
): Promise<boolean> {
  let isTimely = true;
  for (const { transfer, otherTimeMs } of otherTimes) {
    const { blockNumber, blockTimeMs } = transfer;
    const votes = await askEach(client, claimOf(chain, transfer));
    const agreedMs = agreedTimeOf(votes, { blockTimeMs, origin: range.readFrom });
    const fields = fieldsOf(chain, { transfer, blockTimeMs, otherTimeMs, agreedMs });
    deps.log.error(fields, 'the RPCs contradict each other about the time of a payment');
    const isNoted =
      agreedMs === null ||
      agreedMs === blockTimeMs ||
      (await noteShown(deps.db, { ...transfer, blockTimeMs: agreedMs }));
    // One that has changed meanwhile keeps its old time: the blocks are read again.
    isTimely = isTimely && isNoted && agreedMs === otherTimeMs;
    const falseBy = agreedMs === blockTimeMs ? found.readFrom : agreedMs === null ? null : range.readFrom;
    if (falseBy !== null) client.quarantine(falseBy, `told a false time of block ${blockNumber}`);
  }
  if (otherTimes.length > 0) await deps.dispatchOutbox();
  return isTimely;
}

function reasonOf(
  did: 'left out' | 'made up',
  transfers: readonly { readonly blockNumber: number }[],
): string {
  return `${did} ${transfers.length} payments, one of them of block ${transfers[0]?.blockNumber}`;
}
