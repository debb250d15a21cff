import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { describeSpread, quantile } from './harness/statistics.js';
import { startBlockMaker, type BlockMaker } from './parts/block-maker.js';
import { createInvoices, paymentsFor, startProduct, type Product } from './parts/product.js';
import { openReceiver, type Receiver } from './parts/receiver.js';
import { until } from './parts/wait.js';

const ROUNDS = 6;
const INVOICES_PER_BLOCK = 100;
const SLOTS_IN_AN_EPOCH = 4;

interface Scene {
  readonly product: Product;
  readonly maker: BlockMaker;
  readonly receiver: Receiver;
}

/**
 * Pays all invoices of a round in one block.
 *
 * @returns for each invoice the ms from the block to its webhook, beyond the polling interval.
 */
async function playRound(
  context: BenchContext,
  { product, maker, receiver }: Scene,
  round: number,
): Promise<readonly number[]> {
  const total = round * INVOICES_PER_BLOCK;
  const allHeard = (event: string): Promise<void> =>
    until(
      context,
      () => `${total} times ${event}, but ${receiver.count(event)}`,
      () => receiver.count(event) === total,
    );
  const invoices = await createInvoices(product, INVOICES_PER_BLOCK);
  await allHeard('invoice.created');
  await maker.send(paymentsFor(invoices));
  const { minedAtMs } = await maker.mine();
  await allHeard('invoice.paid');
  await maker.mineEmpty(maker.chain.confirmations);
  await allHeard('invoice.completed');
  return invoices.map(({ invoiceId }) => {
    const heardAtMs = receiver.heardAtMs('invoice.paid', invoiceId) ?? NaN;
    return heardAtMs - minedAtMs - maker.chain.pollIntervalMs;
  });
}

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const maker = await startBlockMaker(context, { slotsInAnEpoch: SLOTS_IN_AN_EPOCH });
  const product = await startProduct(context, { CHAINS_FILE: maker.chainsFile });
  const events = ['invoice.created', 'invoice.paid', 'invoice.completed'] as const;
  const receiver = await openReceiver(context, { product, events });
  const waits: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const ofRound = await playRound(context, { product, maker, receiver }, round);
    context.say(`round ${round}: ${describeSpread(ofRound, 'ms')}`);
    // The first round meets programs that have just started, so it does not count.
    if (round > 1) waits.push(...ofRound);
  }
  const about = {
    unit: 'ms',
    reference: 'the polling interval',
    referenceValue: maker.chain.pollIntervalMs,
  };
  const inWords = `beyond the polling interval, ${INVOICES_PER_BLOCK} invoices paid in one block`;
  return [
    {
      measure: `from a block to invoice.paid received, median, ${inWords}`,
      value: quantile(waits, 0.5),
      ...about,
    },
    {
      measure: `from a block to invoice.paid received, 95th percentile, ${inWords}`,
      value: quantile(waits, 0.95),
      ...about,
    },
  ];
}

export const blockToMerchant: Bench = {
  name: 'block-to-merchant',
  summary: "from a payment's block to the merchant's webhook, against the polling interval",
  run,
};
