import { afterEach, describe, expect, it } from '@jest/globals';
import { listDisputes } from '../../../src/db/chains/chain-disputes.js';
import { listChainCursors } from '../../../src/db/chains/chain-cursor.js';
import {
  drainUntil,
  startMoneyCircuit,
  untilRead,
  untilAllDone,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { falseFor, faultRule, ownBranch, tellingOfBlock } from '../../helpers/chain/rpc-faults.js';
import type { Rewrite, Rule } from '../../helpers/chain/rpc-proxy.js';
import { until } from '../../helpers/until.js';

let circuit: MoneyCircuit;
let follower: RunningFollower;

async function start(proxies: number, options: { timeoutMs?: number } = {}): Promise<void> {
  // Finalized is 8 blocks behind the head.
  circuit = await startMoneyCircuit({ slotsInAnEpoch: 4, proxies, ...options });
  await circuit.anvil.mine(12);
  follower = circuit.keepFollowing();
  await untilRead(circuit);
}
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

/** A node that calls every block final at once. */
const CALLS_ALL_FINAL: Rule = {
  methods: ['eth_getBlockByNumber'],
  behaviour: {
    kind: 'rewrite',
    rewrite: async (reply, { method, params: [tag, whole] }, ask) =>
      tag === 'finalized' ? { result: await ask(method, ['latest', whole]) } : reply,
  },
};

const ASKED = 100_000_000n;
const headNumber = async (): Promise<number> => Number(await circuit.anvil.rpc<string>('eth_blockNumber'));
const healthOf = (rpc: number) =>
  circuit.client.health().find(({ origin }) => origin === new URL(circuit.chain.rpcUrls[rpc] ?? '').origin);
const heightRead = async (): Promise<number> =>
  (await listChainCursors(circuit.database.db))[0]?.height ?? -1;

async function payAndConfirm(): Promise<void> {
  const before = (await circuit.balances()).available;
  await circuit.pay(await circuit.invoice());
  await circuit.anvil.mine(3);
  await drainUntil(circuit, 'credited', async () => (await circuit.balances()).available === before + ASKED);
}

describe('an RPC that is asked first and is on its own branch', () => {
  it('reverses no credit while two others do not have that branch, and delays nothing', async () => {
    await start(3);
    await payAndConfirm();
    circuit.proxies[0]?.use(ownBranch((await headNumber()) - 3));
    await payAndConfirm();
    expect(await circuit.balances()).toMatchObject({ available: 2n * ASKED, pending: 0n, deficit: 0n });
    expect(await circuit.database.db('transfers').whereNotNull('reverted_height')).toEqual([]);
    // By the reading of a block, or by the comparison that is made now and then: whichever comes first.
    const isFound = (): boolean => /than (most|the chain's other) RPCs/.test(healthOf(0)?.reason ?? '');
    await until('it is quarantined', isFound);
    expect(healthOf(0)).toMatchObject({ status: 'quarantined' });
    expect([healthOf(1), healthOf(2)]).toMatchObject([{ status: 'up' }, { status: 'up' }]);
  });

  it('is left again after it was followed, when two others disagree, and the blocks of the others are read', async () => {
    await start(3);
    const invoice = await circuit.invoice();
    circuit.proxies[0]?.use(ownBranch((await headNumber()) + 1));
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'credited', async () => (await circuit.balances()).available === ASKED);
    expect((await circuit.reload(invoice)).status).toBe('completed');
    await until('it is quarantined', () => healthOf(0)?.status === 'quarantined');
  });

  it('with one other RPC that denies the branch: nothing is undone, and nothing is read until they agree', async () => {
    await start(2);
    await payAndConfirm();
    await untilRead(circuit);
    const [height, read] = [await headNumber(), await heightRead()];
    expect(read).toBe(height);
    circuit.proxies[0]?.use(ownBranch(height - 3));
    await circuit.anvil.mine(2);
    await until('it is in dispute', async () => {
      const [dispute] = await listDisputes(circuit.database.db);
      return dispute?.about === 'blocks' && dispute.reason.includes(`block ${height} was read as`);
    });
    expect(await heightRead()).toBe(read);
    expect(await circuit.balances()).toMatchObject({ available: ASKED });
    expect(await circuit.database.db('transfers').whereNotNull('reverted_height')).toEqual([]);
    circuit.proxies[0]?.clear();
    await untilRead(circuit);
    await payAndConfirm();
    await until('it is over', async () => (await listDisputes(circuit.database.db)).length === 0);
  });
});

function falseHashAt(height: number): Rule {
  const rewrite = tellingOfBlock(({ number, hash }) =>
    Number(number) === height ? { hash: falseFor(hash) } : {},
  );
  return { methods: ['eth_getBlockByNumber'], behaviour: { kind: 'rewrite', rewrite } };
}

describe('a payment in a block that the second RPC has replaced but still shows by its hash', () => {
  it("is not credited on that RPC's word, and is credited when that RPC has the block on its chain too", async () => {
    await start(2);
    await follower.stop();
    const invoice = await circuit.invoice();
    circuit.proxies[1]?.use(ownBranch((await headNumber()) + 1));
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    follower = circuit.keepFollowing();
    await until('it is in dispute', async () => (await listDisputes(circuit.database.db)).length > 0);
    await circuit.drain();
    expect(await circuit.balances()).toMatchObject({ available: 0n, pending: ASKED });
    circuit.proxies[1]?.clear();
    await drainUntil(circuit, 'credited', async () => (await circuit.balances()).available === ASKED);
  });
});

/** A node that stopped at a block which was replaced later. It has that block and those below, and none above. */
async function standingStill(depth: number): Promise<Rule> {
  const head = await headNumber();
  const old = new Map<number, unknown>();
  for (let number = head - depth + 1; number <= head; number += 1)
    old.set(number, await circuit.anvil.rpc('eth_getBlockByNumber', [`0x${number.toString(16)}`, true]));
  const rewrite: Rewrite = async (reply, { method, params: [tag, whole] }, ask) => {
    if (tag === 'latest') return { result: old.get(head) };
    if (tag === 'finalized') return { result: await ask(method, [`0x${(head - 8).toString(16)}`, whole]) };
    if (Number(tag) > head) return { result: null };
    const replaced = old.get(Number(tag));
    return replaced === undefined ? reply : { result: replaced };
  };
  return { methods: ['eth_getBlockByNumber'], behaviour: { kind: 'rewrite', rewrite } };
}

describe('a replaced block that only the RPC asked first still has', () => {
  it("is not final on that RPC's word, however far the chain is beyond it: the reorganisation is followed", async () => {
    await start(3);
    await follower.stop();
    circuit.proxies[0]?.use(await standingStill(3));
    await circuit.anvil.reorg(3);
    await circuit.anvil.mine(14);
    follower = circuit.keepFollowing();
    await payAndConfirm();
    expect((await listChainCursors(circuit.database.db))[0]?.haltedReason).toBeNull();
  });
});

describe('a false last block of a range, from the RPC that is asked first', () => {
  const RANGE = 100;
  it.each<[string, (height: number) => Rule]>([
    ['that the next block of the RPC contradicts', falseHashAt],
    ["from which the RPC's own branch continues", ownBranch],
  ])('%s, is not kept: reading continues, and payments in it are credited', async (_how, lie) => {
    await start(3);
    const invoice = await circuit.invoice();
    await untilRead(circuit);
    await follower.stop();
    circuit.proxies[0]?.use(lie((await heightRead()) + RANGE));
    await circuit.anvil.mine(RANGE + 20);
    await circuit.pay(invoice);
    await circuit.anvil.mine(RANGE);
    follower = circuit.keepFollowing();
    await drainUntil(circuit, 'credited', async () => (await circuit.balances()).available === ASKED);
    expect((await circuit.reload(invoice)).status).toBe('completed');
    await untilRead(circuit);
    expect((await listChainCursors(circuit.database.db))[0]?.haltedReason).toBeNull();
  });
});

describe('one RPC of three', () => {
  it('that calls every block final is not believed: a reorganisation is followed as usual', async () => {
    await start(3);
    circuit.proxies[0]?.use(CALLS_ALL_FINAL);
    const invoice = await circuit.invoice();
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await untilAllDone(circuit);
    await circuit.anvil.reorg(4);
    await circuit.anvil.mine(6);
    await circuit.becomes(invoice, 'failed');
    expect((await listChainCursors(circuit.database.db))[0]?.haltedReason).toBeNull();
  });

  it('that hangs, and is not asked first, delays no payment by its time-outs', async () => {
    const [timeoutMs, blocks] = [10_000, 20];
    await start(3, { timeoutMs });
    circuit.proxies[2]?.use(faultRule('hangs', 0));
    const startedAtMs = performance.now();
    for (let block = 0; block < blocks; block += 1) {
      await circuit.anvil.mine(1);
      await untilRead(circuit);
    }
    // Few of the blocks may have waited. The rest of the time is for a slow machine.
    expect(performance.now() - startedAtMs).toBeLessThan(0.75 * blocks * timeoutMs);
  });
});
