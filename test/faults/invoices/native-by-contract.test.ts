import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findChainCursor } from '../../../src/db/chains/chain-cursor.js';
import { getInvoiceView, type Invoice } from '../../../src/db/invoices/invoices.js';
import { listInvoiceTransfers } from '../../../src/db/invoices/transfers.js';
import type { Asset } from '../../../src/domain/core/asset.js';
import { showInvoice } from '../../../src/http/views/invoices.js';
import {
  circuitDepositAddress,
  drainUntil,
  startMoneyCircuit,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { callOddContract, deployOddContract } from '../../helpers/chain/odd-contracts.js';
import { reconcileCircuit } from '../../helpers/circuits/reconcile-circuit.js';
import { tellingTimes } from '../../helpers/chain/rpc-faults.js';
import { withoutMethods, type RpcReply, type Rule } from '../../helpers/chain/rpc-proxy.js';
import { until } from '../../helpers/until.js';

const ETHER = 10n ** 18n;
const LIFETIME_MS = 600_000;
const PAST_END_MS = LIFETIME_MS + 60_000;

let circuit: MoneyCircuit;
let follower: RunningFollower;
let mover: string;
let eth: Asset;
/** Milliseconds by which the clocks of the chain and of the product are ahead. */
let aheadMs: number;

beforeEach(async () => {
  aheadMs = 0;
  // Audits usually happen when there is no new block.
  const paces = { quietMs: 250, haltedMs: 250 };
  const now = (): number => Date.now() + aheadMs;
  circuit = await startMoneyCircuit({ slotsInAnEpoch: 4, proxies: 2, now, paces });
  mover = await deployOddContract({ rpcUrl: circuit.anvil.url, name: 'CoinMover' });
  eth = circuit.asset('ETH');
});
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

function withoutTraces(...which: number[]): void {
  for (const index of which) circuit.proxies[index]?.use(withoutMethods('trace_block'));
}

function invoiceOfEther({ amountAtomic = ETHER } = {}): Promise<Invoice> {
  const asset = { chainCode: 'local', tokenSymbol: 'ETH' };
  const createdAtMs = Date.now() + aheadMs;
  const expiresAtMs = createdAtMs + LIFETIME_MS;
  return circuit.invoice({ asset, decimals: 18, amountAtomic, createdAtMs, expiresAtMs });
}

async function payByContract(...payments: readonly { to: Invoice; amountAtomic: bigint }[]): Promise<string> {
  const { txHash } = await callOddContract({
    rpcUrl: circuit.anvil.url,
    name: 'CoinMover',
    address: mover,
    functionName: 'payEach',
    args: [payments.map(({ to }) => to.depositAddress), payments.map(({ amountAtomic }) => amountAtomic)],
    valueAtomic: payments.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n),
  });
  return txHash;
}

/** Moves time past the invoice's end. A block shows it, which is not final yet. */
async function letItEnd(): Promise<void> {
  aheadMs += PAST_END_MS;
  await circuit.anvil.rpc('evm_increaseTime', [PAST_END_MS / 1_000]);
  await circuit.anvil.mine(1);
}

/** Makes that block final. */
const finalize = (): Promise<void> => circuit.anvil.mine(10);

async function untilRead(): Promise<void> {
  await until('the follower has read the head', async () => {
    const cursor = await findChainCursor(circuit.database.db, 'local');
    return cursor?.height === Number(await circuit.anvil.rpc<string>('eth_blockNumber'));
  });
  await circuit.drain();
}

async function show(invoice: Invoice): Promise<object> {
  const books = new Map([['local', circuit.chain]]);
  const view = await getInvoiceView(circuit.database.db, invoice, books);
  return showInvoice(view, { books, publicBaseUrl: 'http://shop', depositAddress: circuitDepositAddress });
}

const transfersTo = ({ invoiceId }: Invoice) => listInvoiceTransfers(circuit.database.db, invoiceId);
const audits = () =>
  circuit.database
    .db('native_audits')
    .select<{ finished_at: Date | null; retry_at: Date | null; balance_atomic: bigint | null }[]>('*');
const foundByAudit = (): Promise<{ amount_atomic: bigint }[]> =>
  circuit.database.db('transfers').where({ tx_hash: null }).select<{ amount_atomic: bigint }[]>('*');

describe('native coin that a contract forwards, where an RPC shows traces', () => {
  it('is seen in its block like any other payment, from the contract', async () => {
    follower = circuit.follow();
    const invoice = await invoiceOfEther();
    const txHash = await payByContract({ to: invoice, amountAtomic: ETHER });
    await circuit.becomes(invoice, 'paid');
    expect(await transfersTo(invoice)).toMatchObject([{ txHash, fromAddress: mover, logIndex: null }]);
    await circuit.anvil.mine(3);
    await circuit.becomes(invoice, 'completed');
    expect(await circuit.balances(eth)).toMatchObject({ available: ETHER, pending: 0n });
  });

  it('pays two invoices in one transaction, each its own amount', async () => {
    follower = circuit.follow();
    const [one, other] = [await invoiceOfEther(), await invoiceOfEther()];
    await payByContract({ to: one, amountAtomic: ETHER }, { to: other, amountAtomic: ETHER / 2n });
    await circuit.anvil.mine(3);
    await circuit.becomes(one, 'completed');
    await circuit.becomes(other, 'underpaid');
    expect(await circuit.balances(eth)).toMatchObject({ available: ETHER, pending: ETHER / 2n });
  });

  it('is seen at once even when only an RPC other than the first one has traces', async () => {
    withoutTraces(0);
    follower = circuit.follow();
    const invoice = await invoiceOfEther();
    await payByContract({ to: invoice, amountAtomic: ETHER });
    await circuit.becomes(invoice, 'paid');
  });

  it('is reversed and counted again when a reorganisation moves it', async () => {
    follower = circuit.follow();
    const invoice = await invoiceOfEther();
    const txHash = await payByContract({ to: invoice, amountAtomic: ETHER });
    await circuit.anvil.mine(2);
    await circuit.becomes(invoice, 'completed');
    const raw = await circuit.anvil.rpc<string>('eth_getRawTransactionByHash', [txHash]);
    await circuit.anvil.reorg(3, [[raw, 2]]);
    await circuit.anvil.mine(1);
    await drainUntil(circuit, 'moved', async () => {
      const transfers = await transfersTo(invoice);
      return transfers.length === 2 && transfers.filter(({ canonical }) => canonical).length === 1;
    });
    await circuit.anvil.mine(3);
    await circuit.becomes(invoice, 'completed');
    expect(await circuit.balances(eth)).toMatchObject({ available: ETHER, deficit: 0n });
  });

  it('does not arrive: the invoice expires as soon as its end is read, without an audit', async () => {
    follower = circuit.follow();
    const invoice = await invoiceOfEther();
    await letItEnd();
    await circuit.becomes(invoice, 'expired');
    await finalize();
    await untilRead();
    expect(await audits()).toMatchObject([{ finished_at: expect.any(Date), balance_atomic: null }]);
  });
});

describe('native coin that a contract forwards, where no RPC shows traces', () => {
  beforeEach(() => {
    withoutTraces(0, 1);
    follower = circuit.follow();
  });

  it('is found by the audit at a final block past the end, and completes the invoice as paid on time', async () => {
    const invoice = await invoiceOfEther();
    await payByContract({ to: invoice, amountAtomic: ETHER });
    await letItEnd();
    await untilRead();
    expect(await circuit.reload(invoice)).toMatchObject({ status: 'pending' });
    await finalize();
    await circuit.becomes(invoice, 'completed');
    expect(await circuit.balances(eth)).toMatchObject({ available: ETHER, pending: 0n, held: 0n });
    expect(await circuit.eventTypes(invoice)).toEqual([
      'invoice.created',
      'invoice.paid',
      'invoice.completed',
    ]);
    const shown = (await show(invoice)) as { confirmations: number };
    const payments = [{ txHash: null, logIndex: null, from: null, status: 'confirmed' }];
    const amountPaidAtomic = ETHER.toString();
    expect(shown).toMatchObject({ status: 'completed', txHash: null, amountPaidAtomic, payments });
    expect(shown.confirmations).toBeGreaterThanOrEqual(3);
  });

  it('is on time even when it came after blocks that one RPC reports as past the end', async () => {
    const invoice = await invoiceOfEther();
    // Otherwise, if blocks came between their answers, the false times would make the honest RPC look far behind.
    await until('the RPCs were compared', () =>
      circuit.client.health().every(({ headNumber }) => headNumber !== null),
    );
    circuit.proxies[1]?.use(tellingTimes(2 * LIFETIME_MS));
    await finalize();
    await until('the final blocks are verified', async () => {
      const cursor = await findChainCursor(circuit.database.db, 'local');
      return cursor?.verifiedHeight != null && cursor.verifiedHeight === cursor.finalizedHeight;
    });
    await circuit.anvil.mine(1);
    await untilRead();
    await payByContract({ to: invoice, amountAtomic: ETHER });
    circuit.proxies.forEach((proxy) => proxy.clear());
    withoutTraces(0, 1);
    await letItEnd();
    await finalize();
    await circuit.becomes(invoice, 'completed');
    expect(await circuit.balances(eth)).toMatchObject({ available: ETHER, pending: 0n, held: 0n });
  });

  it('does not arrive: the invoice expires after the audit, and not before', async () => {
    const invoice = await invoiceOfEther();
    await letItEnd();
    await untilRead();
    expect(await circuit.reload(invoice)).toMatchObject({ status: 'pending' });
    await finalize();
    await circuit.becomes(invoice, 'expired');
    expect(await foundByAudit()).toEqual([]);
    expect(await circuit.eventTypes(invoice)).toEqual(['invoice.created', 'invoice.expired']);
  });

  it('is held when it is too little, and an event says so', async () => {
    const invoice = await invoiceOfEther();
    await payByContract({ to: invoice, amountAtomic: ETHER / 4n });
    await letItEnd();
    await finalize();
    await circuit.becomes(invoice, 'expired');
    expect(await circuit.balances(eth)).toMatchObject({ available: 0n, held: ETHER / 4n });
    expect(await circuit.eventTypes(invoice)).toContain('invoice.payment_held');
  });

  it('is added to what transactions sent themselves, and may be too much', async () => {
    const invoice = await invoiceOfEther();
    await circuit.pay(invoice, ETHER / 2n);
    await circuit.becomes(invoice, 'underpaid');
    await payByContract({ to: invoice, amountAtomic: ETHER });
    await letItEnd();
    await finalize();
    await circuit.becomes(invoice, 'completed');
    expect(await foundByAudit()).toMatchObject([{ amount_atomic: ETHER }]);
    expect(await circuit.reload(invoice)).toMatchObject({ overpaid: true, txHash: null });
    expect(await circuit.balances(eth)).toMatchObject({ available: (ETHER * 3n) / 2n });
  });

  it('is held when the invoice was cancelled', async () => {
    const invoice = await invoiceOfEther();
    await circuit.cancel(invoice);
    await payByContract({ to: invoice, amountAtomic: ETHER });
    await letItEnd();
    await finalize();
    await drainUntil(circuit, 'held', async () => (await circuit.balances(eth)).held === ETHER);
    expect(await circuit.reload(invoice)).toMatchObject({ status: 'cancelled' });
  });

  it('is found once even if the follower dies in the middle of the audit and starts again', async () => {
    const { db } = circuit.database;
    const invoice = await invoiceOfEther();
    await payByContract({ to: invoice, amountAtomic: ETHER });
    await letItEnd();
    await untilRead();
    await db.raw(`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'killed here'; END $$;
      CREATE TRIGGER die BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION die()`);
    await finalize();
    expect(String(await follower.ended)).toContain('killed here');
    expect(await foundByAudit()).toEqual([]);
    expect(await audits()).toMatchObject([{ finished_at: null }]);
    await db.raw('DROP TRIGGER die ON outbox');
    follower = circuit.follow();
    await circuit.becomes(invoice, 'completed');
    await finalize();
    await untilRead();
    expect(await foundByAudit()).toHaveLength(1);
    expect(await circuit.balances(eth)).toMatchObject({ available: ETHER });
  });

  it('is not invented when the address holds less than was paid to it: nothing is booked', async () => {
    const invoice = await invoiceOfEther();
    await circuit.pay(invoice, ETHER / 2n);
    await circuit.becomes(invoice, 'underpaid');
    await circuit.anvil.rpc('anvil_setBalance', [invoice.depositAddress, '0x5']);
    await letItEnd();
    await finalize();
    await circuit.becomes(invoice, 'expired');
    expect(await foundByAudit()).toEqual([]);
    expect(await audits()).toMatchObject([{ balance_atomic: 5n, counted_atomic: ETHER / 2n }]);
    expect(await circuit.balances(eth)).toMatchObject({ held: ETHER / 2n });
  });
});

describe('native coin that a contract forwards where no audit looks for it', () => {
  beforeEach(() => {
    withoutTraces(0, 1);
    follower = circuit.follow();
  });
  const heldIs = (amountAtomic: bigint): Promise<void> =>
    drainUntil(circuit, 'held', async () => (await circuit.balances(eth)).held === amountAtomic);
  const countOf = async (invoice: Invoice, type: string): Promise<number> =>
    (await circuit.eventTypes(invoice)).filter((each) => each === type).length;

  /** Makes everything final, runs reconciliation, and has the next final block audited. */
  async function reconcileAndAudit(): Promise<void> {
    await finalize();
    const query = ['finalized', false];
    const { number } = await circuit.anvil.rpc<{ number: string }>('eth_getBlockByNumber', query);
    await until('the final height is known', async () => {
      const cursor = await findChainCursor(circuit.database.db, 'local');
      return (cursor?.finalizedHeight ?? 0) >= Number(number);
    });
    await untilRead();
    await reconcileCircuit(circuit);
    await finalize();
  }

  it('is found by reconciliation and held as late, each time, when it comes after the audit', async () => {
    const invoice = await invoiceOfEther();
    await letItEnd();
    await finalize();
    await circuit.becomes(invoice, 'expired');
    await payByContract({ to: invoice, amountAtomic: ETHER });
    await reconcileAndAudit();
    await heldIs(ETHER);
    await payByContract({ to: invoice, amountAtomic: ETHER / 4n });
    await reconcileAndAudit();
    await heldIs((ETHER * 5n) / 4n);
    expect(await circuit.reload(invoice)).toMatchObject({ status: 'expired' });
    expect(await countOf(invoice, 'invoice.payment_held')).toBe(2);
    expect(await countOf(invoice, 'invoice.expired')).toBe(1);
    expect(await show(invoice)).toMatchObject({
      payments: [
        { txHash: null, status: 'late' },
        { txHash: null, status: 'late' },
      ],
    });
    await reconcileAndAudit();
    await untilRead();
    expect(await reconcileCircuit(circuit)).toMatchObject({ outcome: 'clean' });
    expect(await foundByAudit()).toHaveLength(2);
  });

  it('is found by reconciliation and held as unexpected when the invoice asks for a token', async () => {
    const expiresAtMs = Date.now() + LIFETIME_MS;
    const invoice = await circuit.invoice({ expiresAtMs });
    await payByContract({ to: invoice, amountAtomic: ETHER });
    await reconcileAndAudit();
    await heldIs(ETHER);
    expect(await circuit.reload(invoice)).toMatchObject({ status: 'pending', amountPaidAtomic: 0n });
    expect(await countOf(invoice, 'invoice.payment_held')).toBe(1);
    await circuit.pay(invoice);
    await circuit.anvil.mine(3);
    await circuit.becomes(invoice, 'completed');
    expect(await circuit.balances(eth)).toMatchObject({ available: 0n, held: ETHER });
  });
});

describe('an audit that an RPC disturbs', () => {
  let invoice: Invoice;
  beforeEach(async () => {
    withoutTraces(0, 1);
    follower = circuit.follow();
    invoice = await invoiceOfEther();
    await payByContract({ to: invoice, amountAtomic: ETHER });
    await letItEnd();
    await untilRead();
  });
  const onBalance = (rewrite: (reply: RpcReply, at: unknown) => RpcReply): Rule => ({
    methods: ['eth_getBalance'],
    behaviour: { kind: 'rewrite', rewrite: (reply, { params }) => rewrite(reply, params[1]) },
  });
  const untilPutOff = (): Promise<void> =>
    until('it is put off', async () => (await audits()).every(({ retry_at }) => retry_at !== null));
  const error = (message: string): RpcReply => ({ error: { code: -32000, message } });

  it.each<[string, (reply: RpcReply) => RpcReply]>([
    ['says another balance than the other', () => ({ result: '0x0' })],
    ['has lost the state of the block', () => error('missing trie node 12ab (path ) state is not available')],
  ])('when it %s is postponed, and the invoice with it, until two RPCs agree', async (_, rewrite) => {
    circuit.proxies[1]?.use(onBalance(rewrite));
    await finalize();
    await untilPutOff();
    await circuit.drain();
    expect(await circuit.reload(invoice)).toMatchObject({ status: 'pending' });
    expect(await foundByAudit()).toEqual([]);
    circuit.proxies[1]?.clear();
    withoutTraces(1);
    aheadMs += 31_000;
    await circuit.anvil.mine(1);
    await circuit.becomes(invoice, 'completed');
  });

  it('asks by number when the RPC does not know blocks by their hash', async () => {
    const byNumberOnly = onBalance((reply, at) =>
      typeof at === 'object' ? { error: { code: -32602, message: 'invalid argument 1' } } : reply,
    );
    for (const proxy of circuit.proxies) proxy.use(byNumberOnly);
    await finalize();
    await circuit.becomes(invoice, 'completed');
    expect(await circuit.balances(eth)).toMatchObject({ available: ETHER });
  });
});
