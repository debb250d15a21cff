import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { csvLine } from '../../../src/domain/core/csv.js';
import { ROUTES } from '../../../src/http/routes/index.js';
import { startApi, type Answer, type TestApi } from '../../helpers/api/start-api.js';

const ASSET = { chainCode: 'local', tokenSymbol: 'USDC' };
const HOSTILE = [
  '=HYPERLINK("https://evil.example")',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  'a "quoted", text',
  '-25.5',
];

const closing = new AbortController();
let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null }, closing: closing.signal });
  const shop = await api.addMerchant();
  key = shop.key;
  await api.credit(shop.merchantId, 100_000_000n);
  const json = { ...ASSET, amountCrypto: '1' };
  await api.ask('POST', '/web/v1/webhook-endpoints', {
    key,
    json: { url: 'https://shop.example/', events: ['*'] },
  });
  for (const merchantReference of [...HOSTILE, ...Array.from({ length: 100 }, (_, i) => `order-${i}`)])
    await api.ask('POST', '/v1/invoices', { key, json: { ...json, merchantReference } });
  await api.ask('POST', '/v1/checkouts', { key, json: { amountFiat: '5.00', fiatCurrency: 'USD' } });
  for (const address of ['77', '88'])
    await api.ask('POST', '/v1/withdrawals', { key, json: { ...json, address: `0x${address.repeat(20)}` } });
});
afterAll(() => api.close());

const get = (path: string, as = key): Promise<Answer> => api.ask('GET', path, { key: as });

async function wholeList(path: string, query: string): Promise<Answer['list']> {
  const items: Answer['list'][number][] = [];
  for (let cursor = ''; ;) {
    const { list, body } = await get(`${path}?limit=100${query}${cursor}`);
    items.push(...list);
    if (body.page.nextCursor === null) return items;
    cursor = `&cursor=${body.page.nextCursor}`;
  }
}

/** Reads a file without line breaks inside cells. */
const linesOf = ({ text }: Answer): readonly string[] => text.trimEnd().split('\r\n');

const files = ROUTES.filter(({ mediaType }) => mediaType === 'text/csv').map(({ path }) => path);

describe('the CSV file of a list', () => {
  it.each(files)(
    '%s has exactly the rows of the filtered list, in its order, over all pages',
    async (file) => {
      const path = file.replace(/\.csv$/, '');
      for (const query of ['', '&createdFrom=2026-01-01T00:00:00Z', '&createdTo=2001-01-01T00:00:00Z']) {
        const [head = '', ...lines] = linesOf(await get(`${file}?${query.slice(1)}`));
        const columns = head.split(',');
        const items = (await wholeList(path, query)) as unknown as Readonly<Record<string, unknown>>[];
        for (const column of columns) if (items.length > 0) expect(items[0]).toHaveProperty(column);
        expect(lines).toEqual(items.map((item) => csvLine(columns.map((column) => item[column])).trimEnd()));
        expect(items.length > 0).toBe(!query.includes('2001'));
      }
    },
  );

  it.each([
    ['/v1/invoices.csv', ['amountAtomic', 'amountPaidAtomic']],
    ['/v1/withdrawals.csv', ['amountAtomic']],
    ['/v1/balances/transactions.csv', ['amountAtomic', 'balanceAfterAtomic']],
  ])('%s has every cut amount in base units too, as its last columns %j', async (file, exact) => {
    const columns = linesOf(await get(file))[0]?.split(',') ?? [];
    expect(columns.slice(-exact.length)).toEqual(exact);
    expect(
      columns.filter((column) => column.endsWith('Crypto')).map((cut) => cut.replace('Crypto', 'Atomic')),
    ).toEqual(exact);
  });

  it("keeps a merchant's text as text: no spreadsheet program runs it", async () => {
    const { text, headers } = await get('/v1/invoices.csv?createdFrom=2026-01-01T00:00:00Z');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="invoices.csv"');
    for (const cell of [
      '"\'=HYPERLINK(""https://evil.example"")"',
      "'+1+1",
      "'-1+1",
      "'@SUM(A1)",
      '"a ""quoted"", text"',
      ',-25.5,',
    ])
      expect(text).toContain(cell);
  });

  it.each(['limit=5', 'cursor=61', 'status=none', 'other=1'])(
    'refuses ?%s before it begins',
    async (query) => {
      const { status, body } = await get(`/v1/invoices.csv?${query}`);
      expect([status, body.error.code]).toEqual([400, 'validation_failed']);
    },
  );

  it('contains nothing of another merchant, and needs the scope of its list', async () => {
    expect(linesOf(await get('/v1/invoices.csv', (await api.addMerchant()).key))).toHaveLength(1);
    const { key: narrow } = await api.addMerchant({ scopes: ['balances:read'] });
    expect((await get('/v1/invoices.csv', narrow)).status).toBe(403);
  });

  it('is visibly incomplete when the service stops before its end', async () => {
    closing.abort();
    const answer = await fetch(`${api.baseUrl}/v1/invoices.csv`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });
});

describe('a cell', () => {
  it.each([
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['\uff1d1+1', "'\uff1d1+1"],
    [' @SUM(A1)', "' @SUM(A1)"],
    // In some countries a semicolon begins the next cell.
    ['x;=HYPERLINK(1)', "x;'=HYPERLINK(1)"],
    ['two;words', 'two;words'],
    ['-12.50', '-12.50'],
    [null, ''],
    [true, 'true'],
    [{ cart: 'c-7' }, '"{""cart"":""c-7""}"'],
  ])('%j is written as %j', (value, written) => {
    expect(csvLine([value])).toBe(`${written}\r\n`);
  });
});
