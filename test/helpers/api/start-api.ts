import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { MemoryRateLimits } from '../../../src/http/requests/memory-rate-limits.js';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createApiKey, type NewApiKey } from '../../../src/db/merchants/api-keys.js';
import { transaction, type Database } from '../../../src/db/core/database.js';
import { postEntry } from '../../../src/db/ledger/post-entry.js';
import { insertMerchant } from '../../../src/db/merchants/merchants.js';
import { insertOperator } from '../../../src/db/people/operators.js';
import { createSecretBox } from '../../../src/db/core/secret-box.js';
import { serializeError } from '../../../src/db/core/serialize-error.js';
import type { Chain } from '../../../src/domain/core/asset.js';
import { MERCHANT_SCOPES, OPERATOR_SCOPES } from '../../../src/domain/merchants/scopes.js';
import { createApp } from '../../../src/http/server/app.js';
import type { AppDeps } from '../../../src/http/requests/app-deps.js';
import { createBackground } from '../../../src/http/requests/background.js';
import { createHttpMetrics } from '../../../src/http/metrics/http-metrics.js';
import { createApiServer, type ServerBounds } from '../../../src/http/server/serve.js';
import { createFixedRates } from '../../../src/rates/fixed-rates.js';
import { resolveHost } from '../../../src/webhooks/resolve-host.js';
import { depositAddressOf, testChain, usdc } from '../facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../services/postgres.js';
import { watchReplies } from './watch-replies.js';

/** A second chain beside the test chain. Its token has 18 decimals and minimum amounts. */
const bsc: Chain = {
  ...testChain,
  chainCode: 'BSC',
  chainId: 56,
  assets: [
    {
      chainCode: 'BSC',
      tokenSymbol: 'USDT',
      kind: 'erc20',
      address: `0x${'55'.repeat(20)}`,
      decimals: 18,
      minInvoiceAtomic: 10n ** 18n,
      minWithdrawalAtomic: 10n ** 19n,
      sweepThresholdAtomic: null,
      hotWalletCeilingAtomic: null,
    },
  ],
};

/** The fields that tests read of an object. A test that compares a whole object names all its fields itself. */
export interface Shown {
  readonly invoiceId: string;
  readonly publicId: string;
  readonly checkoutId: string;
  readonly checkoutUrl: string;
  readonly depositAddress: string;
  readonly paymentUri: string;
  readonly createdAt: string;
  readonly completedAt: string | null;
  readonly metadata: object;
  readonly withdrawalId: string;
  readonly status: string;
  readonly address: string;
  readonly id: string;
  readonly secret: string;
  readonly warning: string | null;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly merchantId: string;
  readonly auditId: string;
  readonly apiKeyId: string;
  readonly key: string;
  readonly last4: string;
  readonly ips: readonly string[];
  readonly withdrawalAddresses: readonly object[];
  readonly previousKeyEndsAt: string | null;
  readonly chain: { readonly halted: boolean };
  readonly whitelistEndsAt: string | null;
  readonly policyChangeId: string;
  readonly objectId: string;
  readonly action: string;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: {
    readonly ok: boolean;
    readonly data: Shown;
    readonly page: { readonly nextCursor: string | null };
    readonly error: {
      readonly code: string;
      readonly message: string;
      readonly requestId: string;
      readonly details: readonly { readonly path: string; readonly message: string }[];
    };
  };
  /** `data` if it is a list; otherwise empty. */
  readonly list: readonly Shown[];
}

export interface Asking {
  readonly key?: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An API for one test: real HTTP and a real database, without Temporal. */
export interface TestApi {
  readonly baseUrl: string;
  /** The owner's pool. */
  readonly db: Database;
  /** The pool of the API itself, with the rights of its role. */
  readonly pool: Database;
  readonly databaseUrl: string;
  /** Number of times that the outbox was dispatched. */
  readonly dispatches: () => number;
  /** Number of connections that are open now. */
  openConnections(): Promise<number>;
  /** Lines of the log, as JSON. */
  readonly logLines: () => readonly string[];
  ask(method: string, path: string, asking?: Asking): Promise<Answer>;
  /** Adds a merchant. Its key is approved and has all scopes, unless `key` says otherwise. */
  addMerchant(key?: Partial<NewApiKey>): Promise<{ merchantId: string; apiKeyId: string; key: string }>;
  addOperator(key?: Partial<NewApiKey>): Promise<{ operatorId: string; apiKeyId: string; key: string }>;
  /** Adds base units to a merchant's available balance of USDC. */
  credit(merchantId: string, amountAtomic: bigint): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param given the differing dependencies, or a function that makes them from the API's port.
 * @param lent a database for the API, which the caller removes. Default: a database of its own.
 */
export async function startApi(
  given: Partial<AppDeps> | ((port: number) => Partial<AppDeps>) = {},
  bounds: Partial<ServerBounds> = {},
  lent?: TestDatabase,
): Promise<TestApi> {
  const database: TestDatabase = lent ?? (await createTestDatabase());
  const { db } = database;
  const pool = database.as('quittance_api');
  const lines: string[] = [];
  const log = pino(
    { level: 'info', serializers: { err: serializeError } },
    { write: (line: string) => lines.push(line) },
  );
  const background = createBackground(log);
  let dispatches = 0;
  const chains = new Map([
    [testChain.chainCode, testChain],
    [bsc.chainCode, bsc],
  ]);
  const replies = watchReplies();
  const server = createApiServer((request, response) => {
    replies.watch(request, response);
    app(request, response);
  }, bounds);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${String(port)}`;
  const app = createApp({
    db: pool,
    chains,
    books: chains,
    rates: createFixedRates(
      new Map([
        ['USDC/USD', '1'],
        ['ETH/USD', '2000'],
        ['USDT/USD', '3'],
      ]),
    ),
    secretBox: createSecretBox(Buffer.alloc(32, 1)),
    depositAddress: depositAddressOf,
    xpubFingerprint: () => null,
    dispatchOutbox: () => {
      dispatches += 1;
      return Promise.resolve();
    },
    checkTemporal: () => Promise.resolve(),
    rateLimitStore: () => new MemoryRateLimits(),
    checkRedis: null,
    rateLimits: { 'POST /v1/withdrawals': 1_000, 'failed authentication per IP': 1_000 },
    publicBaseUrl: 'https://pay.example.com',
    adminBaseUrl: 'https://pay.example.com',
    operatorsNeedPasskeys: false,
    toleranceBps: 50,
    takesInvoicesWhileHalted: true,
    temporalUi: { url: 'https://temporal.example', namespace: 'night' },
    trustProxy: null,
    policyDelayMs: 0,
    whitelistDelayMs: 86_400_000,
    webhookUrlPolicy: { allowHttp: false, allowCidrs: [] },
    resolveWebhookHost: resolveHost,
    webhookEndpointsMax: 1_000,
    contractApprovers: { accepts: () => Promise.resolve(false) },
    demoCustomer: null,
    closing: new AbortController().signal,
    background,
    metrics: createHttpMetrics(new Registry()),
    log,
    now: Date.now,
    ...(typeof given === 'function' ? given(port) : given),
  });
  const addKey = (request: NewApiKey) => transaction(db, (trx) => createApiKey(trx, request));
  return {
    baseUrl,
    db,
    pool,
    databaseUrl: database.url,
    dispatches: () => dispatches,
    openConnections: () => promisify(server.getConnections.bind(server))(),
    logLines: () => lines,
    async ask(method, path, asking) {
      const answer = await ask(`${baseUrl}${path}`, method, asking ?? {});
      replies.assertAsDescribed();
      return answer;
    },
    async addMerchant(key = {}) {
      const { merchantId } = await insertMerchant(db, { name: 'Test shop' });
      const made = await addKey({
        owner: { merchantId },
        name: 'key',
        scopes: MERCHANT_SCOPES,
        approved: true,
        ...key,
      });
      return { merchantId, apiKeyId: made.apiKey.apiKeyId, key: made.key };
    },
    async addOperator(key = {}) {
      const { operatorId } = await insertOperator(db, { name: 'Test operator' });
      const made = await addKey({
        owner: { operatorId },
        name: 'key',
        scopes: OPERATOR_SCOPES,
        approved: true,
        ...key,
      });
      return { operatorId, apiKeyId: made.apiKey.apiKeyId, key: made.key };
    },
    async credit(merchantId, amountAtomic) {
      await transaction(db, (trx) =>
        postEntry(trx, {
          cause: `test/${merchantId}/${String(Math.random())}`,
          kind: 'test',
          asset: usdc(),
          merchantId,
          postings: [
            { account: 'custody_hot', amountAtomic },
            { account: 'available', amountAtomic: -amountAtomic },
          ],
        }),
      );
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await background.settled();
      if (lent === undefined) await database.drop();
      replies.assertAsDescribed();
    },
  };
}

async function ask(url: string, method: string, { key, json, raw, headers }: Asking): Promise<Answer> {
  const sent = raw ?? (json === undefined ? undefined : JSON.stringify(json));
  const response = await fetch(url, {
    method,
    ...(sent === undefined ? {} : { body: sent }),
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const body = (text === '' || !isJson ? {} : JSON.parse(text)) as Answer['body'];
  const list = (Array.isArray(body.data) ? body.data : []) as Shown[];
  return { status: response.status, headers: response.headers, text, body, list };
}
