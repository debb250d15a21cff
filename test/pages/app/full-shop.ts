import type { TestApi } from '../../helpers/api/start-api.js';
import { noteChainRead } from '../../helpers/chain/chain-reading.js';
import type { Shop } from './shop-window.js';

const ASSET = { chainCode: 'local', tokenSymbol: 'USDC' };
const DAY_MS = 86_400_000;

/** The status of each of the latest invoices, the newest last. */
const STORIES = [
  ['order-2038', 'completed', '249.00', 'Espresso machine, refurbished'],
  ['order-2039', 'completed', '18.50', 'Two coffees and a cake'],
  ['order-2040', 'expired', '64.00', null],
  ['order-2041', 'completed', '1299.99', 'Grinder, black'],
  ['order-2042', 'cancelled', '12.00', null],
  ['order-2043', 'underpaid', '89.90', 'Filter papers, 12 boxes'],
  ['order-2044', 'completed', '42.00', null],
  ['order-2045', 'paid', '310.75', 'Subscription, spring'],
  ['order-2046', 'pending', '27.40', null],
] as const;

const hashOf = (n: number): string => `0x${n.toString(16).padStart(4, '9').repeat(16)}`;

/** Marks an invoice as paid in full, or half when it is underpaid. */
async function pay(
  api: TestApi,
  invoiceId: string,
  { status, at }: { status: string; at: number },
): Promise<void> {
  const share = status === 'underpaid' ? 2 : 1;
  const ended = status === 'completed' ? 'now()' : 'NULL';
  const paid = ['completed', 'paid', 'underpaid'].includes(status);
  await api.db.raw(
    `UPDATE invoices SET status = :status, completed_at = ${ended}, paid_at = ${paid ? 'now()' : 'NULL'},
            tx_hash = CASE WHEN :paid THEN :hash END,
            amount_paid_atomic = CASE WHEN :paid THEN trunc(amount_atomic / :share) ELSE 0 END,
            created_at = now() - make_interval(mins => :at)
      WHERE invoice_id = :invoiceId`,
    { invoiceId, status, paid, share, hash: hashOf(at), at: at * 37 },
  );
  if (!paid) return;
  await api.db.raw(
    `INSERT INTO transfers (chain_code, token_symbol, tx_hash, tx_index, position, log_index, block_number, block_hash,
            block_time, from_address, to_address, amount_atomic, invoice_id, booking, ever_confirmed, seen_at)
     SELECT 'local', 'USDC', :hash, 0, 0, 0, :block, :hash, now(), :from, deposit_address, amount_paid_atomic, invoice_id,
            CASE WHEN status = 'completed' THEN 'credited' ELSE 'none' END, status = 'completed', now()
       FROM invoices WHERE invoice_id = :invoiceId`,
    { invoiceId, hash: hashOf(at), block: 1_000 - at, from: `0x${'4d'.repeat(20)}` },
  );
}

/** Copies a completed invoice to earlier days, so that the chart has a volume. */
async function addDays(api: TestApi, invoiceId: string): Promise<void> {
  await api.db.raw(
    `INSERT INTO invoices SELECT (json_populate_record(i, json_build_object(
            'invoice_id', 'inv_00000000000000000000' || lpad(n::text, 6, '0'),
            'public_id', 'pay_' || lpad(n::text, 40, '0'), 'deposit_index', 100000 + n,
            'deposit_address', '0x' || lpad(n::text, 40, '0'), 'merchant_reference', 'order-' || (1900 + n),
            'created_at', now() - make_interval(hours => n * 7), 'completed_at', now() - make_interval(hours => n * 7 + n % 5 * 9)
          ))).* FROM invoices i, generate_series(1, 90) AS n WHERE i.invoice_id = :invoiceId`,
    { invoiceId },
  );
}

/** Fills a shop with the data of a good day, and with some problems that need attention. */
export async function fillShop(api: TestApi, shop: Shop): Promise<void> {
  const { key } = shop;
  const make = async (path: string, json: object) => (await api.ask('POST', path, { key, json })).body.data;
  await noteChainRead(api.db);
  await api.db('chain_cursors').update({ height: 1_000, block_hash: hashOf(1), block_time: new Date() });
  await make('/web/v1/webhook-endpoints', {
    url: 'https://books.shop.example/quittance',
    events: ['invoice.completed', 'withdrawal.completed'],
    description: 'Bookkeeping',
  });
  const made: string[] = [];
  for (const [merchantReference, , amountFiat, description] of STORIES) {
    const json = { ...ASSET, amountFiat, fiatCurrency: 'USD', merchantReference };
    made.push((await make('/v1/invoices', description === null ? json : { ...json, description })).invoiceId);
  }
  for (const [at, invoiceId] of made.entries())
    await pay(api, invoiceId, { status: STORIES[at]?.[1] ?? 'pending', at: made.length - at });
  await addDays(api, made[0] ?? '');
  await api.db.raw(
    `UPDATE deliveries SET status = 'succeeded', attempt_count = 1, outcome = '2xx', finished_at = now(), next_attempt_at = NULL
      WHERE delivery_id <> :deliveryId AND substr(delivery_id, 29, 1) < 'm'`,
    { deliveryId: shop.deliveryId },
  );
  await api
    .db('webhook_endpoints')
    .where({ endpoint_id: shop.endpointId })
    .update({
      consecutive_failures: 2,
      failing_since: new Date(Date.now() - DAY_MS / 4),
      last_success_at: new Date(Date.now() - DAY_MS / 3),
    });
}
