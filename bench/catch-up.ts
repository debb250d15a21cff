import { ensureWallet } from '../src/db/wallets/wallets.js';
import type { Chain } from '../src/domain/core/asset.js';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { median } from './harness/statistics.js';
import { startBlockMaker, strangersPayments, type BlockMaker } from './parts/block-maker.js';
import { repeatLogRequests, recordLogRequests } from './parts/log-requests.js';
import { insertOpenInvoices, paymentsOf } from './parts/open-invoices.js';
import { createDatabase, startDatabaseServer, type BenchDatabase } from './parts/postgres.js';
import { followerDependencies, followUpTo } from './parts/stepped-follower.js';

const BLOCKS = 2_000;
/** Transfers of the listed tokens in a block, as on the busier main networks. */
const TRANSFERS_PER_BLOCK = { least: 20, most: 100 };
const OPEN_INVOICES = 1_000;
/** One in this many blocks pays an invoice of ours. */
const BLOCKS_PER_PAYMENT = 10;
const ROUNDS = 3;
/** The finalized block is 4 behind the head, so nearly the whole chain is read by catching up. */
const SLOTS_IN_AN_EPOCH = 2;

/** @returns how many transfers the blocks hold. */
async function makeBlocks(
  { signal }: BenchContext,
  { maker, database }: { maker: BlockMaker; database: BenchDatabase },
): Promise<number> {
  const { least, most } = TRANSFERS_PER_BLOCK;
  let transferCount = 0;
  for (let number = 1; number <= BLOCKS; number += 1) {
    signal.throwIfAborted();
    const isOurs = number % BLOCKS_PER_PAYMENT === 0;
    const ours = isOurs ? await paymentsOf(database.db, [number / BLOCKS_PER_PAYMENT]) : [];
    // Spread evenly, and the same in every run.
    const payments = [...strangersPayments(least + ((number * 37) % (most - least + 1))), ...ours];
    await maker.send(payments);
    await maker.mine();
    transferCount += payments.length;
  }
  return transferCount;
}

interface CatchingUp {
  readonly maker: BlockMaker;
  readonly chain: Chain;
  /** A new, empty database. */
  readonly database: BenchDatabase;
  readonly head: number;
}

/** Reads the whole chain once through the follower. Then sends the same log requests again, and nothing else. */
async function catchUpOnce(
  context: BenchContext,
  { maker, chain, database, head }: CatchingUp,
): Promise<{ readonly followerMs: number; readonly bareMs: number }> {
  const { db } = database;
  const deps = followerDependencies(context, { db, chain });
  await insertOpenInvoices(context, database, { deps, token: maker.token, count: OPEN_INVOICES });
  await ensureWallet(db, { chainCode: chain.chainCode, address: `0x${'a7'.repeat(20)}` });
  const recorded = recordLogRequests(maker.rpcUrl);
  const followerMs = await followUpTo(context, deps, { chain, height: head });
  const requests = recorded.stop();
  const bare = await repeatLogRequests(context, { rpcUrl: maker.rpcUrl, requests });
  const [seen] = await db('transfers').count<{ count: number }[]>('* as count');
  if (seen?.count !== BLOCKS / BLOCKS_PER_PAYMENT)
    throw new Error('The follower did not find every payment.');
  return { followerMs, bareMs: bare.tookMs };
}

async function measure(
  context: BenchContext,
  options: { maker: BlockMaker; serverUrl: string; head: number; logCount: number; offersNative: boolean },
): Promise<Measurement> {
  const { maker, serverUrl, head, logCount, offersNative } = options;
  const { assets } = maker.chain;
  const chain = { ...maker.chain, assets: offersNative ? assets : [maker.token] };
  const offered = offersNative ? 'with the native coin offered' : 'tokens only';
  const rounds: { followerMs: number; bareMs: number }[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const name = `catch_up_${offersNative ? 'native' : 'tokens'}_${round}`;
    const database = await createDatabase(context, { serverUrl, name });
    const { followerMs, bareMs } = await catchUpOnce(context, { maker, chain, database, head });
    context.say(
      `${offered}, round ${round}: ${followerMs.toFixed(0)} ms, bare ${bareMs.toFixed(0)} ms: ` +
        (bareMs / followerMs).toFixed(2),
    );
    rounds.push({ followerMs, bareMs });
  }
  const perSecond = (ms: readonly number[]): number => (logCount / median(ms)) * 1_000;
  return {
    measure: `catching up ${BLOCKS} blocks with ${logCount} transfers, ${offered}`,
    value: perSecond(rounds.map(({ followerMs }) => followerMs)),
    unit: 'logs/s',
    reference: 'the bare eth_getLogs of the same ranges',
    referenceValue: perSecond(rounds.map(({ bareMs }) => bareMs)),
  };
}

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const serverUrl = await startDatabaseServer(context);
  const maker = await startBlockMaker(context, { slotsInAnEpoch: SLOTS_IN_AN_EPOCH });
  const database = await createDatabase(context, { serverUrl, name: 'catch_up' });
  const deps = followerDependencies(context, { db: database.db, chain: maker.chain });
  await insertOpenInvoices(context, database, { deps, token: maker.token, count: OPEN_INVOICES });
  const startedAtMs = performance.now();
  const logCount = await makeBlocks(context, { maker, database });
  const head = await maker.mineEmpty(1);
  context.say(`${BLOCKS} blocks made in ${((performance.now() - startedAtMs) / 1_000).toFixed(0)} s`);
  const about = { maker, serverUrl, head, logCount };
  return [
    await measure(context, { ...about, offersNative: false }),
    await measure(context, { ...about, offersNative: true }),
  ];
}

export const catchUp: Bench = {
  name: 'catch-up',
  summary: 'logs a second through the whole follower when it is far behind, against bare eth_getLogs',
  run,
};
