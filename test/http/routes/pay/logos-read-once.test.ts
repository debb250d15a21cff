import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startApi, type TestApi } from '../../../helpers/api/start-api.js';
import { readEvents } from '../../../helpers/api/read-events.js';
import { until } from '../../../helpers/until.js';
import { LOGO, WIDE_LOGO } from '../../../pages/checkout/logos.js';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
});
afterAll(() => api.close());

it('a logo is read once for all open pages of its merchant, and each of them gets a new logo', async () => {
  const { key } = await api.addMerchant();
  const setLogo = async (logoUrl: string | null): Promise<void> => {
    const { status } = await api.ask('PATCH', '/web/v1/merchant', { key, json: { look: { logoUrl } } });
    expect(status).toBe(200);
  };
  const make = async (path: string, json: object): Promise<string> =>
    (await api.ask('POST', path, { key, json })).body.data.publicId;
  const invoice = { amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC' };
  await setLogo(LOGO);
  const pages = await Promise.all([
    make('/v1/invoices', invoice),
    make('/v1/invoices', invoice),
    make('/v1/checkouts', { amountFiat: '25.00', fiatCurrency: 'USD' }),
  ]);
  let [logosRead, pagesRead] = [0, 0];
  const count = ({ sql }: { sql: string }): void => {
    if (sql.includes('logo_url')) logosRead += 1;
    if (sql.includes('FROM checkouts c JOIN')) pagesRead += 1;
  };
  api.pool.on('query', count);
  try {
    const streams = await Promise.all(pages.map((id) => fetch(`${api.baseUrl}/pay/${id}/events`)));
    const told = streams.map(() => '');
    const reading = streams.map((stream, i) =>
      readEvents(stream, (text) => {
        told[i] = text;
        return text.includes(WIDE_LOGO);
      }),
    );
    await until('each page has told its logo', () => told.every((text) => text.includes(LOGO)));
    // Pages that are opened at the same moment may each find no stored logo.
    const atFirst = logosRead;
    expect(atFirst).toBeLessThanOrEqual(pages.length);
    const before = pagesRead;
    await until('the open pages were read some times', () => pagesRead >= before + 3);
    expect(logosRead).toBe(atFirst);
    await setLogo(WIDE_LOGO);
    await Promise.all(reading);
    await setLogo(null);
    await until('the page shows none', async () => {
      const html = await (await fetch(`${api.baseUrl}/pay/${pages[0]}`)).text();
      return !html.includes('data:image');
    });
  } finally {
    api.pool.off('query', count);
  }
});
