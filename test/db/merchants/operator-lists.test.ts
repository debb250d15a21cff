import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Queryable } from '../../../src/db/core/database.js';
import { listApiKeys } from '../../../src/db/merchants/api-keys.js';
import { listMerchants } from '../../../src/db/merchants/merchants.js';
import { listWebhookEndpoints } from '../../../src/db/webhooks/webhook-endpoints.js';
import { listWithdrawals } from '../../../src/db/withdrawals/withdrawals.js';
import { insertEndpoint } from '../../helpers/facts/deliveries.js';
import { addressOf, insertMerchant } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const COUNT = 30_000;
const LIMIT = 26;
/** The most rows that a list may read: a page, and as many for other entries of the index. */
const ROWS_MAX = 2 * LIMIT;

interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const merchantId = await insertMerchant(database.db);
  const { endpointId } = await insertEndpoint(database.db, { merchantId, port: 1 });
  // One in 5,000 of each kind is something that operators search for.
  await database.db.raw(
    `INSERT INTO merchants (merchant_id, name, status)
     SELECT 'mer_' || lpad(n::text, 26, '0'), CASE n % 5000 WHEN 7 THEN 'The Lavender ' ELSE 'Shop ' END || n,
            CASE n % 5000 WHEN 7 THEN 'suspended' ELSE 'active' END FROM generate_series(1, :count) AS n`,
    { count: COUNT },
  );
  await database.db.raw(
    `INSERT INTO api_keys (api_key_id, merchant_id, name, status, approved_at, scopes, start, last4, ips)
     SELECT 'key_' || lpad(n::text, 26, '0'), :merchantId, 'k', CASE n % 5000 WHEN 7 THEN 'pending' ELSE 'approved' END,
            CASE n % 5000 WHEN 7 THEN NULL ELSE now() END, '{}', 'qk_', 'last', '{}'
       FROM generate_series(1, :count) AS n`,
    { merchantId, count: COUNT },
  );
  await database.db.raw(
    `INSERT INTO webhook_endpoints (endpoint_id, merchant_id, url, events, secret_encrypted, created_at, status, failing_since)
     SELECT 'we_' || lpad(n::text, 26, '0'), e.merchant_id, e.url, e.events, e.secret_encrypted, now(),
            CASE n % 5000 WHEN 8 THEN 'disabled' ELSE 'enabled' END, CASE n % 5000 WHEN 7 THEN now() END
       FROM webhook_endpoints e, generate_series(1, :count) AS n WHERE e.endpoint_id = :endpointId`,
    { endpointId, count: COUNT },
  );
  await database.db.raw(
    `INSERT INTO withdrawals (withdrawal_id, merchant_id, chain_code, token_symbol, token_decimals, amount_atomic, address,
            merchant_reference, status, metadata, approvals_required, created_at)
     SELECT 'wd_' || lpad(n::text, 26, '0'), 'mer_' || lpad(n::text, 26, '0'), 'local',
            CASE n % 5000 WHEN 7 THEN 'ETH' ELSE 'USDC' END, 6, 1, CASE n % 5000 WHEN 7 THEN :rare ELSE :common END,
            CASE n % 5000 WHEN 7 THEN 'rare' ELSE 'order ' || n END,
            CASE n % 5000 WHEN 7 THEN 'pending_approval' WHEN 8 THEN 'approved' ELSE 'completed' END, '{}', 1, now()
       FROM generate_series(1, :count) AS n`,
    { rare: addressOf(7), common: addressOf(8), count: COUNT },
  );
  await database.db.raw('ANALYZE merchants, api_keys, webhook_endpoints, withdrawals');
});
afterAll(() => database.drop());

/** Returns how many were found, and the rows read by the most expensive node of the plan. */
async function measure(list: (q: Queryable) => Promise<readonly unknown[]>): Promise<[number, number]> {
  const statements: { readonly sql: string; readonly bindings: readonly unknown[] }[] = [];
  const note = (statement: (typeof statements)[number]): void => void statements.push(statement);
  database.db.on('query', note);
  const { length: found } = await list(database.db);
  database.db.off('query', note);
  const [{ sql, bindings } = { sql: '', bindings: [] }] = statements;
  const { rows } = await database.db.raw<{ rows: { 'QUERY PLAN': { Plan: Plan }[] }[] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${sql.replaceAll(/\$\d+/g, '?')}`,
    [...bindings] as string[],
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('It was not explained.');
  const nodesOf = (node: Plan): readonly Plan[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  const readBy = (node: Plan): number =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  return [found, Math.max(...nodesOf(plan).map(readBy))];
}

const RARE = COUNT / 5_000;
const page = { limit: LIMIT };
const withdrawals = (filters: object) => (q: Queryable) => listWithdrawals(q, { ...page, filters });

describe('a page of an operator list with very many rows', () => {
  it.each([
    ['merchants', LIMIT, (q: Queryable) => listMerchants(q, page)],
    ['suspended merchants', RARE, (q: Queryable) => listMerchants(q, { ...page, status: 'suspended' })],
    ['merchants by a word', RARE, (q: Queryable) => listMerchants(q, { ...page, search: 'lavend' })],
    ['merchants by a number', 1, (q: Queryable) => listMerchants(q, { ...page, search: 'Shop 29999' })],
    ['merchants by a word of nobody', 0, (q: Queryable) => listMerchants(q, { ...page, search: 'zzz' })],
    ['keys to approve', RARE, (q: Queryable) => listApiKeys(q, { ...page, status: 'pending' })],
    ['failing endpoints', RARE, (q: Queryable) => listWebhookEndpoints(q, { ...page, isFailing: true })],
    ['disabled ones', RARE, (q: Queryable) => listWebhookEndpoints(q, { ...page, status: 'disabled' })],
    ['withdrawals', LIMIT, withdrawals({})],
    ['withdrawals to an address', RARE, withdrawals({ address: addressOf(7) })],
    ['withdrawals of an asset', RARE, withdrawals({ chainCode: 'local', tokenSymbol: 'ETH' })],
    ['withdrawals by reference', RARE, withdrawals({ merchantReference: 'rare' })],
    ['withdrawals by statuses', 2 * RARE, withdrawals({ status: ['pending_approval', 'approved'] })],
    ['those of a hash', 0, withdrawals({ txHash: `0x${'0'.repeat(64)}` })],
  ] as const)('%s is read by an index, and reads no more rows than it shows', async (_which, count, list) => {
    const [found, read] = await measure(list);
    expect(found).toBe(count);
    expect(read).toBeLessThanOrEqual(ROWS_MAX);
  });
});
