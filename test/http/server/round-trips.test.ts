import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApi, type Answer, type TestApi } from '../../helpers/api/start-api.js';

const INVOICE = { amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC' };

let api: TestApi;
let key: string;
let invoiceId: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  ({ key } = await api.addMerchant());
  ({ invoiceId } = (await api.ask('POST', '/v1/invoices', { key, json: INVOICE })).body.data);
});
afterAll(() => api.close());

const read = (): Promise<Answer> => api.ask('GET', `/v1/invoices/${invoiceId}`, { key });

/** Returns the statements that PostgreSQL gets for this request, each by its first words. */
async function statementsOf(asking: () => Promise<Answer>): Promise<readonly string[]> {
  await read();
  const statements: string[] = [];
  const note = ({ sql }: { sql: string }): void => void statements.push(sql.trim());
  api.pool.on('query', note);
  try {
    expect((await asking()).body.ok).toBe(true);
  } finally {
    api.pool.off('query', note);
  }
  return statements;
}

describe('the number of database queries', () => {
  it('is two for an invoice: for the key, and for the whole answer', async () => {
    const [ofKey, ofInvoice, ...others] = await statementsOf(read);
    expect(ofKey).toContain('FROM api_key_hashes');
    expect(ofInvoice).toContain('FROM invoices');
    expect(others).toEqual([]);
  });

  it('is eight for the creation of an invoice, half of them in its transaction', async () => {
    let count = 0;
    const create = (): Promise<Answer> =>
      api.ask('POST', '/v1/invoices', {
        key,
        json: INVOICE,
        headers: { 'idempotency-key': `k${(count += 1)}` },
      });
    await create();
    const statements = await statementsOf(create);
    expect(statements.map((sql) => sql.replaceAll(/\s+/g, ' ').slice(0, 44))).toEqual([
      expect.stringContaining('SELECT k.api_key_id') as unknown,
      expect.stringContaining('SELECT request_hash') as unknown,
      expect.stringContaining("SELECT nextval('deposit_index_seq')") as unknown,
      'BEGIN;',
      expect.stringContaining('SELECT pg_try_advisory_xact_lock') as unknown,
      expect.stringContaining('WITH invoice AS ( INSERT INTO invoices') as unknown,
      expect.stringContaining('INSERT INTO idempotency_keys') as unknown,
      'COMMIT;',
    ]);
  });

  it("is five for a customer's choice: its facts are read together with the page and with the lock", async () => {
    const json = { amountFiat: '25.00', fiatCurrency: 'USD' };
    const { publicId } = (await api.ask('POST', '/v1/checkouts', { key, json })).body.data;
    const choose = (tokenSymbol: string): Promise<Answer> =>
      api.ask('POST', `/v1/public/checkouts/${publicId}/select`, {
        json: { chainCode: 'local', tokenSymbol },
      });
    expect(await statementsOf(() => choose('USDC'))).toEqual([
      expect.stringMatching(/^SELECT [^]+ FROM checkouts c JOIN merchants m/),
      'BEGIN;',
      expect.stringMatching(/^SELECT c\.checkout_id[^]+nextval[^]+FOR NO KEY UPDATE OF c$/),
      expect.stringMatching(/^WITH invoice AS [^]+UPDATE checkouts SET chosen_invoice/),
      'COMMIT;',
    ]);
    const { data } = (await api.ask('GET', `/v1/public/checkouts/${publicId}`)).body;
    expect(data).toMatchObject({ invoice: { tokenSymbol: 'USDC' } });
  });

  it('uses prepared statements that survive a migration which adds columns', async () => {
    const connections = 12;
    const many = (): Promise<Answer[]> => Promise.all(Array.from({ length: connections }, read));
    await many();
    for (const table of ['invoices', 'api_keys', 'api_key_hashes', 'merchants', 'transfers', 'chain_cursors'])
      await api.db.raw(`ALTER TABLE ${table} ADD COLUMN of_tomorrow text DEFAULT 'x'`);
    expect((await many()).map(({ status }) => status)).toEqual(
      Array.from({ length: connections }, () => 200),
    );
  });
});
