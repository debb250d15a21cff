import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { createSettleAhead } from '../../../activities/invoices/settle-ahead.js';
import type { OutboxTarget } from '../../../src/db/outbox/outbox.js';
import { newId } from '../../../src/db/core/new-id.js';
import {
  circuitDepositAddress,
  startMoneyCircuit,
  untilRead,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { until } from '../../helpers/until.js';

let circuit: MoneyCircuit;
let follower: RunningFollower;

beforeEach(async () => {
  circuit = await startMoneyCircuit();
  follower = circuit.keepFollowing();
});
afterEach(async () => {
  await follower.stop();
  await circuit.close();
});

/** Settles these targets. @returns how often deliveries were started, and what was logged. */
async function settle(targets: readonly OutboxTarget[]): Promise<{ started: number; logged: string[] }> {
  const said = { started: 0, logged: [] as string[] };
  const settleAhead = createSettleAhead({
    db: circuit.database.db,
    chains: new Map([['local', circuit.chain]]),
    depositAddress: circuitDepositAddress,
    now: Date.now,
    log: pino({ level: 'warn' }, { write: (line: string) => said.logged.push(line) }),
    startDeliveries: () => {
      said.started += 1;
      return Promise.resolve();
    },
  });
  await settleAhead(targets);
  return said;
}

const toSettle = ({ invoiceId }: { invoiceId: string }): OutboxTarget => ({
  kind: 'invoice',
  targetId: invoiceId,
});

describe('invoices that a block has paid', () => {
  it('are settled, and their deliveries started, before any workflow is signalled; a later signal changes nothing', async () => {
    const invoices = [await circuit.invoice(), await circuit.invoice(), await circuit.invoice()];
    for (const invoice of invoices) await circuit.pay(invoice);
    await untilRead(circuit);
    expect(await settle(invoices.map(toSettle))).toEqual({ started: 3, logged: [] });
    for (const invoice of invoices) {
      expect((await circuit.eventTypes(invoice)).slice(0, 2)).toEqual(['invoice.created', 'invoice.paid']);
    }
    const before = await Promise.all(invoices.map((each) => circuit.eventTypes(each)));
    await circuit.drain();
    expect(await Promise.all(invoices.map((each) => circuit.eventTypes(each)))).toEqual(before);
  });

  it('are left to their workflows when they cannot be settled, and delay no other invoice', async () => {
    const [stuck, paid] = [await circuit.invoice(), await circuit.invoice()];
    await circuit.pay(stuck);
    await circuit.pay(paid);
    await untilRead(circuit);
    const { db } = circuit.database;
    await db.raw(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''refused''; END'`,
    );
    await db.raw(
      `CREATE TRIGGER refuse BEFORE UPDATE ON invoices FOR EACH ROW
         WHEN (NEW.invoice_id = '${stuck.invoiceId}') EXECUTE FUNCTION refuse()`,
    );
    const { started, logged } = await settle([stuck, paid].map(toSettle));
    expect(started).toBe(1);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(stuck.invoiceId);
    expect((await circuit.reload(paid)).status).toBe('paid');
    expect((await circuit.reload(stuck)).status).toBe('pending');
  });

  it('do not delay all others when one takes long', async () => {
    const [slow, paid] = [await circuit.invoice(), await circuit.invoice()];
    await circuit.pay(slow);
    await circuit.pay(paid);
    await untilRead(circuit);
    const holder = await circuit.database.db.transaction();
    await holder('invoices').where({ invoice_id: slow.invoiceId }).forUpdate().first();
    try {
      const { started, logged } = await settle([slow, paid].map(toSettle));
      expect(started).toBe(1);
      expect(logged).toEqual([expect.stringContaining('takes long to settle')]);
      expect((await circuit.reload(paid)).status).toBe('paid');
    } finally {
      await holder.rollback();
    }
    // The slow one continues by itself.
    await until('it is settled', async () => (await circuit.reload(slow)).status !== 'pending');
  });

  it('are skipped when they are unknown, as are withdrawals and deliveries', async () => {
    const targets: OutboxTarget[] = [
      { kind: 'invoice', targetId: newId('inv') },
      { kind: 'withdrawal', targetId: newId('wd') },
      { kind: 'delivery', targetId: newId('dlv') },
    ];
    expect((await settle(targets)).logged).toEqual([]);
  });
});
