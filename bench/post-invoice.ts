import type { Bench } from './harness/bench.js';
import { measurePosts, startPostBench } from './parts/posts.js';

const INVOICE = {
  amountFiat: '25.00',
  fiatCurrency: 'USD',
  tokenSymbol: 'USDC',
  chainCode: 'local',
  expiresInSeconds: 21_600,
  merchantReference: 'order-1001',
  metadata: { basket: 'b-1001' },
};

export const postInvoice: Bench = {
  name: 'post-invoice',
  summary: 'invoices created, against bare workflows started on the same Temporal; and their 99th percentile',
  async run(context) {
    const bench = await startPostBench(context, 'post');
    const url = `${bench.baseUrl}/v1/invoices`;
    return measurePosts(context, bench, {
      what: 'POST /v1/invoices',
      until: 'from the request to the start of the workflow',
      posted: () => ({ url, json: INVOICE }),
    });
  },
};
