import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { startBlockMaker } from './parts/block-maker.js';
import { runOneActivityWorkflows } from './parts/one-activity/run-one-activity.js';
import { createInvoices, paymentsFor, startProduct, type WaitingInvoice } from './parts/product.js';
import { openReceiver } from './parts/receiver.js';
import { until } from './parts/wait.js';

const WARM_UP_INVOICES = 50;
const INVOICES = 300;
const BARE_WORKFLOWS = 400;
const SLOTS_IN_AN_EPOCH = 4;
const EVENTS = ['invoice.paid', 'invoice.completed'] as const;

/**
 * Plays invoices from their creation to both webhooks, as fast as the API takes them. Each is paid in the next block.
 * A block is mined at every polling interval, until the merchant has heard of all of them.
 */
async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const maker = await startBlockMaker(context, { slotsInAnEpoch: SLOTS_IN_AN_EPOCH });
  const product = await startProduct(context, { CHAINS_FILE: maker.chainsFile });
  const receiver = await openReceiver(context, { product, events: EVENTS });

  const playMany = async (count: number): Promise<void> => {
    const before = receiver.count('invoice.completed');
    const unpaid: WaitingInvoice[] = [];
    const isDone = (): boolean => EVENTS.every((event) => receiver.count(event) === before + count);
    const paying = until(
      context,
      () => `${count} invoices are completed, but ${receiver.count('invoice.completed') - before}`,
      async () => {
        await maker.send(paymentsFor(unpaid.splice(0)));
        await maker.mine();
        return isDone();
      },
      { everyMs: maker.chain.pollIntervalMs },
    );
    await Promise.all([createInvoices(product, count, (invoice) => unpaid.push(invoice)), paying]);
  };

  await playMany(WARM_UP_INVOICES);
  const startedAtMs = performance.now();
  await playMany(INVOICES);
  const perSecond = INVOICES / ((performance.now() - startedAtMs) / 1_000);
  const bare = await runOneActivityWorkflows(context, {
    address: product.temporalAddress,
    workflows: BARE_WORKFLOWS,
  });
  return [
    {
      measure: 'invoices created, paid, confirmed, credited and told of in two webhooks',
      value: perSecond,
      unit: 'per second',
      reference: 'bare workflows of one activity on the same Temporal',
      referenceValue: bare.perSecond,
    },
  ];
}

export const wholeInvoices: Bench = {
  name: 'whole-invoices',
  summary: 'whole invoices a second through everything, against bare workflows of one activity',
  run,
};
