import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { FIRST_BLOCKS } from '../../../activities/chains/range-pace.js';
import { listDisputes } from '../../../src/db/chains/chain-disputes.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import { findAuditBlock } from '../../../src/db/invoices/native-audits.js';
import {
  drainUntil,
  startMoneyCircuit,
  untilRead,
  untilAllDone,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { faultRule, tellingTimes } from '../../helpers/chain/rpc-faults.js';
import { until } from '../../helpers/until.js';

const HOUR_MS = 3_600_000;
const ASKED = 100_000_000n;
let circuit: MoneyCircuit;
let follower: RunningFollower;
let errors: string;
/** Milliseconds by which the product's clock is ahead of the machine's. */
let aheadMs: number;

async function start(proxies: number): Promise<void> {
  errors = '';
  aheadMs = 0;
  const write = (line: string): void => void (errors += line);
  circuit = await startMoneyCircuit({
    slotsInAnEpoch: 4,
    timeoutMs: 5_000,
    proxies,
    now: () => Date.now() + aheadMs,
    log: pino({ level: 'error' }, { write }),
  });
  await circuit.anvil.mine(12);
  follower = circuit.keepFollowing();
  await untilRead(circuit);
}
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

/** Makes an invoice that lives for half an hour. */
const shortInvoice = (): Promise<Invoice> =>
  circuit.invoice({ createdAtMs: Date.now() + aheadMs, expiresAtMs: Date.now() + aheadMs + HOUR_MS / 2 });
const statusOf = async (invoice: Invoice): Promise<string> => (await circuit.reload(invoice)).status;
const untilDisputed = (about: string): Promise<void> =>
  until(`the dispute about ${about} is noted`, async () =>
    (await listDisputes(circuit.database.db)).some((dispute) => dispute.about === about),
  );
async function untilOurClockStandsIn(): Promise<void> {
  const { db } = circuit.database;
  await until('our own clock stands in', async () => {
    const row = await db('chain_cursors').first<{ agreed_time: Date; block_time: Date } | undefined>();
    return row !== undefined && row.block_time.getTime() - row.agreed_time.getTime() > HOUR_MS / 2;
  });
}
/** Moves the clocks of the product and of the chain forward. */
async function passTime(ms: number): Promise<void> {
  aheadMs += ms;
  await circuit.anvil.rpc('evm_increaseTime', [ms / 1_000]);
  await circuit.anvil.mine(1);
}
const ON_TIME = ['invoice.created', 'invoice.paid', 'invoice.completed'];

describe('one of two RPCs that reports block times later than the true ones', () => {
  it('lets no invoice expire early, and makes no payment late: both wait until it is honest', async () => {
    await start(2);
    const invoice = await shortInvoice();
    await circuit.drain();
    circuit.proxies[0]?.use(tellingTimes(HOUR_MS));
    await circuit.anvil.mine(1);
    await untilDisputed('time');
    await circuit.drain();
    expect(await statusOf(invoice)).toBe('pending');

    await circuit.pay(invoice);
    await circuit.anvil.mine(16);
    await untilDisputed('payments');
    await circuit.drain();
    expect(await circuit.balances()).toMatchObject({ available: 0n, held: 0n });
    expect(errors).toContain('contradict each other');

    for (const proxy of circuit.proxies) proxy.clear();
    await circuit.anvil.mine(1);
    await circuit.becomes(invoice, 'completed');
    expect(await circuit.balances()).toMatchObject({ available: ASKED, held: 0n });
    expect(await circuit.eventTypes(invoice)).toEqual(ON_TIME);
    await until('nothing is in dispute any more', async () => {
      const disputes = await listDisputes(circuit.database.db);
      return disputes.length === 0;
    });
  });

  it('is not believed before our own clock has reached the reported times, even while the other is down', async () => {
    await start(2);
    const invoice = await shortInvoice();
    await circuit.drain();
    circuit.proxies[0]?.use(tellingTimes(HOUR_MS));
    circuit.proxies[1]?.use(faultRule('down', 0));
    await circuit.anvil.mine(1);
    await untilOurClockStandsIn();
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    // Without another RPC it is believed, so the payment seems late.
    await drainUntil(circuit, 'held', async () => (await circuit.balances()).held === ASKED);
    expect(await statusOf(invoice)).toBe('pending');

    for (const proxy of circuit.proxies) proxy.clear();
    await circuit.anvil.mine(16);
    await circuit.becomes(invoice, 'completed');
    expect(await circuit.balances()).toMatchObject({ available: ASKED, held: 0n });
  });

  it('keeps its vote when it is honest again: all payments get their true times at once', async () => {
    await start(2);
    const invoices = [await shortInvoice(), await shortInvoice(), await shortInvoice()] as const;
    await circuit.drain();
    circuit.proxies[0]?.use(tellingTimes(HOUR_MS));
    circuit.proxies[1]?.use(faultRule('down', 0));
    await circuit.anvil.mine(1);
    await untilOurClockStandsIn();
    for (const invoice of invoices.slice(0, 2)) await circuit.pay(invoice);
    // The verification scan reads the third payment in another range.
    await circuit.anvil.mine(FIRST_BLOCKS);
    await circuit.pay(invoices[2]);
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'held', async () => (await circuit.balances()).held === 3n * ASKED);

    for (const proxy of circuit.proxies) proxy.clear();
    await circuit.anvil.mine(16);
    for (const invoice of invoices) await circuit.becomes(invoice, 'completed');
    expect(await circuit.balances()).toMatchObject({ available: 3n * ASKED, held: 0n });
  });
});

describe('one of three RPCs that reports false block times', () => {
  it('is outvoted when they are later: an on-time payment completes the invoice', async () => {
    await start(3);
    const invoice = await shortInvoice();
    circuit.proxies[0]?.use(tellingTimes(HOUR_MS));
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await circuit.becomes(invoice, 'completed');
    expect(await circuit.balances()).toMatchObject({ available: ASKED, held: 0n });
    expect(await circuit.eventTypes(invoice)).toEqual(ON_TIME);
  });

  it('is outvoted when they are earlier: a late payment is held', async () => {
    await start(3);
    const invoice = await shortInvoice();
    await passTime(HOUR_MS);
    await circuit.becomes(invoice, 'expired');
    circuit.proxies[0]?.use(tellingTimes(-HOUR_MS));
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await drainUntil(circuit, 'held', async () => (await circuit.balances()).held === ASKED);
    await circuit.anvil.mine(16);
    await untilAllDone(circuit);
    expect(await statusOf(invoice)).toBe('expired');
    expect(await circuit.balances()).toMatchObject({ available: 0n, held: ASKED });
  });

  it('is outvoted when they are earlier for final blocks: audits are not delayed', async () => {
    await start(3);
    circuit.proxies[1]?.use(tellingTimes(-HOUR_MS));
    const beforeMs = Date.now();
    await passTime(HOUR_MS);
    await circuit.anvil.mine(16);
    await until('what is verified has its true time', async () => {
      const block = await findAuditBlock(circuit.database.db, 'local');
      return block !== undefined && block.timestampMs > beforeMs + HOUR_MS / 2;
    });
  });
});

describe('an invoice with two RPCs expires', () => {
  it.each(['down', 'hangs'] as const)('even while the second RPC %s', async (fault) => {
    await start(2);
    const invoice = await shortInvoice();
    await circuit.drain();
    circuit.proxies[1]?.use(faultRule(fault, 0));
    await passTime(HOUR_MS);
    await circuit.becomes(invoice, 'expired');
  });

  it('as soon as the second RPC has the block too', async () => {
    await start(2);
    const invoice = await shortInvoice();
    await circuit.drain();
    const height = Number(await circuit.anvil.rpc<string>('eth_blockNumber'));
    circuit.proxies[1]?.use(faultRule('lags behind', height));
    await passTime(HOUR_MS);
    await untilRead(circuit);
    circuit.proxies[1]?.clear();
    await circuit.becomes(invoice, 'expired');
  });
});
