import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listChainCursors } from '../../../src/db/chains/chain-cursor.js';
import {
  startMoneyCircuit,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import type { RpcProxy } from '../../helpers/chain/rpc-proxy.js';
import { until } from '../../helpers/until.js';

/** Block interval of Ethereum. */
const BLOCK_SECONDS = 12;
const BLOCKS_OF_A_DAY = 7_200;
const BLOCKS_MADE_AT_ONCE = 400;
const PAID_ATOMIC = 100_000_000n;
const FINAL_BLOCKS = 8;

let circuit: MoneyCircuit;
let proxy: RpcProxy;
let follower: RunningFollower;

beforeEach(async () => {
  circuit = await startMoneyCircuit({ slotsInAnEpoch: 4, proxies: 1, keptStates: 500 });
  proxy = circuit.proxies[0] as RpcProxy;
  await circuit.anvil.mine(12);
  follower = circuit.keepFollowing();
  await caughtUp();
});
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

const headNumber = async (): Promise<number> => Number(await circuit.anvil.rpc<string>('eth_blockNumber'));
const caughtUp = (): Promise<void> =>
  until('the follower has read the head', async () => {
    const [cursor] = await listChainCursors(circuit.database.db);
    return cursor?.height === (await headNumber());
  });

async function mineUpTo(blockNumber: number): Promise<void> {
  for (let at = await headNumber(); at < blockNumber; at = await headNumber())
    await circuit.anvil.rpc('anvil_mine', [Math.min(BLOCKS_MADE_AT_ONCE, blockNumber - at), BLOCK_SECONDS]);
}

describe('after a day without a follower', () => {
  // An invoice is open for an hour.
  it('on-time payments are credited, late payments are held, and nothing is missed or counted twice', async () => {
    const [first, second] = [await circuit.invoice(), await circuit.invoice()];
    const [late, latest] = [await circuit.invoice(), await circuit.invoice()];
    await follower.stop();
    const start = await headNumber();
    for (const [invoice, afterBlocks] of [
      [first, 50],
      [second, 250],
      [late, BLOCKS_OF_A_DAY / 2],
      [latest, BLOCKS_OF_A_DAY - 300],
    ] as const) {
      await mineUpTo(start + afterBlocks);
      await circuit.pay(invoice);
    }
    await mineUpTo(start + BLOCKS_OF_A_DAY);
    proxy.clear();
    follower = circuit.keepFollowing();
    await caughtUp();
    await circuit.drain();
    for (const invoice of [first, second])
      expect(await circuit.reload(invoice)).toMatchObject({ status: 'completed' });
    for (const invoice of [late, latest])
      expect(await circuit.reload(invoice)).toMatchObject({ status: 'expired' });
    expect(await circuit.balances()).toMatchObject({ available: 2n * PAID_ATOMIC, held: 2n * PAID_ATOMIC });
    expect(await circuit.database.db('transfers').select('*')).toHaveLength(4);
    const ranges = proxy.calls.filter(
      ({ method, params: [filter] }) =>
        method === 'eth_getLogs' && (filter as { fromBlock?: string }).fromBlock !== undefined,
    );
    expect(ranges.length).toBeLessThan(BLOCKS_OF_A_DAY / 100);
    const alone = proxy.calls.filter(
      ({ method, params: [filter] }) =>
        method === 'eth_getLogs' && (filter as { blockHash?: string }).blockHash !== undefined,
    );
    expect(alone.length).toBeLessThanOrEqual(2 * FINAL_BLOCKS);
  });
});
