import type { Bench } from './harness/bench.js';
import { measurePosts, startPostBench } from './parts/posts.js';

const CHECKOUT = {
  amountFiat: '25.00',
  fiatCurrency: 'USD',
  expiresInSeconds: 21_600,
  merchantReference: 'order-1001',
  metadata: { basket: 'b-1001' },
  description: 'Two coffees and a cake',
};

export const postCheckout: Bench = {
  name: 'post-checkout',
  summary:
    'checkouts created, against bare workflows started on the same Temporal; and their 99th percentile',
  async run(context) {
    const bench = await startPostBench(context, 'checkout');
    const url = `${bench.baseUrl}/v1/checkouts`;
    return measurePosts(context, bench, {
      what: 'POST /v1/checkouts',
      until: 'which starts no workflow',
      posted: () => ({ url, json: CHECKOUT }),
    });
  },
};
