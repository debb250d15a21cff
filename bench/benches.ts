import { appWeight } from './app-weight.js';
import { approvals } from './approvals.js';
import { blockCost } from './block-cost.js';
import { blockToMerchant } from './block-to-merchant.js';
import { catchUp } from './catch-up.js';
import { checkoutStreams } from './checkout-streams.js';
import { checkoutWeight } from './checkout-weight.js';
import { commands } from './commands.js';
import { deliveries } from './deliveries.js';
import { deliveryEvents } from './delivery-events.js';
import { deliveryFairness } from './delivery-fairness.js';
import { deliveryFlood } from './delivery-flood.js';
import { disk } from './disk.js';
import { distantRpc } from './distant-rpc.js';
import { getInvoice } from './get-invoice.js';
import type { Bench } from './harness/bench.js';
import { invoiceEvents } from './invoice-events.js';
import { listInvoices } from './list-invoices.js';
import { memory } from './memory.js';
import { pageTimes } from './page-times.js';
import { postCheckout } from './post-checkout.js';
import { postInvoice } from './post-invoice.js';
import { select } from './select.js';
import { startAgain } from './start-again.js';
import { sweepGas } from './sweep-gas.js';
import { wholeInvoices } from './whole-invoices.js';
import { withdrawals } from './withdrawals.js';

/** Every bench, in the order in which they run. */
export const BENCHES: readonly Bench[] = [
  invoiceEvents,
  deliveryEvents,
  memory,
  disk,
  blockCost,
  catchUp,
  distantRpc,
  blockToMerchant,
  withdrawals,
  approvals,
  sweepGas,
  deliveries,
  deliveryFairness,
  deliveryFlood,
  getInvoice,
  postInvoice,
  postCheckout,
  select,
  listInvoices,
  wholeInvoices,
  checkoutWeight,
  checkoutStreams,
  appWeight,
  pageTimes,
  commands,
  startAgain,
];
