import type { BrowserContextOptions, Page } from 'playwright-core';
import { insertMember } from '../../../src/db/people/members.js';
import { DASHBOARD } from '../../../src/pages/app/dashboard/routes.js';
import type { TestApi } from '../../helpers/api/start-api.js';
import type { TestBrowser } from '../chromium.js';
import { goThrough, pathsOf, type AppWindow } from './app-window.js';

export const EMAIL = 'ada@shop.example';
export const PASSWORD = 'correct horse battery staple';

/** A merchant with what its pages show: invoices, a checkout, an endpoint, and a delivery that failed twice. */
export interface Shop {
  readonly merchantId: string;
  readonly memberId: string;
  readonly key: string;
  readonly invoiceId: string;
  readonly checkoutId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly withdrawalId: string;
}

const HOSTILE = `${'Donaudampfschifffahrtsgesellschaft'.repeat(3)}<img src=x onerror=alert(1)>`;

/** The maximum length of a key's name. */
const HOSTILE_NAME = `${'Donaudampfschifffahrtsgesellschaft'.repeat(2)}<img src=x onerror=alert(1)>`;

/** Gives everything in a shop that has a name the longest possible name. */
export async function giveLongNames(api: TestApi, { merchantId, endpointId, key }: Shop): Promise<void> {
  await api
    .db('merchants')
    .where({ merchant_id: merchantId })
    .update({ name: HOSTILE.repeat(2).slice(0, 200) });
  await api
    .db('webhook_endpoints')
    .where({ endpoint_id: endpointId })
    .update({ description: HOSTILE.repeat(2).slice(0, 200) });
  const json = { name: HOSTILE_NAME, scopes: ['invoices:read'] };
  const made = await api.ask('POST', '/web/v1/api-keys', { key, json });
  if (made.status !== 201) throw new Error(`the key was refused: ${made.text}`);
}

export async function openShop(
  api: TestApi,
  { email = EMAIL, hasLongWords = true }: { readonly email?: string; readonly hasLongWords?: boolean } = {},
): Promise<Shop> {
  const { merchantId, key } = await api.addMerchant();
  const words = hasLongWords ? HOSTILE : 'Two coffees and a cake';
  const member = await insertMember(api.db, {
    membership: { kind: 'merchant', merchantId, role: 'owner' },
    email,
    name: 'Ada',
    password: PASSWORD,
  });
  const memberId = member?.memberId ?? '';
  await insertMember(api.db, {
    membership: { kind: 'merchant', merchantId, role: 'viewer' },
    email: `${'very-long-'.repeat(8)}name@shop.example`,
    name: HOSTILE.slice(0, 120),
    password: PASSWORD,
  });
  await api.credit(merchantId, 1_250_500_000n);
  const make = async (path: string, json: object) => (await api.ask('POST', path, { key, json })).body.data;
  const endpoint = await make('/web/v1/webhook-endpoints', {
    url: 'https://shop.example/webhooks',
    events: ['*'],
  });
  const asset = { chainCode: 'local', tokenSymbol: 'USDC' };
  const priced = { amountFiat: '25.00', fiatCurrency: 'USD' };
  await make('/v1/invoices', { ...asset, ...priced, merchantReference: words.slice(0, 120) });
  const invoice = await make('/v1/invoices', { ...asset, ...priced, merchantReference: 'order-1001' });
  const checkout = await make('/v1/checkouts', { ...priced, description: words });
  const address = `0x${'ab'.repeat(20)}`;
  const withdrawal = await make('/v1/withdrawals', { ...asset, amountCrypto: '100', address });
  const { list } = await api.ask('GET', `/web/v1/webhook-deliveries?invoiceId=${invoice.invoiceId}`, { key });
  const deliveryId = list[0]?.deliveryId ?? '';
  await failTwice(api, deliveryId);
  return {
    merchantId,
    memberId,
    key,
    deliveryId,
    invoiceId: invoice.invoiceId,
    checkoutId: checkout.checkoutId,
    endpointId: endpoint.id,
    withdrawalId: withdrawal.withdrawalId,
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
      duration_ms: 30_000,
      response_headers: null,
      response_body: null,
    },
  ]);
  await api
    .db('deliveries')
    .where({ delivery_id: deliveryId })
    .update({
      attempt_count: 2,
      outcome: 'timeout',
      queued_at: null,
      next_attempt_at: new Date(Date.now() + 1_800_000),
    });
}

/** A window of the dashboard, in a session of the shop's owner. */
export interface ShopWindow extends AppWindow {
  /** Ends the confirmation, as after ten minutes. */
  forgetConfirmation(): Promise<void>;
  /** Ends the session, as after its time. */
  endSession(): Promise<void>;
}

/** Signs somebody in from a window, without the page for it. */
export async function signInFrom(
  page: Page,
  {
    api,
    email,
    kind,
  }: { readonly api: TestApi; readonly email: string; readonly kind: 'merchant' | 'operator' },
): Promise<void> {
  const path = kind === 'merchant' ? '/web/v1/session' : '/admin/v1/session';
  const sent = JSON.stringify({ email, password: PASSWORD });
  await page.goto(`${api.baseUrl}/docs/page.css`);
  const status = await page.evaluate<number>(
    `fetch('${path}', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(sent)} }).then((answer) => answer.status)`,
  );
  if (status !== 200) throw new Error(`the sign-in answered ${status}`);
}

/** Opens a window and, unless `signedIn` is false, signs the shop's owner in from it. */
export async function openWindow(
  browser: TestBrowser,
  { api, shop, signedIn }: { readonly api: TestApi; readonly shop: Shop; readonly signedIn: boolean },
  options: BrowserContextOptions = {},
): Promise<ShopWindow> {
  const window = await browser.open(options);
  const sessions = () => api.db('sessions').where({ member_id: shop.memberId });
  if (signedIn) {
    await signInFrom(window.page, { api, email: EMAIL, kind: 'merchant' });
  }
  return Object.assign(goThrough(window, '/dashboard'), {
    forgetConfirmation: async () => {
      await sessions().update({ confirmed_until: null });
    },
    endSession: async () => {
      await sessions().delete();
    },
  });
}

/** Every page of the dashboard, by its path. */
export const pagesOf = (shop: Shop): readonly string[] => pathsOf(DASHBOARD, { ...shop });
