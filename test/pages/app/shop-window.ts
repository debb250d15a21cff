import type { BrowserContextOptions, Page } from 'playwright-core';
import { MERCHANT_SCOPES } from '../../../src/domain/merchants/scopes.js';
import type { TestApi } from '../../helpers/api/start-api.js';
import type { TestBrowser, TestWindow } from '../chromium.js';

export const EMAIL = 'ada@shop.example';
export const PASSWORD = 'correct horse battery staple';

/** A merchant with what its pages show: invoices, a checkout, an endpoint, and a delivery that failed twice. */
export interface Shop {
  readonly merchantId: string;
  readonly key: string;
  readonly invoiceId: string;
  readonly checkoutId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly withdrawalId: string;
}

const HOSTILE = `${'Donaudampfschifffahrtsgesellschaft'.repeat(3)}<img src=x onerror=alert(1)>`;

export async function openShop(api: TestApi): Promise<Shop> {
  const { merchantId, key } = await api.addMerchant();
  await api.credit(merchantId, 1_250_500_000n);
  const make = async (path: string, json: object) => (await api.ask('POST', path, { key, json })).body.data;
  const endpoint = await make('/web/v1/webhook-endpoints', {
    url: 'https://shop.example/webhooks',
    events: ['*'],
  });
  const asset = { chainCode: 'local', tokenSymbol: 'USDC' };
  const priced = { amountFiat: '25.00', fiatCurrency: 'USD' };
  await make('/v1/invoices', { ...asset, ...priced, merchantReference: HOSTILE.slice(0, 120) });
  const invoice = await make('/v1/invoices', { ...asset, ...priced, merchantReference: 'order-1001' });
  const checkout = await make('/v1/checkouts', { ...priced, description: HOSTILE });
  const address = `0x${'ab'.repeat(20)}`;
  const withdrawal = await make('/v1/withdrawals', { ...asset, amountCrypto: '100', address });
  const { list } = await api.ask('GET', `/web/v1/webhook-deliveries?invoiceId=${invoice.invoiceId}`, { key });
  const deliveryId = list[0]?.deliveryId ?? '';
  await failTwice(api, deliveryId);
  return {
    ...{ merchantId, key, deliveryId, invoiceId: invoice.invoiceId, checkoutId: checkout.checkoutId },
    ...{ endpointId: endpoint.id, withdrawalId: withdrawal.withdrawalId },
  };
}

async function failTwice(api: TestApi, deliveryId: string): Promise<void> {
  const attempt = {
    delivery_id: deliveryId,
    started_at: new Date(),
    duration_ms: 12,
    request_headers: JSON.stringify({ 'webhook-id': 'evt_1' }),
  };
  await api.db('delivery_attempts').insert([
    {
      ...attempt,
      number: 1,
      status_code: 500,
      error_class: 'status',
      error_message: 'answered 500',
      response_headers: JSON.stringify({ server: 'shop' }),
      response_body: 'the <b>till</b> is broken',
    },
    {
      ...attempt,
      number: 2,
      status_code: null,
      error_class: 'timeout',
      error_message: 'no answer in 30 s',
      response_headers: null,
      response_body: null,
    },
  ]);
}

/** A window of the dashboard. Every answer but that of the session is the API's. */
export interface ShopWindow extends TestWindow {
  /** Whether the API asks for the password before the next order that needs it. */
  demandConfirmation(): void;
  /** Ends the session, as its time does. */
  endSession(): void;
}

/**
 * Opens the dashboard. The session is answered here and stands for the merchant's key, which is put into each request:
 * the pages are tried, and not how a session is kept.
 */
export async function openWindow(
  browser: TestBrowser,
  { shop, signedIn }: { readonly shop: Shop; readonly signedIn: boolean },
  options: BrowserContextOptions = {},
): Promise<ShopWindow> {
  const window = await browser.open(options);
  const state = { isSignedIn: signedIn, needsConfirmation: false };
  await answerSession(window.page, shop, state);
  await window.page.route(/\/(web\/)?v1\/(?!session)/, async (route) => {
    const request = route.request();
    const refuse = (status: number, code: string): Promise<void> =>
      route.fulfill({ status, json: { ok: false, error: { code, message: code, requestId: 'req_1' } } });
    if (!state.isSignedIn) return refuse(401, 'unauthenticated');
    if (state.needsConfirmation && request.method() !== 'GET') return refuse(403, 'confirmation_needed');
    if (request.method() !== 'GET' && request.headers()['x-csrf-token'] !== 'token')
      return refuse(403, 'csrf_failed');
    return route.continue({ headers: { ...request.headers(), authorization: `Bearer ${shop.key}` } });
  });
  return Object.assign(window, {
    demandConfirmation: () => void (state.needsConfirmation = true),
    endSession: () => void (state.isSignedIn = false),
  });
}

async function answerSession(
  page: Page,
  shop: Shop,
  state: { isSignedIn: boolean; needsConfirmation: boolean },
): Promise<void> {
  const endsAt = new Date(Date.now() + 3_600_000).toISOString();
  const session = {
    kind: 'merchant',
    member: { memberId: 'mem_1', email: EMAIL, name: 'Ada', role: 'owner', scopes: MERCHANT_SCOPES },
    merchant: { merchantId: shop.merchantId, name: 'Test shop' },
    ...{ operator: null, csrfToken: 'token', needsSecondFactor: false },
    ...{ confirmedUntil: null, idleEndsAt: endsAt, endsAt },
  };
  await page.route(/\/web\/v1\/session/, async (route) => {
    const request = route.request();
    const sent = (request.postDataJSON() ?? {}) as { readonly password?: string };
    const isRight = sent.password === PASSWORD;
    if (request.method() === 'POST') {
      state.isSignedIn ||= isRight;
      if (isRight) state.needsConfirmation = false;
    }
    const isRefused = request.method() === 'POST' ? !isRight : !state.isSignedIn;
    const error = {
      code: 'unauthenticated',
      message: 'The email or the password is wrong.',
      requestId: 'req_1',
    };
    await (isRefused
      ? route.fulfill({ status: 401, json: { ok: false, error } })
      : route.fulfill({ json: { ok: true, data: session } }));
  });
}

/** Every page of the dashboard, by its path. */
export const pagesOf = (shop: Shop): readonly string[] => [
  '',
  '/new',
  '/invoices',
  `/invoices/${shop.invoiceId}`,
  '/checkouts',
  `/checkouts/${shop.checkoutId}`,
  '/balances',
  '/withdrawals',
  '/withdrawals/new',
  `/withdrawals/${shop.withdrawalId}`,
  '/webhooks',
  `/webhooks/${shop.endpointId}`,
  '/webhooks/deliveries',
  `/webhooks/deliveries/${shop.deliveryId}`,
  '/keys',
  '/settings',
];
