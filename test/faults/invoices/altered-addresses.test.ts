import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino, type Logger } from 'pino';
import { listDifferences } from '../../../src/db/reconciliation/reconciliation-differences.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import { startMoneyCircuit, type MoneyCircuit } from '../../helpers/circuits/money-circuit.js';
import { reconcileCircuit } from '../../helpers/circuits/reconcile-circuit.js';
import type { SteppingFollower } from '../../helpers/circuits/stepping-follower.js';
import { tamper } from '../../helpers/circuits/tamper.js';
import { addressOf } from '../../helpers/facts/facts.js';

const THIEF = addressOf(0x7415f);
const ALTERED = { code: 'deposit_address_altered' };

let circuit: MoneyCircuit;
let follower: SteppingFollower;
let lines: string[];
let log: Logger;

beforeEach(async () => {
  lines = [];
  log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
  circuit = await startMoneyCircuit({ log });
  follower = circuit.followByStep();
});
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

/** Changes an invoice as the owner of the database can, with its triggers off. */
const alter = ({ invoiceId }: Invoice, fields: object): Promise<void> =>
  tamper(circuit.database.db, 'invoices', () =>
    circuit.database.db('invoices').where({ invoice_id: invoiceId }).update(fields),
  );

/** Changes the recorded transfers as the owner of the database can. */
const alterTransfers = (fields: object): Promise<void> =>
  tamper(circuit.database.db, 'transfers', () => circuit.database.db('transfers').update(fields));

async function mineAndRead(): Promise<void> {
  await circuit.anvil.mine(3);
  await follower.readOn();
}

/** Returns what the operator was told about an invoice. */
const alarmsOf = ({ invoiceId }: Invoice): readonly unknown[] =>
  lines
    .map((line) => JSON.parse(line) as { code?: string; invoiceId?: string })
    .filter((line) => line.code === ALTERED.code && line.invoiceId === invoiceId);

/** Runs the same code as an invoice's workflow when it is woken. */
async function wakeAndDrain({ invoiceId }: Invoice): Promise<void> {
  await circuit.database.db('outbox').insert({ kind: 'invoice', target_id: invoiceId });
  await circuit.drain();
}

const untilCompleted = (invoice: Invoice): Promise<void> => circuit.becomes(invoice, 'completed');

describe('a thief who owns the database', () => {
  it('gets no credit for payments to his own address', async () => {
    const invoice = await circuit.invoice();
    await follower.readOn();
    await circuit.drain();
    await alter(invoice, { deposit_address: THIEF });
    await circuit.transfer({ asset: circuit.usdc, to: THIEF, amountAtomic: invoice.amountAtomic });
    await mineAndRead();
    expect(await circuit.database.db('transfers')).toEqual([]);
    expect(alarmsOf(invoice)).not.toEqual([]);
    await alter(invoice, { deposit_address: invoice.depositAddress });
    await circuit.pay(invoice);
    await mineAndRead();
    await untilCompleted(invoice);
    expect((await circuit.balances()).available).toBe(invoice.amountAtomic);
  });

  it('gets no credit for an address that is altered after the payment was seen', async () => {
    const invoice = await circuit.invoice();
    await follower.readOn();
    await circuit.pay(invoice);
    await mineAndRead();
    await alter(invoice, { deposit_address: THIEF });
    // Each drain runs it again, as a wake does. The operator is told once.
    for (let again = 0; again < 3; again += 1) await wakeAndDrain(invoice);
    expect(alarmsOf(invoice)).toHaveLength(1);
    expect(await circuit.reload(invoice)).toMatchObject({ status: 'pending' });
    expect(await circuit.balances()).toMatchObject({ available: 0n, held: 0n });
    await alter(invoice, { deposit_address: invoice.depositAddress });
    await wakeAndDrain(invoice);
    await untilCompleted(invoice);
  });

  it('is detected by each run of reconciliation, even at an invoice that nobody reads', async () => {
    const [held, open] = [await circuit.invoice(), await circuit.invoice()];
    await follower.readOn();
    await circuit.pay(held);
    await mineAndRead();
    await untilCompleted(held);
    await alter(held, { deposit_address: THIEF });
    await alter(open, { deposit_index: open.depositIndex + 1_000 });
    await reconcileCircuit(circuit, circuit.client, { isFull: false, log });
    for (const invoice of [held, open]) expect(alarmsOf(invoice)).toHaveLength(1);
    const ofBoth = [held, open].map(({ invoiceId }) => ({ kind: 'deposit_address', subject: invoiceId }));
    expect(await listDifferences(circuit.database.db)).toMatchObject(ofBoth);
    expect(await circuit.database.db('asset_freezes')).toEqual([]);
    await alter(held, { deposit_address: held.depositAddress });
    await alter(open, { deposit_index: open.depositIndex });
    await reconcileCircuit(circuit, circuit.client, { isFull: false, log });
    expect(await listDifferences(circuit.database.db)).toEqual([]);
  });

  it('is detected beside rows that he has made unreadable, and these are differences themselves', async () => {
    const [paid, unreadable, altered] = [
      await circuit.invoice(),
      await circuit.invoice(),
      await circuit.invoice(),
    ];
    await follower.readOn();
    await circuit.pay(paid);
    await mineAndRead();
    await untilCompleted(paid);
    await alter(unreadable, { amount_atomic: 'NaN' });
    await alter(altered, { deposit_address: THIEF });
    await alterTransfers({ amount_atomic: 'NaN' });
    await tamper(circuit.database.db, 'ledger_accounts', () =>
      circuit.database.db('ledger_accounts').where({ kind: 'available' }).update({ balance: 'NaN' }),
    );
    await reconcileCircuit(circuit, circuit.client, { log });
    expect(alarmsOf(altered)).toHaveLength(1);
    const found = await listDifferences(circuit.database.db);
    const subjectsOf = (kind: string): readonly string[] =>
      found.filter((each) => each.kind === kind).map(({ subject }) => subject);
    expect(subjectsOf('deposit_address')).toEqual([altered.invoiceId]);
    expect([...subjectsOf('invoice_status')].sort()).toEqual([paid.invoiceId, unreadable.invoiceId].sort());
    expect(subjectsOf('invoice_money')).toEqual([paid.invoiceId]);
    expect(subjectsOf('custody')).toHaveLength(1);
    expect(subjectsOf('account')).toHaveLength(1);
  });

  it("gets no credit when he assigns another merchant's payment to his invoice", async () => {
    const paid = await circuit.invoice();
    const his = await circuit.invoice();
    await follower.readOn();
    await circuit.pay(paid);
    await mineAndRead();
    await alterTransfers({ invoice_id: his.invoiceId });
    await wakeAndDrain(his);
    expect(alarmsOf(his)).toHaveLength(1);
    expect(await circuit.balances()).toMatchObject({ available: 0n, held: 0n });
    await alterTransfers({ invoice_id: paid.invoiceId });
    await wakeAndDrain(paid);
    await untilCompleted(paid);
    expect(await circuit.reload(his)).toMatchObject({ status: 'pending' });
  });
});
