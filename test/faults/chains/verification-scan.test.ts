import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import { registerVerificationMetrics } from '../../../src/http/metrics/verification-metrics.js';
import {
  drainUntil,
  startMoneyCircuit,
  untilRead,
  untilAllDone,
  type MoneyCircuit,
  type MoneyCircuitOptions,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { falseFor, faultRule, tellingOfBlock } from '../../helpers/chain/rpc-faults.js';
import { leavingOut, type ProxiedCall, type Rewrite, type Rule } from '../../helpers/chain/rpc-proxy.js';
import { until } from '../../helpers/until.js';

let circuit: MoneyCircuit;
let follower: RunningFollower;
let errors: Record<string, unknown>[];

async function start(options: MoneyCircuitOptions = {}): Promise<void> {
  errors = [];
  const write = (line: string): void => void errors.push(JSON.parse(line) as Record<string, unknown>);
  const log = pino({ level: 'error' }, { write });
  circuit = await startMoneyCircuit({ slotsInAnEpoch: 4, proxies: 2, timeoutMs: 5_000, log, ...options });
  await circuit.anvil.mine(12);
  follower = circuit.keepFollowing();
  await untilRead(circuit);
}
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

const originOf = (rpc: number): string => new URL(circuit.chain.rpcUrls[rpc] ?? '').origin;
const healthOf = (rpc: number) => circuit.client.health().find(({ origin }) => origin === originOf(rpc));

/** Pays several invoices in one block, so that an answer without one payment is not empty. */
async function payTogether(invoices: readonly Invoice[]): Promise<void> {
  await circuit.transferTogether(
    invoices.map(({ depositAddress: to, amountAtomic }) => ({ asset: circuit.usdc, to, amountAtomic })),
  );
}

interface Verified {
  readonly verified_height: number | null;
  readonly finalized_height: number;
  readonly height: number;
}
const cursorRow = async (): Promise<Verified | undefined> =>
  circuit.database.db('chain_cursors').whereNotNull('height').first<Verified | undefined>();
async function cursor(): Promise<Verified> {
  const row = await cursorRow();
  if (row === undefined) throw new Error('the chain has a cursor');
  return row;
}
const verified = (): Promise<void> =>
  until('all that is final is verified', async () => {
    const { verified_height, finalized_height } = await cursor();
    return verified_height === finalized_height;
  });

/** Waits until all final blocks are read and verified. */
async function untilVerified(): Promise<void> {
  await untilRead(circuit);
  await until('the final height was noted', async () => {
    const { finalized_height, height } = await cursor();
    return finalized_height === height - 8;
  });
  await verified();
}

/** Reports one field falsely in the headers of these blocks, when they are requested by height. */
function telling(field: 'hash' | 'parentHash', isTold: (height: number) => boolean): Rule {
  const tell = tellingOfBlock((block) =>
    isTold(Number(block.number)) ? { [field]: falseFor(block[field]) } : {},
  );
  const rewrite: Rewrite = (reply, call, ask) =>
    String(call.params[0]).startsWith('0x') ? tell(reply, call, ask) : reply;
  return { methods: ['eth_getBlockByNumber'], behaviour: { kind: 'rewrite', rewrite } };
}

/** Expects that the verified block is the one on the chain. */
async function expectTrueVerified(): Promise<void> {
  const row = await circuit.database
    .db('chain_cursors')
    .first<{ verified_height: number; verified_hash: string } | undefined>();
  const block = await circuit.anvil.rpc('eth_getBlockByNumber', [
    `0x${row?.verified_height.toString(16)}`,
    false,
  ]);
  expect(block).toMatchObject({ hash: row?.verified_hash });
}

const disputes = (): Promise<unknown[]> => circuit.database.db('chain_disputes').select('*');

const metricsText = (): Promise<string> => {
  const registry = new Registry();
  const { database, chain } = circuit;
  const chains = new Map([[chain.chainCode, chain]]);
  registerVerificationMetrics(registry, { db: database.db, chains, log: pino({ level: 'silent' }) });
  return registry.metrics();
};

const omissions = async (): Promise<unknown[]> =>
  circuit.database.db('rpc_omissions').select<unknown[]>('rpc', 'omitted');

async function expectCreditedOnce(invoices: readonly Invoice[]): Promise<void> {
  await drainUntil(circuit, 'all completed', async () => {
    const all = await Promise.all(invoices.map((invoice) => circuit.reload(invoice)));
    return all.every(({ status }) => status === 'completed');
  });
  await untilAllDone(circuit);
  const available = invoices.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n);
  expect(await circuit.balances()).toMatchObject({ available, pending: 0n, held: 0n, deficit: 0n });
  expect(await circuit.database.db('transfers').where({ booking: 'credited' })).toHaveLength(invoices.length);
}

const threeInvoices = async (): Promise<[Invoice, Invoice, Invoice]> => [
  await circuit.invoice(),
  await circuit.invoice(),
  await circuit.invoice(),
];

/** Has the block of the lost payment read in a range, far below the head. */
async function readInARange(pay: () => Promise<void>): Promise<void> {
  await follower.stop();
  await circuit.anvil.mine(60);
  await pay();
  await circuit.anvil.mine(60);
  follower = circuit.keepFollowing();
}

describe('a payment that an RPC leaves out of a non-empty answer', () => {
  beforeEach(() => start());

  it.each([
    ['in a range of blocks', true],
    ['in a block near the head', false],
  ])('%s is credited once, and the RPC is quarantined, logged and counted', async (_where, inARange) => {
    const invoices = await threeInvoices();
    const [, lost] = invoices;
    circuit.proxies[0]?.use(leavingOut(lost.depositAddress));
    if (inARange) await readInARange(() => payTogether(invoices));
    else await payTogether(invoices);
    await circuit.anvil.mine(5);
    await expectCreditedOnce(inARange ? invoices : [invoices[0], invoices[2]]);
    await circuit.anvil.mine(12);
    await expectCreditedOnce(invoices);
    await untilVerified();
    expect(healthOf(0)).toMatchObject({ status: 'quarantined', reason: expect.stringContaining('left out') });
    expect(healthOf(1)).toMatchObject({ status: 'up' });
    expect(errors).toMatchObject([
      {
        msg: expect.stringContaining('left out by the RPC that was read first'),
        leftOutBy: originOf(0),
        shownBy: originOf(1),
        to: lost.depositAddress,
      },
    ]);
    expect(await omissions()).toEqual([{ rpc: originOf(0), omitted: 1 }]);
    const metrics = await metricsText();
    expect(metrics).toContain(`quittance_rpc_omitted_transfers{chain_code="local",rpc="${originOf(0)}"} 1`);
    expect(metrics).toContain('quittance_chain_unverified_blocks{chain_code="local"} 0');
    expect(await circuit.eventTypes(lost)).toEqual(['invoice.created', 'invoice.paid', 'invoice.completed']);
  });

  it('is not lost when it was on time, even if the invoice expires in the meantime', async () => {
    const time = Number(
      (await circuit.anvil.rpc<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false])).timestamp,
    );
    const lost = await circuit.invoice({ expiresAtMs: (time + 600) * 1_000 });
    const other = await circuit.invoice({ expiresAtMs: (time + 86_400) * 1_000 });
    circuit.proxies[0]?.use(leavingOut(lost.depositAddress));
    await payTogether([lost, other]);
    await circuit.anvil.rpc('evm_increaseTime', [3_600]);
    await circuit.anvil.mine(4);
    await circuit.becomes(lost, 'expired');
    await circuit.anvil.mine(12);
    await expectCreditedOnce([lost, other]);
  });

  it('is found by a follower that takes over between the first reading and the verification scan', async () => {
    const invoices = await threeInvoices();
    circuit.proxies[0]?.use(leavingOut(invoices[1].depositAddress));
    await payTogether(invoices);
    await untilRead(circuit);
    await follower.stop();
    const before = await cursor();
    circuit.proxies[0]?.clear();
    // The RPC is honest now, and is asked first as before. Only the database knows which RPC gave those blocks.
    await circuit.anvil.mine(12);
    follower = circuit.keepFollowing();
    await expectCreditedOnce(invoices);
    await untilVerified();
    expect((await cursor()).verified_height).toBeGreaterThan(before.verified_height ?? 0);
    expect(await omissions()).toEqual([{ rpc: originOf(0), omitted: 1 }]);
  });

  it('is not counted while the RPCs contradict each other about its receipt', async () => {
    const invoices = await threeInvoices();
    const [, lost] = invoices;
    circuit.proxies[0]?.use(leavingOut(lost.depositAddress));
    circuit.proxies[0]?.use({
      methods: ['eth_getTransactionReceipt'],
      behaviour: {
        kind: 'rewrite',
        rewrite: (reply) =>
          JSON.stringify(reply).includes(lost.depositAddress.slice(2)) ? { result: null } : reply,
      },
    });
    await payTogether(invoices);
    await circuit.anvil.mine(16);
    await until('it is logged', () => errors.some(({ msg }) => String(msg).includes('contradict')));
    await circuit.drain();
    expect((await circuit.reload(lost)).status).toBe('pending');
    circuit.proxies[0]?.clear();
    await circuit.anvil.mine(1);
    await expectCreditedOnce(invoices);
    await untilVerified();
  });
});

describe('the verification scan', () => {
  beforeEach(() => start());

  it('asks another RPC than the first reading did, with one eth_getLogs for a range', async () => {
    await readInARange(() => Promise.resolve());
    const rangesOf = (calls: readonly ProxiedCall[] = []): unknown[] =>
      calls.filter(({ method, params }) => method === 'eth_getLogs' && 'fromBlock' in (params[0] as object));
    await untilVerified();
    expect(rangesOf(circuit.proxies[0]?.calls).length).toBeGreaterThan(0);
    expect(rangesOf(circuit.proxies[1]?.calls).length).toBeGreaterThan(0);
    expect(errors).toEqual([]);
    // Nobody needs to know any more which RPC gave the verified blocks.
    expect(await circuit.database.db('block_readings')).toHaveLength(1);
  });

  it('quarantines its own RPC when that RPC leaves out a counted payment, and goes on when it stops', async () => {
    const invoices = await threeInvoices();
    circuit.proxies[1]?.use(leavingOut(invoices[1].depositAddress));
    await payTogether(invoices);
    await circuit.anvil.mine(16);
    await expectCreditedOnce(invoices);
    await until('it is quarantined', () => healthOf(1)?.status === 'quarantined');
    expect(healthOf(0)).toMatchObject({ status: 'up' });
    await until('it is logged', () => errors.length > 0);
    expect(errors).toMatchObject([{ leftOutBy: originOf(1), shownBy: originOf(0) }]);
    expect(await omissions()).toEqual([{ rpc: originOf(1), omitted: 1 }]);
    circuit.proxies[1]?.clear();
    await untilVerified();
    await expectCreditedOnce(invoices);
  });

  it('delays nothing while its RPC is down, and afterwards reads what it has missed', async () => {
    const [invoice] = await threeInvoices();
    circuit.proxies[1]?.use({ behaviour: { kind: 'hang' } });
    const { verified_height: before } = await cursor();
    await circuit.pay(invoice);
    await circuit.anvil.mine(16);
    await expectCreditedOnce([invoice]);
    const { verified_height, height } = await cursor();
    expect(verified_height).toBeLessThan(height - 8);
    expect(verified_height).toBeGreaterThanOrEqual(before ?? 0);
    circuit.proxies[1]?.clear();
    await untilVerified();
    expect(errors).toEqual([]);
  });

  it('is not confused by reorganisations of blocks that are not final', async () => {
    const invoices = await threeInvoices();
    for (const [depth, invoice] of invoices.entries()) {
      const { usdc: asset } = circuit;
      const { depositAddress: to, amountAtomic } = invoice;
      const { txHash } = await circuit.transfer({ asset, to, amountAtomic });
      const raw = await circuit.anvil.rpc<string>('eth_getRawTransactionByHash', [txHash]);
      await circuit.anvil.mine(depth + 1);
      await untilRead(circuit);
      await circuit.anvil.reorg(depth + 2, [[raw, depth]]);
      await circuit.anvil.mine(3);
      await untilRead(circuit);
    }
    await circuit.anvil.mine(12);
    await expectCreditedOnce(invoices);
    await untilVerified();
    expect(errors).toEqual([]);
  });
});

describe('a false hash of the last block of a scanned range', () => {
  beforeEach(() => start());

  it('from the RPC of the verification scan is not verified, and delays nothing once the RPC is honest again', async () => {
    await untilVerified();
    const { verified_height: before } = await cursor();
    circuit.proxies[1]?.use(telling('hash', (height) => height === (before ?? 0) + 1));
    await circuit.anvil.mine(1);
    await until('it is in dispute', async () => (await disputes()).length > 0);
    expect(await disputes()).toMatchObject([{ reason: expect.stringContaining(originOf(1)) }]);
    expect(await cursor()).toMatchObject({ verified_height: before });
    circuit.proxies[1]?.clear();
    await circuit.anvil.mine(2);
    await untilVerified();
    await expectTrueVerified();
    expect(await disputes()).toEqual([]);
  });

  it('is found even when our own hash of that block is no longer stored', async () => {
    await untilVerified();
    const { verified_height: before } = await cursor();
    circuit.proxies[1]?.use({ behaviour: { kind: 'hang' } });
    await circuit.anvil.mine(4);
    await untilRead(circuit);
    // Above the boundary another RPC gave the blocks, so a scanned range ends at it.
    const boundary = (before ?? 0) + 2;
    await circuit.database
      .db('block_readings')
      .insert({ chain_code: 'local', from_number: boundary + 1, rpc: 'http://another.example:8545' });
    circuit.proxies[1]?.clear();
    circuit.proxies[1]?.use(telling('hash', (height) => height === boundary));
    await until('it is in dispute', async () => (await disputes()).length > 0);
    // After some time-outs the blocks below may have been verified one by one.
    expect((await cursor()).verified_height).toBeLessThan(boundary);
    circuit.proxies[1]?.clear();
    await untilVerified();
    await expectTrueVerified();
  });
});

describe('a false parent of the first block ever read', () => {
  it('delays nothing', async () => {
    await start();
    await follower.stop();
    for (const table of ['blocks', 'block_readings', 'asset_readings', 'chain_cursors'])
      await circuit.database.db(table).delete();
    circuit.proxies[0]?.use(telling('parentHash', () => true));
    follower = circuit.keepFollowing();
    await until('the first block is read', async () => (await cursorRow()) !== undefined);
    circuit.proxies[0]?.clear();
    await circuit.anvil.mine(3);
    await untilVerified();
    await expectTrueVerified();
    expect(await disputes()).toEqual([]);
  });
});

describe('with a third RPC', () => {
  beforeEach(() => start({ proxies: 3 }));

  it('a false hash from the second is skipped', async () => {
    await untilVerified();
    circuit.proxies[1]?.use(telling('hash', () => true));
    await circuit.anvil.mine(1);
    await untilVerified();
    await expectTrueVerified();
    expect(healthOf(1)).toMatchObject({ status: 'quarantined' });
  });

  it('payments that the second keeps inventing count for nothing, and the third verifies the blocks', async () => {
    circuit.proxies[1]?.use(faultRule('makes up a payment (log and receipt)', 0));
    const invoices = await threeInvoices();
    await payTogether(invoices);
    await circuit.anvil.mine(16);
    await expectCreditedOnce(invoices);
    await untilVerified();
    expect(healthOf(1)).toMatchObject({ status: 'quarantined', reason: expect.stringContaining('made up') });
    expect([healthOf(0), healthOf(2)]).toMatchObject([{ status: 'up' }, { status: 'up' }]);
    expect(await disputes()).toEqual([]);
  });

  it('payments that the second leaves out are verified by the third', async () => {
    const invoices = await threeInvoices();
    circuit.proxies[1]?.use(leavingOut(invoices[1].depositAddress));
    await payTogether(invoices);
    await circuit.anvil.mine(16);
    await expectCreditedOnce(invoices);
    await until('it is quarantined', () => healthOf(1)?.status === 'quarantined');
    await untilVerified();
    expect(await omissions()).toEqual([{ rpc: originOf(1), omitted: 1 }]);
  });
});

describe('with a single RPC', () => {
  beforeEach(() => start({ proxies: 1 }));

  it('nothing is scanned again, and nothing is called verified', async () => {
    const invoices = await threeInvoices();
    await payTogether(invoices);
    await circuit.anvil.mine(16);
    await expectCreditedOnce(invoices);
    const { verified_height, height } = await cursor();
    expect(verified_height).toBeNull();
    const asked = circuit.proxies[0]?.calls.filter(({ method }) => method === 'eth_getLogs') ?? [];
    expect(asked.length).toBeLessThanOrEqual(height);
    expect(new Set(asked.map(({ params }) => JSON.stringify(params))).size).toBe(asked.length);
  });
});
