import type { Chain } from '../src/domain/core/asset.js';
import { toQuantity } from '../src/chain/rpc/decode.js';
import { callRpc } from '../src/local/json-rpc.js';
import { startRpcProxy } from '../test/helpers/chain/rpc-proxy.js';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { startBlockMaker, strangersPayments, type BlockMaker } from './parts/block-maker.js';
import { createDatabase, startDatabaseServer } from './parts/postgres.js';
import { followerDependencies, followUpTo, readHeight } from './parts/stepped-follower.js';

/** Latency of one answer, as from a provider on another continent. */
const LATENCY_MS = 150;
const BLOCKS = 200;
const TRANSFERS_PER_BLOCK = 10;
/** The finalized block is twice as far behind the head, so every block is read as one near the head. */
const SLOTS_IN_AN_EPOCH = 128;
/** Blocks that the bare reader reads, one after the other. */
const BARE_BLOCKS = 20;

/** Asks for each block and its logs, one after the other. @returns blocks a second. */
async function readBare(
  maker: BlockMaker,
  { rpcUrl, from }: { rpcUrl: string; from: number },
): Promise<number> {
  const startedAtMs = performance.now();
  for (let number = from; number < from + BARE_BLOCKS; number += 1) {
    const block = (await callRpc(rpcUrl, 'eth_getBlockByNumber', [toQuantity(number), true])) as {
      hash: string;
    };
    await callRpc(rpcUrl, 'eth_getLogs', [{ blockHash: block.hash, address: maker.token.address }]);
  }
  return BARE_BLOCKS / ((performance.now() - startedAtMs) / 1_000);
}

/** Runs the whole follower over new blocks. @returns blocks a second, from the first new block to the last. */
async function readFollowed(
  context: BenchContext,
  { chain, maker }: { chain: Chain; maker: BlockMaker },
): Promise<number> {
  const serverUrl = await startDatabaseServer(context);
  const { db } = await createDatabase(context, { serverUrl, name: 'distant_rpc' });
  const deps = followerDependencies(context, { db, chain });
  await followUpTo(context, deps, { chain, height: 0 });
  const from = await readHeight(db, chain);
  for (let count = 0; count < BLOCKS; count += 1) {
    await maker.send(strangersPayments(TRANSFERS_PER_BLOCK));
    await maker.mine();
  }
  const head = await maker.mineEmpty(1);
  const tookMs = await followUpTo(context, deps, { chain, height: head });
  return (head - from) / (tookMs / 1_000);
}

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const maker = await startBlockMaker(context, { slotsInAnEpoch: SLOTS_IN_AN_EPOCH });
  const proxy = await startRpcProxy(maker.rpcUrl);
  context.onEnd(() => proxy.stop());
  proxy.use({ behaviour: { kind: 'delay', delayMs: LATENCY_MS } });
  const chain = { ...maker.chain, rpcUrls: [proxy.url] };
  const value = await readFollowed(context, { chain, maker });
  const referenceValue = await readBare(maker, { rpcUrl: proxy.url, from: 10 });
  return [
    {
      measure: `blocks near the head, through an RPC that answers after ${LATENCY_MS} ms`,
      value,
      unit: 'blocks/s',
      reference: 'asking for each block and its logs, one after the other',
      referenceValue,
    },
  ];
}

export const distantRpc: Bench = {
  name: 'distant-rpc',
  summary: 'blocks a second near the head of a fast chain, when every answer takes 150 ms',
  run,
};
