import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toPublicError } from '../../../src/http/requests/to-public-error.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';

let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  const merchant = await api.addMerchant();
  ({ key } = merchant);
  await api.credit(merchant.merchantId, 100_000_000n);
});
afterAll(() => api.close());

const INVOICE = { amountCrypto: '12.5', chainCode: 'local', tokenSymbol: 'USDC' };
const FIAT = { amountFiat: '10.00', fiatCurrency: 'USD', chainCode: 'local', tokenSymbol: 'USDC' };
const WITHDRAWAL = { ...INVOICE, address: `0x${'12'.repeat(20)}` };
const CHECKSUMMED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const HUGE = `1${'0'.repeat(30)}`;

type Case = readonly [what: string, json: unknown, status: number, code: string, path?: string];

function without(object: object, field: string): object {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== field));
}

const ofAmount = (base: object): readonly Case[] => [
  ['an exponent', { ...base, amountCrypto: '1e3' }, 400, 'validation_failed', 'amountCrypto'],
  ['a negative amount', { ...base, amountCrypto: '-1' }, 400, 'validation_failed', 'amountCrypto'],
  ['a space before', { ...base, amountCrypto: ' 1' }, 400, 'validation_failed', 'amountCrypto'],
  ['a sign', { ...base, amountCrypto: '+1' }, 400, 'validation_failed', 'amountCrypto'],
  ['a bare point', { ...base, amountCrypto: '.5' }, 400, 'validation_failed', 'amountCrypto'],
  ['a comma', { ...base, amountCrypto: '1,5' }, 400, 'validation_failed', 'amountCrypto'],
  ['other digits', { ...base, amountCrypto: '١' }, 400, 'validation_failed', 'amountCrypto'],
  ['hexadecimal', { ...base, amountCrypto: '0x10' }, 400, 'validation_failed', 'amountCrypto'],
  ['nothing', { ...base, amountCrypto: '' }, 400, 'validation_failed', 'amountCrypto'],
  ['a JSON number', { ...base, amountCrypto: 1.5 }, 400, 'validation_failed', 'amountCrypto'],
  ['a large JSON number', { ...base, amountCrypto: 1e30 }, 400, 'validation_failed', 'amountCrypto'],
  ['null', { ...base, amountCrypto: null }, 400, 'validation_failed', 'amountCrypto'],
  ['an array', { ...base, amountCrypto: ['1'] }, 400, 'validation_failed', 'amountCrypto'],
  ['one digit too many', { ...base, amountCrypto: '1.0000001' }, 422, 'amount_too_precise'],
  ['zero', { ...base, amountCrypto: '0' }, 422, 'amount_too_small'],
  ['zero with digits', { ...base, amountCrypto: '0.000000' }, 422, 'amount_too_small'],
];

const ofBoth = (base: object): readonly Case[] => [
  ['an unsupported chain', { ...base, chainCode: 'nowhere' }, 422, 'unsupported_asset'],
  ['an unsupported token', { ...base, tokenSymbol: 'DOGE' }, 422, 'unsupported_asset'],
  ["another chain's token", { ...base, tokenSymbol: 'USDT' }, 422, 'unsupported_asset'],
  ["an object's own property as chain", { ...base, chainCode: 'constructor' }, 422, 'unsupported_asset'],
  ['no chain', without(base, 'chainCode'), 400, 'validation_failed', 'chainCode'],
  ['no token', without(base, 'tokenSymbol'), 400, 'validation_failed', 'tokenSymbol'],
  ['an unknown field', { ...base, amount: '1' }, 400, 'validation_failed', 'amount'],
  ['a misspelt field', { ...base, merchantRefernce: 'x' }, 400, 'validation_failed', 'merchantRefernce'],
  ['an empty reference', { ...base, merchantReference: '' }, 400, 'validation_failed', 'merchantReference'],
  [
    'a long reference',
    { ...base, merchantReference: 'x'.repeat(129) },
    400,
    'validation_failed',
    'merchantReference',
  ],
  ['a NUL in it', { ...base, merchantReference: 'a\0b' }, 400, 'validation_failed', 'merchantReference'],
  [
    'half a character',
    { ...base, merchantReference: '\ud800' },
    400,
    'validation_failed',
    'merchantReference',
  ],
  ['metadata that is a list', { ...base, metadata: [] }, 400, 'validation_failed', 'metadata'],
  [
    'metadata within metadata',
    { ...base, metadata: { a: { b: 1 } } },
    400,
    'validation_failed',
    'metadata.a',
  ],
  [
    'a number that JSON cannot hold exactly',
    { ...base, metadata: { id: 2 ** 53 } },
    400,
    'validation_failed',
    'metadata.id',
  ],
  [
    'metadata above 4 KiB',
    { ...base, metadata: { a: 'é'.repeat(2_048) } },
    400,
    'validation_failed',
    'metadata',
  ],
  [
    'half a surrogate pair in a value of metadata',
    { ...base, metadata: { note: '\ud800' } },
    400,
    'validation_failed',
    'metadata.note',
  ],
  [
    'half a surrogate pair in a name of metadata',
    { ...base, metadata: { 'a\udfff': 1 } },
    400,
    'validation_failed',
    'metadata.a\udfff',
  ],
  ['a list as body', [base], 400, 'validation_failed', ''],
  ['null as body', null, 400, 'validation_failed', ''],
  ['text as body', 'hello', 400, 'validation_failed', ''],
];

const OF_INVOICES: readonly Case[] = [
  ...ofAmount(INVOICE),
  ...ofBoth(INVOICE),
  ['10^30', { ...INVOICE, amountCrypto: HUGE }, 400, 'validation_failed', 'amountCrypto'],
  ['10^30 in fiat', { ...FIAT, amountFiat: HUGE }, 400, 'validation_failed', 'amountFiat'],
  ['no amount', without(INVOICE, 'amountCrypto'), 400, 'validation_failed', 'amountFiat'],
  ['both amounts', { ...INVOICE, ...FIAT }, 400, 'validation_failed', 'amountFiat'],
  ['a currency beside crypto', { ...INVOICE, fiatCurrency: 'USD' }, 400, 'validation_failed', 'fiatCurrency'],
  ['fiat without its currency', without(FIAT, 'fiatCurrency'), 400, 'validation_failed', 'fiatCurrency'],
  ['an unknown currency', { ...FIAT, fiatCurrency: 'usd' }, 400, 'validation_failed', 'fiatCurrency'],
  ['fiat of three digits', { ...FIAT, amountFiat: '1.005' }, 422, 'amount_too_precise'],
  ['no fiat', { ...FIAT, amountFiat: '0.00' }, 422, 'amount_too_small'],
  [
    'below the minimum',
    { ...INVOICE, chainCode: 'BSC', tokenSymbol: 'USDT', amountCrypto: '0.999999' },
    422,
    'amount_too_small',
  ],
  ['an expiry too short', { ...INVOICE, expiresInSeconds: 59 }, 400, 'validation_failed', 'expiresInSeconds'],
  [
    'an expiry too long',
    { ...INVOICE, expiresInSeconds: 604_801 },
    400,
    'validation_failed',
    'expiresInSeconds',
  ],
  [
    'an expiry as text',
    { ...INVOICE, expiresInSeconds: '900' },
    400,
    'validation_failed',
    'expiresInSeconds',
  ],
  ['half a second', { ...INVOICE, expiresInSeconds: 60.5 }, 400, 'validation_failed', 'expiresInSeconds'],
  [
    'a plain redirect',
    { ...INVOICE, redirectUrl: 'http://shop.example' },
    400,
    'validation_failed',
    'redirectUrl',
  ],
  [
    'a script as redirect',
    { ...INVOICE, redirectUrl: 'javascript:alert(1)' },
    400,
    'validation_failed',
    'redirectUrl',
  ],
];

const OF_REDIRECTS: readonly Case[] = [
  ['a NUL', 'https://shop.example/\0x'],
  ['a line break', 'https://shop.example/\nx'],
  ['a tab', 'https://shop.example/\tx'],
  ['a control character beyond ASCII', 'https://shop.example/\u0085x'],
  ['a space', 'https://shop.example/a b'],
  ['a space before', ' https://shop.example/'],
  ['a space after', 'https://shop.example/ '],
  ['a backslash', 'https://shop.example\\@evil.example/'],
  ['half a character', 'https://shop.example/\ud800'],
  ['a user name', 'https://shop.example@evil.example/'],
  ['a user name and a password', 'https://a:b@shop.example/'],
  ['quotes and brackets', 'https://shop.example/"><b>'],
  ['no slashes', 'https:shop.example'],
  ['one slash', 'https:/shop.example'],
  ['no host', 'https://'],
  ['an invalid host', 'https://[::1'],
  ['a URL that is too long', `https://shop.example/${'x'.repeat(2_048)}`],
].map(
  ([what = '', redirectUrl]) =>
    [`${what} in redirectUrl`, { ...INVOICE, redirectUrl }, 400, 'validation_failed', 'redirectUrl'] as const,
);

const OF_WITHDRAWALS: readonly Case[] = [
  ...ofAmount(WITHDRAWAL),
  ...ofBoth(WITHDRAWAL),
  ['10^30', { ...WITHDRAWAL, amountCrypto: HUGE }, 422, 'insufficient_balance'],
  [
    'more than uint256',
    { ...WITHDRAWAL, amountCrypto: '9'.repeat(78) },
    400,
    'validation_failed',
    'amountCrypto',
  ],
  ['both amounts', { ...WITHDRAWAL, amountAtomic: '1' }, 400, 'validation_failed', 'amountCrypto'],
  ['no amount', without(WITHDRAWAL, 'amountCrypto'), 400, 'validation_failed', 'amountCrypto'],
  [
    'base units with a point',
    { ...without(WITHDRAWAL, 'amountCrypto'), amountAtomic: '1.5' },
    400,
    'validation_failed',
    'amountAtomic',
  ],
  [
    'base units as a number',
    { ...without(WITHDRAWAL, 'amountCrypto'), amountAtomic: 15 },
    400,
    'validation_failed',
    'amountAtomic',
  ],
  ['no address', without(WITHDRAWAL, 'address'), 400, 'validation_failed', 'address'],
  ['a short address', { ...WITHDRAWAL, address: '0x1234' }, 422, 'invalid_address'],
  ['a name', { ...WITHDRAWAL, address: 'vitalik.eth' }, 422, 'invalid_address'],
  ['a wrong checksum', { ...WITHDRAWAL, address: CHECKSUMMED.replace('5aA', '5AA') }, 422, 'invalid_address'],
  ['the zero address', { ...WITHDRAWAL, address: `0x${'0'.repeat(40)}` }, 422, 'invalid_address'],
  ["a token's contract", { ...WITHDRAWAL, address: `0x${'C0'.repeat(20)}` }, 422, 'invalid_address'],
  ['more than the balance', { ...WITHDRAWAL, amountCrypto: '100.000001' }, 422, 'insufficient_balance'],
  ['an asset never received', { ...WITHDRAWAL, tokenSymbol: 'ETH' }, 422, 'insufficient_balance'],
  [
    'below the minimum',
    { ...WITHDRAWAL, chainCode: 'BSC', tokenSymbol: 'USDT', amountCrypto: '9' },
    422,
    'amount_too_small',
  ],
];

const ENDPOINT = { url: 'https://shop.example/hooks', events: ['invoice.completed'] };

const OF_ENDPOINTS: readonly Case[] = [
  ['no url', { events: ENDPOINT.events }, 400, 'validation_failed', 'url'],
  ['no events', { url: ENDPOINT.url }, 400, 'validation_failed', 'events'],
  ['an empty list of events', { ...ENDPOINT, events: [] }, 400, 'validation_failed', 'events'],
  ['an unknown event', { ...ENDPOINT, events: ['invoice.done'] }, 400, 'validation_failed', 'events.0'],
  [
    'an event twice',
    { ...ENDPOINT, events: ['invoice.paid', 'invoice.paid'] },
    400,
    'validation_failed',
    'events',
  ],
  ['an unknown field', { ...ENDPOINT, secret: 'mine' }, 400, 'validation_failed', 'secret'],
  ['a plain url', { ...ENDPOINT, url: 'http://shop.example/hooks' }, 422, 'url_not_allowed'],
  ['a password in the url', { ...ENDPOINT, url: 'https://a:b@shop.example/' }, 422, 'url_not_allowed'],
  ['a private address', { ...ENDPOINT, url: 'https://10.0.0.1/' }, 422, 'url_not_allowed'],
  ['loopback by another name', { ...ENDPOINT, url: 'https://localhost/' }, 422, 'url_not_allowed'],
  ['the metadata service', { ...ENDPOINT, url: 'https://169.254.169.254/latest' }, 422, 'url_not_allowed'],
  ['a NUL in the url', { ...ENDPOINT, url: 'https://shop.example/\0' }, 422, 'url_not_allowed'],
  [
    'half a surrogate pair in the url',
    { ...ENDPOINT, url: 'https://shop.example/\ud800' },
    422,
    'url_not_allowed',
  ],
  [
    'half a surrogate pair as description',
    { ...ENDPOINT, description: '\ud800' },
    400,
    'validation_failed',
    'description',
  ],
  ['a NUL in it', { ...ENDPOINT, description: 'a\0' }, 400, 'validation_failed', 'description'],
  ['no url at all', { ...ENDPOINT, url: 'shop' }, 422, 'url_not_allowed'],
];

/** The wording of the validation library. */
const LIBRARY_WORDS =
  /Too (small|big)|Invalid (input|option|string|type|key)|Unrecognized|expected \w+ to|>=|<=/;

const TABLES = [
  'invoices',
  'withdrawals',
  'webhook_endpoints',
  'events',
  'outbox',
  'ledger_entries',
  'idempotency_keys',
];

async function rowCounts(): Promise<unknown> {
  return Promise.all(TABLES.map(async (table) => [table, (await api.db(table).count())[0]?.['count']]));
}

describe.each([
  ['/v1/invoices', [...OF_INVOICES, ...OF_REDIRECTS]],
  ['/v1/withdrawals', OF_WITHDRAWALS],
  ['/web/v1/webhook-endpoints', OF_ENDPOINTS],
] as const)('POST %s', (path, cases) => {
  it.each(cases)('refuses %s and changes nothing', async (_, json, status, code, ...at) => {
    const before = await rowCounts();
    const answer = await api.ask('POST', path, { key, json });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(answer.body).toMatchObject({ ok: false, error: { message: expect.any(String) } });
    expect(answer.body.error.requestId).toBe(answer.headers.get('x-request-id'));
    if (at.length > 0) expect(answer.body.error.details.map(({ path: field }) => field)).toEqual(at);
    if (code === 'validation_failed')
      expect(answer.body.error.message).toContain(at[0] === '' ? 'the body' : at[0]);
    expect(answer.text).not.toMatch(LIBRARY_WORDS);
    expect(await rowCounts()).toEqual(before);
  });

  it('names every field that is wrong at once', async () => {
    const { body } = await api.ask('POST', path, { key, json: { wrong: 1, worse: 2 } });
    const paths = body.error.details.map(({ path: field }) => field);
    expect(paths).toEqual(expect.arrayContaining(['wrong', 'worse']));
    expect(paths.length).toBeGreaterThan(2);
  });
});

it.each([
  ['/v1/invoices', { ...INVOICE, expiresInSeconds: 5 }, 'expiresInSeconds: at least 60, got 5'],
  ['/v1/invoices', { ...INVOICE, expiresInSeconds: 604_801 }, 'expiresInSeconds: at most 604800, got 604801'],
  [
    '/v1/invoices',
    { ...INVOICE, expiresInSeconds: 60.5 },
    'expiresInSeconds: expected a whole number, got 60.5',
  ],
  [
    '/v1/invoices',
    { ...INVOICE, expiresInSeconds: '900' },
    'expiresInSeconds: expected a number, got a string',
  ],
  ['/v1/invoices', { ...INVOICE, chainCode: null }, 'chainCode: expected a string, got null'],
  ['/v1/invoices', { ...INVOICE, merchantReference: '' }, 'merchantReference: at least 1 character, got 0'],
  ['/v1/invoices', without(INVOICE, 'chainCode'), 'chainCode: required'],
  ['/v1/invoices', [INVOICE], 'the body: expected an object, got a list'],
  [
    '/v1/invoices',
    { ...INVOICE, expiresInSeconds: 5, chain: 'local' },
    /^expiresInSeconds: .* \(and 1 more: see details\)$/,
  ],
  ['/web/v1/webhook-endpoints', { ...ENDPOINT, events: [] }, 'events: at least 1 entry, got 0'],
  [
    '/web/v1/webhook-endpoints',
    { ...ENDPOINT, events: ['invoice.done'] },
    /^events\.0: expected one of "invoice\.created", "/,
  ],
  [
    `/v1/invoices/inv_${'0'.repeat(26)}/resolve`,
    { action: 'keep' },
    'action: expected one of "accept", "refund"',
  ],
])('says in the message what is wrong: POST %s %j', async (path, json, message) => {
  const { status, body } = await api.ask('POST', path, { key, json });
  expect(status).toBe(400);
  expect(body.error.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
});

it('never repeats refused text, which may be a secret in the wrong field', async () => {
  const { text } = await api.ask('POST', '/v1/invoices', {
    key,
    json: { ...INVOICE, expiresInSeconds: key },
  });
  expect(text).not.toContain(key);
});

it('accepts an address in lower case, in upper case and with the right checksum', async () => {
  for (const address of [CHECKSUMMED, CHECKSUMMED.toLowerCase(), `0x${CHECKSUMMED.slice(2).toUpperCase()}`]) {
    const { status, body } = await api.ask('POST', '/v1/withdrawals', {
      key,
      json: { ...WITHDRAWAL, amountCrypto: '0.1', address },
    });
    expect([status, body.data.address]).toEqual([201, CHECKSUMMED]);
  }
});

it('returns metadata unchanged, including NUL and names of object properties', async () => {
  const metadata = { 'a\0b': '\0', text: '\u{1f600}\u0085 ', ['__proto__']: 'x', 'ü.b': null };
  const made = await api.ask('POST', '/v1/invoices', { key, json: { ...INVOICE, metadata } });
  expect(made.status).toBe(201);
  const read = await api.ask('GET', `/v1/invoices/${made.body.data.invoiceId}`, { key });
  expect(read.body.data.metadata).toEqual(metadata);
});

it.each(['https://shop.example', 'https://bücher.example/dank?a=%20b@c#d', 'https://127.0.0.1:8443/x'])(
  'accepts %s as the URL to return to',
  async (redirectUrl) => {
    const made = await api.ask('POST', '/v1/invoices', { key, json: { ...INVOICE, redirectUrl } });
    expect(made.status).toBe(201);
    const { body } = await api.ask('GET', `/v1/public/invoices/${made.body.data.publicId}`);
    expect(body.data).toMatchObject({ redirectUrl });
  },
);

it.each([
  ['22021', 'SELECT ?::text', 'a\0b'],
  ['22P05', 'SELECT ?::jsonb', String.raw`"\u0000"`],
])(
  'reports text that the database refuses (%s) as a client error, even when no field check caught it',
  async (code, sql, text) => {
    const refused: unknown = await api.db.raw(sql, [text]).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code });
    expect(toPublicError(refused)).toMatchObject({ code: 'validation_failed', cause: refused });
  },
);
