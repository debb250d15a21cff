import { openClient } from '../../src/temporal/connection.js';
import { deliveryWorkflowId, invoiceWorkflowId } from '../../src/temporal/messages.js';
import type { BenchContext } from '../harness/bench.js';
import { startBlockMaker } from './block-maker.js';
import { createInvoice, paymentsFor, startProduct, type Product } from './product.js';
import { openReceiver } from './receiver.js';
import { until } from './wait.js';

const SLOTS_IN_AN_EPOCH = 4;
/** The number of blocks after the payment. The finalized block is fewer blocks behind the head. */
const BLOCKS_AFTER = 12;

/** The histories that one invoice left in Temporal. One transfer paid it, and each of its events has one delivery. */
export interface PaidInvoiceHistories {
  readonly temporalAddress: string;
  /** Events in the histories of all runs of the invoice's workflow. */
  readonly invoiceEvents: number;
  /** Events in the history of each of its deliveries. */
  readonly deliveryEvents: readonly number[];
}

/** Plays such an invoice through the whole product. */
export async function playPaidInvoice(context: BenchContext): Promise<PaidInvoiceHistories> {
  const maker = await startBlockMaker(context, { slotsInAnEpoch: SLOTS_IN_AN_EPOCH });
  const product = await startProduct(context, { CHAINS_FILE: maker.chainsFile });
  const events = ['invoice.created', 'invoice.paid', 'invoice.completed'] as const;
  const receiver = await openReceiver(context, { product, events });
  const heard = (event: string): Promise<void> =>
    until(context, `${event} was heard`, () => receiver.count(event) === 1);
  const invoice = await createInvoice(product);
  const { invoiceId } = invoice;
  await heard('invoice.created');
  await maker.send(paymentsFor([invoice]));
  await maker.mine();
  await heard('invoice.paid');
  // The blocks are mined one by one, as on a real chain: an invoice is woken when something is due, not at each block.
  for (let block = 1; block <= BLOCKS_AFTER; block += 1) await maker.mineEmpty(1);
  await heard('invoice.completed');
  const { temporalAddress } = product;
  const deliveries = await deliveryIds(product, invoiceId);
  return {
    temporalAddress,
    invoiceEvents: await countEvents(context, { temporalAddress, workflowId: invoiceWorkflowId(invoiceId) }),
    deliveryEvents: await Promise.all(
      deliveries.map((id) => countEvents(context, { temporalAddress, workflowId: deliveryWorkflowId(id) })),
    ),
  };
}

async function deliveryIds({ merchant }: Product, invoiceId: string): Promise<readonly string[]> {
  const { data } = await merchant.api.list('/web/v1/webhook-deliveries', { query: { invoiceId } });
  return data.map(({ deliveryId }) => deliveryId);
}

/** Waits until the workflow is closed, and counts the events in the histories of all its runs. */
async function countEvents(
  context: BenchContext,
  { temporalAddress, workflowId }: { temporalAddress: string; workflowId: string },
): Promise<number> {
  const client = openClient({ address: temporalAddress, namespace: 'default', apiKey: null, tls: null });
  try {
    await until(context, `${workflowId} has ended`, async () => {
      const { status } = await client.workflow.getHandle(workflowId).describe();
      return status.name !== 'RUNNING';
    });
    let eventCount = 0;
    for await (const { runId } of client.workflow.list({ query: `WorkflowId = '${workflowId}'` })) {
      const { historyLength } = await client.workflow.getHandle(workflowId, runId).describe();
      eventCount += historyLength;
    }
    return eventCount;
  } finally {
    await client.connection.close();
  }
}
