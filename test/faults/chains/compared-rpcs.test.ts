import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { keepComparing } from '../../../activities/chains/keep-comparing.js';
import { readAgreedBalances } from '../../../src/chain/agreement/read-agreed-balances.js';
import { readHead, readHeader } from '../../../src/chain/blocks/read-blocks.js';
import { createChainClient } from '../../../src/chain/rpc/chain-client.js';
import {
  startMoneyCircuit,
  untilRead,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { until } from '../../helpers/until.js';

let circuit: MoneyCircuit;
let follower: RunningFollower;
/** Client of another process than the follower's. */
let client: ChainClient;
let ending: AbortController;
let comparing: Promise<void>;

beforeEach(async () => {
  circuit = await startMoneyCircuit({ slotsInAnEpoch: 4, proxies: 2 });
  await circuit.anvil.mine(12);
  follower = circuit.keepFollowing();
  await untilRead(circuit);
  client = createChainClient(circuit.chain, { timeoutMs: 30_000, maxRounds: 1 });
  ending = new AbortController();
});
afterEach(async () => {
  ending.abort();
  await comparing;
  await Promise.all([follower.stop(), client.close()]);
  await circuit.close();
});

const errors: string[] = [];
const log = pino({ level: 'warn' }, { write: (line) => void errors.push(line) });
const compare = (): Promise<void> => keepComparing({ db: circuit.database.db, client, log }, ending.signal);

it('a process that follows no chain neither asks nor counts an RPC on another branch', async () => {
  const hash = `0x${'ab'.repeat(32)}`;
  circuit.proxies[0]?.use({
    methods: ['eth_getBlockByNumber'],
    behaviour: {
      kind: 'rewrite',
      rewrite: (reply) => ('result' in reply ? { result: { ...(reply.result as object), hash } } : reply),
    },
  });
  expect((await readHead(client)).hash).toBe(hash);
  comparing = compare();
  await until('it is quarantined', () => client.health()[0]?.status === 'quarantined');
  expect((await readHead(client)).hash).not.toBe(hash);
  const block = await readHeader(client, 1);
  const { balances } = await readAgreedBalances(client, {
    block,
    holdings: [{ address: circuit.hotWalletAddress, asset: circuit.eth }],
  });
  expect(balances).toEqual([null]);
  expect(client.health()[1]).toMatchObject({ status: 'up' });
});

it('a database that cannot be reached is logged, and stops nothing', async () => {
  const { db } = circuit.database;
  errors.length = 0;
  await follower.stop();
  await db.schema.renameTable('blocks', 'blocks_away');
  comparing = compare();
  await until('it is logged', () => errors.some((line) => line.includes('RPCs are not compared')));
  ending.abort();
  await expect(comparing).resolves.toBeUndefined();
});
