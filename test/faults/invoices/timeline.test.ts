import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { readInvoiceTimeline, type InvoiceFact } from '../../../src/db/invoices/invoice-timeline.js';
import { createAttempts } from '../../helpers/facts/attempts.js';
import { insertEndpoint } from '../../helpers/facts/deliveries.js';
import {
  circuitDepositAddress,
  drainUntil,
  startMoneyCircuit,
  type MoneyCircuit,
  type RunningFollower,
} from '../../helpers/circuits/money-circuit.js';
import { startReceiver } from '../../webhooks/receiver.js';

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

function inWords(fact: InvoiceFact): string {
  switch (fact.kind) {
    case 'payment_seen':
    case 'payment_confirmed':
    case 'payment_reverted':
      return fact.kind;
    case 'ledger_entry':
      return fact.entryKind;
    case 'event':
      return fact.event;
    case 'delivery_attempt':
      return `attempt: ${fact.event} to ${fact.endpointHost}`;
    case 'order':
      return fact.action;
  }
}

it('a payment whose block is removed and returns is shown as seen, reverted and seen again, in order with everything else', async () => {
  const { anvil, database } = circuit;
  await using receiver = await startReceiver((_request, response) => response.end());
  await insertEndpoint(database.db, {
    merchantId: circuit.merchantId,
    port: receiver.port,
    events: ['invoice.completed'],
  });
  const worker = createAttempts({
    db: database.as('quittance_webhooks'),
    now: Date.now,
    depositAddress: circuitDepositAddress,
  });
  const deliver = async (): Promise<void> => {
    const pending = await database
      .db('deliveries')
      .where({ status: 'pending' })
      .select<{ delivery_id: string }[]>('delivery_id');
    for (const { delivery_id } of pending) await worker.attempt(delivery_id, 1);
  };
  const invoice = await circuit.invoice();
  await circuit.cancel(invoice);
  await circuit.pay(invoice);
  const head = () => anvil.rpc<{ hash: string }>('eth_getBlockByNumber', ['latest', false]);
  const { hash: paidIn } = await head();
  await anvil.mine(2);
  await drainUntil(circuit, 'held', async () => (await circuit.balances()).held > 0n);
  const { hash: first } = await head();
  // A dump of all blocks. Loading it brings them back, each with its old hash.
  const branchA = await anvil.rpc<string>('anvil_dumpState');

  await anvil.reorg(3);
  await drainUntil(circuit, 'taken back', async () => (await circuit.balances()).held === 0n);
  await anvil.rpc('anvil_loadState', [branchA]);
  expect((await head()).hash).toBe(first);
  await drainUntil(circuit, 'held again', async () => (await circuit.balances()).held > 0n);
  await circuit.accept(invoice);
  await circuit.becomes(invoice, 'completed');
  await deliver();

  const facts = await readInvoiceTimeline(database.db, invoice.invoiceId);
  // An event and the postings of its database transaction have the same time, so their order is not compared.
  const attempt = `attempt: invoice.completed to 127.0.0.1:${receiver.port}`;
  const without = (...kinds: string[]): string[] =>
    facts.filter(({ kind }) => !kinds.includes(kind)).map(inWords);
  expect(without('event')).toEqual([
    'invoice.cancel',
    'payment_seen',
    'payment_confirmed',
    'transfer_none_to_held',
    'payment_reverted',
    'transfer_held_to_none',
    'payment_seen',
    'payment_confirmed',
    'transfer_none_to_held',
    'transfer_held_to_credited',
    'invoice.accept',
    attempt,
  ]);
  expect(without('ledger_entry', 'payment_confirmed')).toEqual([
    'invoice.created',
    'invoice.cancel',
    'payment_seen',
    'invoice.payment_held',
    'payment_reverted',
    'payment_seen',
    'invoice.paid',
    'invoice.completed',
    'invoice.accept',
    attempt,
  ]);
  const blocks = facts.flatMap((fact) => ('transfer' in fact ? [fact.transfer.blockHash] : []));
  expect(blocks).toEqual(Array.from({ length: 5 }, () => paidIn));
});
