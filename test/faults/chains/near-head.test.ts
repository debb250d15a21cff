import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  startMoneyCircuit,
  untilRead,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import type { Rewrite, RpcProxy } from '../../helpers/chain/rpc-proxy.js';
import { until } from '../../helpers/until.js';

/** Number of blocks asked for beyond the one that the follower waits for. */
const AHEAD = 3;
const BLOCKS = 12;

let circuit: MoneyCircuit;
let follower: RunningFollower;
let proxy: RpcProxy;

beforeEach(async () => {
  // None of the blocks that are read here becomes final.
  circuit = await startMoneyCircuit({ slotsInAnEpoch: 32, proxies: 1 });
  const [only] = circuit.proxies;
  if (only === undefined) throw new Error('The circuit has a proxy');
  proxy = only;
  follower = circuit.keepFollowing();
  await untilRead(circuit);
  await follower.stop();
});
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

const height = async (): Promise<number> => Number(await circuit.anvil.rpc<string>('eth_blockNumber'));

/** Returns the heights of the whole blocks that were asked for. */
const asked = (): readonly number[] =>
  proxy.calls
    .filter(({ method, params }) => method === 'eth_getBlockByNumber' && params[1] === true)
    .map(({ params }) => Number(params[0]));

/** Runs `wait` before each answer with a whole block above `tip`. */
function beforeEachBlock(wait: (number: number) => Promise<void>): void {
  const rewrite: Rewrite = async (reply, { params: [at, isWhole] }) => {
    if (isWhole === true) await wait(Number(at));
    return reply;
  };
  proxy.use({ methods: ['eth_getBlockByNumber'], behaviour: { kind: 'rewrite', rewrite } });
}

describe('a follower near the head', () => {
  it('asks for blocks ahead, so that a distant RPC keeps up with several blocks per second', async () => {
    const invoice = await circuit.invoice();
    await circuit.anvil.mine(BLOCKS / 2);
    await circuit.pay(invoice);
    await circuit.anvil.mine(BLOCKS / 2);
    const head = await height();
    beforeEachBlock((number) =>
      until(`a block beyond ${number} is asked for`, () => asked().includes(Math.min(number + AHEAD, head))),
    );
    follower = circuit.keepFollowing();
    await circuit.becomes(invoice, 'completed');
    expect(await circuit.balances()).toMatchObject({ available: 100_000_000n, pending: 0n });
    expect(asked()).toEqual([...new Set(asked())]);
  });

  it('credits only what remains on the chain when a reorganisation replaces blocks that were read ahead', async () => {
    const [dropped, moved] = [await circuit.invoice(), await circuit.invoice()];
    await circuit.anvil.mine(BLOCKS / 2);
    await circuit.pay(dropped);
    await circuit.pay(moved);
    await circuit.anvil.mine(BLOCKS / 2);
    const head = await height();
    const reorganised: Promise<void>[] = [];
    const reorganise = async (): Promise<void> => {
      await circuit.anvil.reorg(BLOCKS);
      await circuit.pay(moved);
      await circuit.anvil.mine(BLOCKS);
    };
    beforeEachBlock(async (number) => {
      if (number !== head - 2) return;
      if (reorganised.length === 0) reorganised.push(reorganise());
      await Promise.all(reorganised);
    });
    follower = circuit.keepFollowing();
    await until('the chain was reorganised', () => reorganised.length > 0);
    await Promise.all(reorganised);
    await untilRead(circuit);
    await circuit.drain();
    expect((await circuit.reload(moved)).status).toBe('completed');
    expect((await circuit.reload(dropped)).status).not.toBe('completed');
    expect(await circuit.balances()).toMatchObject({ available: 100_000_000n, pending: 0n, deficit: 0n });
  });
});
