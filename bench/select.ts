import type { Database } from '../src/db/core/database.js';
import type { Bench } from './harness/bench.js';
import { measurePosts, startPostBench } from './parts/posts.js';

/** More than the fastest machine chooses in all rounds, because each choice must be the first of its checkout. */
const CHECKOUTS = 200_000;
const CHOICE = { chainCode: 'local', tokenSymbol: 'USDC' };

/** Inserts checkouts whose public ids are numbers from 0, in 40 hexadecimal digits. */
async function insertCheckouts(db: Database): Promise<void> {
  await db.raw(
    `INSERT INTO checkouts (checkout_id, public_id, merchant_id, amount_fiat_cents, fiat_currency, assets, metadata,
       checkout_url, quote_seconds, created_at, expires_at, end_due_at)
     SELECT 'chk_' || lpad(n::text, 26, '0'), 'cs_' || lpad(to_hex(n), 40, '0'), merchant_id, 2500, 'USD', :assets, '{}',
            'https://pay.example.com/pay/cs_' || lpad(to_hex(n), 40, '0'), 900, now(), now() + interval '1 day',
            now() + interval '1 day'
       FROM generate_series(0, :last) n, merchants`,
    { assets: JSON.stringify([CHOICE]), last: CHECKOUTS - 1 },
  );
  await db.raw('ANALYZE checkouts');
}

export const select: Bench = {
  name: 'select',
  summary:
    "customers' choices, against bare workflows started on the same Temporal; and their 99th percentile",
  async run(context) {
    const bench = await startPostBench(context, 'select');
    await insertCheckouts(bench.database.db);
    const url = `${bench.baseUrl}/v1/public/checkouts/cs_{n}/select`;
    return measurePosts(context, bench, {
      what: 'POST /v1/public/checkouts/{publicId}/select',
      until: 'from the request to the start of the workflow',
      posted: (after) => ({ url, countFrom: after, json: CHOICE }),
    });
  },
};
