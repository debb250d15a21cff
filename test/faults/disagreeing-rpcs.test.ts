import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listChainCursors } from '../../src/db/chain-cursor.js';
import {
  drainUntil,
  startMoneyCircuit,
  untilRead,
  untilSettled,
  type MoneyCircuit,
  type RunningFollower,
} from '../helpers/money-circuit.js';
import { faultRule } from '../helpers/rpc-faults.js';
import type { Rule } from '../helpers/rpc-proxy.js';

const TIMEOUT_MS = 4_000;
let circuit: MoneyCircuit;
let follower: RunningFollower;

beforeEach(async () => {
  // Finalized is 8 blocks behind the head.
  circuit = await startMoneyCircuit({ slotsInAnEpoch: 4, proxies: 3, timeoutMs: TIMEOUT_MS });
  await circuit.anvil.mine(12);
  follower = circuit.keepFollowing();
  await untilRead(circuit);
});
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

/** A node for which every block is final at once. */
const CALLS_ALL_FINAL: Rule = {
  methods: ['eth_getBlockByNumber'],
  behaviour: {
    kind: 'rewrite',
    rewrite: async (reply, { method, params: [tag, whole] }, ask) =>
      tag === 'finalized' ? { result: await ask(method, ['latest', whole]) } : reply,
  },
};

describe('one RPC of three', () => {
  it('that calls every block final is not believed: a reorganisation is followed as ever', async () => {
    circuit.proxies[0]?.use(CALLS_ALL_FINAL);
    const invoice = await circuit.invoice();
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await untilSettled(circuit);
    await circuit.anvil.reorg(4);
    await circuit.anvil.mine(6);
    await drainUntil(circuit, 'failed', async () => (await circuit.reload(invoice)).status === 'failed');
    expect((await listChainCursors(circuit.database.db))[0]?.haltedReason).toBeNull();
  });

  it('that hangs, and is not even asked first, does not make payments wait for its time-outs', async () => {
    circuit.proxies[2]?.use(faultRule('hangs', 0));
    const startedAtMs = performance.now();
    for (let block = 0; block < 6; block += 1) {
      await circuit.anvil.mine(1);
      await untilRead(circuit);
    }
    expect(performance.now() - startedAtMs).toBeLessThan(3 * TIMEOUT_MS);
  });
});
