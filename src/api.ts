import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { MemoryRateLimits } from './http/requests/memory-rate-limits.js';
import { pino, type Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createContractApprovers } from './chain/agreement/contract-approvers.js';
import { assertDepositXpub, createDepositDeriver, pinsOf } from './chain/keys/deposit-address.js';
import { ConfigError, loadConfig, type ApiConfig } from './config.js';
import { hintsAtStart } from './config/start-hints.js';
import { openDatabase, type Database } from './db/core/database.js';
import { deleteExpiredAnswers } from './db/merchants/idempotency-keys.js';
import { pinXpubs } from './db/invoices/deposit-xpubs.js';
import { listKnownAssets } from './db/chains/known-assets.js';
import { createSecretBox } from './db/core/secret-box.js';
import { serializeError } from './db/core/serialize-error.js';
import type { Chain } from './domain/core/asset.js';
import { fingerprintAt, type XpubPin } from './domain/invoices/pinned-xpubs.js';
import { createApp, createAppsByPort } from './http/server/app.js';
import { createBackground, type Background } from './http/requests/background.js';
import { createHttpMetrics } from './http/metrics/http-metrics.js';
import { serveMetrics } from './http/metrics/metrics-server.js';
import { registerOperationsMetrics } from './http/metrics/operations-metrics.js';
import { registerReconciliationMetrics } from './http/metrics/reconciliation-metrics.js';
import { ROUTES } from './http/routes/index.js';
import { apiDocumentOf } from './http/routes/service/get-openapi.js';
import { registerVerificationMetrics } from './http/metrics/verification-metrics.js';
import { createApiServer } from './http/server/serve.js';
import { createRedisRateLimits, type RedisRateLimits } from './http/requests/redis-rate-limits.js';
import { booksOf } from './http/views/assets.js';
import { createDemoCustomer } from './local/demo-customer.js';
import { createRates } from './rates/create-rates.js';
import type { RateSource } from './rates/rate-source.js';
import { checkTemporal, openClient } from './temporal/connection.js';
import { keepTrying } from './temporal/keep-trying.js';
import { createOutboxDispatcher } from './temporal/outbox-dispatcher.js';
import { createWorkflowStarter } from './temporal/workflow-starter.js';
import { createResolveHost } from './webhooks/resolve-host.js';

/**
 * How long requests under way may take to finish. Then their connections are cut, and their transactions are either
 * committed or rolled back.
 */
const DRAIN_LIMIT_MS = 6_000;
/** The process ends after this time, whatever hangs. */
const CLOSE_BY_FORCE_MS = 10_000;
/** How long calls to Temporal are waited for after all requests are answered. */
const CLOSE_LIMIT_MS = 3_000;
const IDLE_CLOSE_INTERVAL_MS = 100;
const EXPIRED_ANSWERS_INTERVAL_MS = 600_000;
const EXPIRED_ANSWERS_BATCH = 10_000;

function readConfig(): ApiConfig {
  try {
    const config = loadConfig(process.env, { for: 'api' });
    assertDepositXpub(config.depositXpub);
    return config;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    if (!(error instanceof ConfigError)) process.stderr.write('The API does not start like this.\n');
    process.exit(1);
  }
}

/** Everything that the process holds open. */
interface Parts {
  readonly server: Server;
  /** Null: `server` answers operators too. */
  readonly adminServer: Server | null;
  readonly metricsServer: Server;
  readonly background: Background;
  readonly db: Database;
  /** Null: limits are counted in this process alone. */
  readonly counts: RedisRateLimits | null;
  /** Stops the dispatcher and closes the connection to Temporal. */
  readonly closeTemporal: () => Promise<void>;
  readonly cleaning: NodeJS.Timeout;
  /** Aborted when no more requests are accepted. */
  readonly closing: AbortController;
}

/** Adds the assets that are no longer offered: they are still in the books, and workers recorded what they were. */
async function fillBooks(
  books: Map<string, Chain>,
  { db, log, signal }: { db: Database; log: Logger; signal: AbortSignal },
): Promise<void> {
  const what = 'reading the assets that were once offered';
  const known = await keepTrying(() => listKnownAssets(db), { what, log, signal });
  for (const [chainCode, chain] of booksOf(new Map(books), known)) books.set(chainCode, chain);
}

function openRates(config: ApiConfig, log: Logger): RateSource {
  return createRates(config.rates, (trouble) => {
    log.warn(
      trouble,
      trouble.source === 'fixed' ? 'a price was asked for that is not set' : 'a source of prices is left out',
    );
  });
}

/** Compares the xpubs with those in the books, and ends the process if they differ: it would show no address of ours. */
async function requirePinned(
  pins: readonly XpubPin[],
  { db, log, signal }: { db: Database; log: Logger; signal: AbortSignal },
): Promise<void> {
  const what = 'comparing DEPOSIT_XPUB with the books';
  const refusal = await keepTrying(() => pinXpubs(db, pins), { what, log, signal });
  if (refusal === null) return;
  process.stderr.write(`The API ends: ${refusal}\n`);
  process.exit(1);
}

/** Returns what derives deposit addresses. In the background the xpubs are compared with those in the books. */
function openDeposits(
  { depositXpub: newest, depositXpubEarlier: earlier }: ApiConfig,
  { background, ...parts }: { db: Database; log: Logger; background: Background; signal: AbortSignal },
): Pick<Parameters<typeof createApp>[0], 'depositAddress' | 'xpubFingerprint'> {
  const pins = pinsOf({ newest, earlier });
  background.run('comparing DEPOSIT_XPUB with the books', () => requirePinned(pins, parts));
  return {
    depositAddress: createDepositDeriver(newest, earlier),
    xpubFingerprint: (index) => fingerprintAt(pins, index),
  };
}

function createServers(
  { adminPort }: ApiConfig,
  deps: Parameters<typeof createApp>[0],
): Pick<Parts, 'server' | 'adminServer'> {
  if (adminPort === null) return { server: createApiServer(createApp(deps)), adminServer: null };
  const { main, admin } = createAppsByPort(deps);
  return { server: createApiServer(main), adminServer: createApiServer(admin) };
}

function temporalUiOf({ temporalUiUrl: url, temporal: { namespace } }: ApiConfig) {
  return url === null ? null : { url, namespace };
}

/** The settings that requests are answered by as they were set. */
function settingsOf(config: ApiConfig) {
  return {
    publicBaseUrl: config.publicBaseUrl,
    adminBaseUrl: config.adminBaseUrl,
    operatorsNeedPasskeys: config.operatorsNeedPasskeys,
    temporalUi: temporalUiOf(config),
    toleranceBps: config.toleranceBps,
    takesInvoicesWhileHalted: config.takesInvoicesWhileHalted,
    trustProxy: config.trustProxy,
    policyDelayMs: config.policyDelayMs,
    whitelistDelayMs: config.whitelistDelayMs,
  };
}

/** Opens all parts. It waits for nothing: PostgreSQL and Temporal may start later, and `/readyz` reports that. */
function open(config: ApiConfig, log: Logger): Parts {
  const db = openDatabase({ url: config.databaseUrl });
  const client = openClient(config.temporal);
  const chains = new Map(config.chains.map((chain) => [chain.chainCode, chain]));
  const starter = createWorkflowStarter(client, {
    log,
    maxAttempts: config.webhooks.retryDelaysMs.length,
    startDeliveriesEagerly: false,
    chains,
  });
  const dispatcher = createOutboxDispatcher({ db, starter, log });
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerReconciliationMetrics(registry, { db, log });
  registerVerificationMetrics(registry, { db, chains, log });
  const background = createBackground(log);
  const counts =
    config.redisUrl === null ? null : createRedisRateLimits({ redisUrl: config.redisUrl, registry, log });
  registerOperationsMetrics(registry, { db, chains, log });
  const books = new Map(chains);
  const closing = new AbortController();
  background.run('reading the assets that were once offered', () =>
    fillBooks(books, { db, log, signal: closing.signal }),
  );
  const deps: Parameters<typeof createApp>[0] = {
    db,
    chains,
    books,
    rates: openRates(config, log),
    secretBox: createSecretBox(...config.secretsKeys),
    ...openDeposits(config, { db, log, background, signal: closing.signal }),
    dispatchOutbox: () => dispatcher.dispatchNow(),
    checkTemporal: () => checkTemporal(client),
    rateLimitStore: (group) => counts?.store(group) ?? new MemoryRateLimits(),
    checkRedis: counts === null ? null : () => counts.check(),
    rateLimits: config.rateLimits,
    ...settingsOf(config),
    webhookUrlPolicy: config.webhooks,
    resolveWebhookHost: createResolveHost(config.webhooks.dnsServers),
    webhookEndpointsMax: config.webhookEndpointsMax,
    contractApprovers: createContractApprovers(),
    demoCustomer: config.localMode ? createDemoCustomer(config.chains) : null,
    closing: closing.signal,
    background,
    metrics: createHttpMetrics(registry),
    log,
    now: Date.now,
  };
  return {
    ...createServers(config, deps),
    metricsServer: serveMetrics({ registry, host: config.metricsHost, port: config.metricsPort, log }),
    background,
    db,
    counts,
    closing,
    closeTemporal: async () => {
      await dispatcher.stop();
      await client.connection.close();
    },
    cleaning: setInterval(() => {
      background.run('deleting expired answers', () =>
        deleteExpiredAnswers(db, { nowMs: Date.now(), limit: EXPIRED_ANSWERS_BATCH }),
      );
    }, EXPIRED_ANSWERS_INTERVAL_MS),
  };
}

/** Accepts no more requests, lets those under way finish, and then closes the parts that they used. */
async function close(parts: Parts, log: Logger): Promise<void> {
  clearInterval(parts.cleaning);
  parts.closing.abort();
  const servers = [parts.server, ...(parts.adminServer === null ? [] : [parts.adminServer])];
  const closed = Promise.all(servers.map((server) => once(server, 'close')));
  for (const server of servers) server.close();
  // Otherwise a connection that becomes idle now would be kept for the next request.
  const closingIdle = setInterval(() => {
    for (const server of servers) server.closeIdleConnections();
  }, IDLE_CLOSE_INTERVAL_MS);
  const cutting = setTimeout(() => {
    log.warn({ afterMs: DRAIN_LIMIT_MS }, 'requests took too long to finish; their connections are cut');
    for (const server of servers) server.closeAllConnections();
  }, DRAIN_LIMIT_MS);
  await closed;
  clearTimeout(cutting);
  clearInterval(closingIdle);
  parts.metricsServer.close();
  // All answers are given. What Temporal could not be told is in the outbox, and the workers will tell it.
  await Promise.race([closeBackends(parts), pause(CLOSE_LIMIT_MS)]);
}

async function closeBackends({ background, closeTemporal, counts, db }: Parts): Promise<void> {
  counts?.close();
  await background.settled();
  await closeTemporal();
  await db.destroy();
}

/** Resolves at the first signal, or when the parent process is gone. */
function untilStopped(log: Logger): Promise<void> {
  return new Promise((resolve) => {
    const stop = (why: string): void => {
      log.info({ why }, 'stopping: accepts no more requests and finishes those under way');
      resolve();
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    process.once('disconnect', () => {
      stop('the parent process is gone');
    });
  });
}

/** @returns where the server listens then. */
async function listen(
  server: Server,
  { host, port }: { readonly host: string | null; readonly port: number },
): Promise<Pick<AddressInfo, 'address' | 'port'>> {
  server.listen({ port, ...(host === null ? {} : { host }) });
  await once(server, 'listening');
  const found = server.address() as AddressInfo;
  return { address: found.address, port: found.port };
}

async function main(): Promise<void> {
  const config = readConfig();
  // Each write takes all lines that have collected since the one before, so that many simultaneous requests share a
  // write. The process waits for the last lines at its end.
  const log = pino(
    { name: 'api', level: config.logLevel, serializers: { err: serializeError } },
    pino.destination({ sync: false }),
  );
  if (config.localMode) log.warn('local mode: coins are worthless, and webhooks may go to this machine');
  for (const hint of hintsAtStart(config)) log.warn(hint);
  const stopped = untilStopped(log);
  const parts = open(config, log);
  const { host, adminPort, publicBaseUrl } = config;
  if (parts.adminServer !== null && adminPort !== null)
    log.info(
      await listen(parts.adminServer, { host, port: adminPort }),
      'answers operators on a port of their own',
    );
  log.info({ ...(await listen(parts.server, { host, port: config.port })), publicBaseUrl }, 'API listens');
  process.send?.({ ready: true });
  // The reference is made now, so that its first reader does not delay the requests of others.
  setImmediate(() => apiDocumentOf(ROUTES, publicBaseUrl));
  await stopped;
  setTimeout(() => {
    log.error('closing the database and Temporal took too long; ending by force');
    process.exit(1);
  }, CLOSE_BY_FORCE_MS).unref();
  await close(parts, log);
}

await main().catch((error: unknown) => {
  process.stderr.write(`The API ends: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
// Everything of ours is closed. Open handles of libraries must not keep the process alive.
process.exit(0);
