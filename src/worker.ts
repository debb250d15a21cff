import type { WorkerRole } from './domain/core/worker-roles.js';
import type { ChainClient } from './chain/rpc/types.js';
import type { SweepKeys, TransactionSigner } from './chain/keys/types.js';
import { setTimeout as pause } from 'node:timers/promises';
import { pino, type Logger } from 'pino';
import { signAuditHead } from '../activities/audit/sign-audit-head.js';
import { AdmittedChains } from '../activities/chains/admitted-chains.js';
import type { ActivityDependencies } from '../activities/dependencies.js';
import { cancelForClosedEndpoints } from '../activities/webhooks/cancel-for-closed-endpoints.js';
import { COMPARING_CLOCKS, compareClocks } from '../activities/operators/compare-clocks.js';
import { noteNeeds, tellOperators } from '../activities/operators/operator-notices.js';
import { judgeFailingEndpoints } from '../activities/webhooks/judge-endpoints.js';
import { createActivities, type ActivitiesByRole } from '../activities/index.js';
import { keepComparing } from '../activities/chains/keep-comparing.js';
import { endDueCheckouts } from '../activities/outbox/end-checkouts.js';
import { createRestart } from '../activities/outbox/restart-lost.js';
import { createSettleAhead } from '../activities/invoices/settle-ahead.js';
import { assertDepositXpub, pinsOf } from './chain/keys/deposit-address.js';
import { sweepKeysOf } from './chain/keys/keys.js';
import { openAuditKey, type AuditKey } from './chain/keys/audit-key.js';
import { openHotWallet } from './chain/keys/open-hot-wallet.js';
import { workerDeriverOf, workerXpubsOf } from './chain/keys/worker-xpubs.js';
import { createChainClient } from './chain/rpc/chain-client.js';
import { loadConfig, type WorkerConfig } from './config.js';
import { hintsAtStart } from './config/start-hints.js';
import { openDatabase, type Database } from './db/core/database.js';
import { pinXpubs } from './db/invoices/deposit-xpubs.js';
import { createSecretBox } from './db/core/secret-box.js';
import { serializeError } from './db/core/serialize-error.js';
import { ensureWallet } from './db/wallets/wallets.js';
import type { Chain } from './domain/core/asset.js';
import { keepTrying } from './temporal/keep-trying.js';
import { createOutboxDispatcher, type OutboxDispatcher } from './temporal/outbox-dispatcher.js';
import { ensureReconciliationSchedule } from './temporal/reconciliation-schedule.js';
import { installRuntime } from './temporal/runtime.js';
import { connectWorkers } from './temporal/worker-connection.js';
import { prepareWorkflowBundle } from './temporal/workflow-bundle.js';
import { createWorkflowStarter, type WorkflowStarter } from './temporal/workflow-starter.js';
import { runWorkers, type Workers } from './temporal/workers.js';
import { createResolveHost } from './webhooks/resolve-host.js';

const MAX_DATABASE_CONNECTIONS = 20;
const REDRIVE_INTERVAL_MS = 1_000;
/** A follower that an operator ended in Temporal's UI is started again within this time. */
const FOLLOWER_CHECK_INTERVAL_MS = 60_000;
const NOTING = { what: 'noting what needs an operator', everyMs: 10_000 };
const TELLING = { what: 'telling operators what needs them', everyMs: 10_000 };
/** How late the notice about a failing endpoint, or its disabling, may be. */
const JUDGE_INTERVAL_MS = 60_000;
/** How often the worker looks for workflows that are lost, or that somebody has stopped in Temporal's UI. */
const LOST_CHECK_INTERVAL_MS = 60_000;
/** How late the end of a checkout that nobody paid may be told. */
const END_CHECKOUTS_INTERVAL_MS = 1_000;
/** How soon after an endpoint was closed the cancelling of its deliveries begins. */
const CANCEL_INTERVAL_MS = 1_000;
/** How often a signing worker looks whether a head of the audit log is due. */
const HEAD_CHECK_INTERVAL_MS = 600_000;
/** The process ends after this time, whatever hangs. */
const DRAIN_LIMIT_MS = 20_000;

/** What every part of this process needs. */
interface Context {
  readonly config: WorkerConfig;
  readonly log: Logger;
  readonly db: Database;
  readonly chainClients: ReadonlyMap<string, ChainClient>;
  readonly admittedChains: AdmittedChains;
  readonly hotWallet: TransactionSigner | null;
  /** Null without a seed: only a seed gives the keys of deposit addresses. */
  readonly sweepKeys: SweepKeys | null;
  /** Signs heads of the audit log; null where no such key can be derived, and in workers that don't sign. */
  readonly auditKey: AuditKey | null;
  /** Aborted when the process has to end. */
  readonly stopping: AbortSignal;
}

function readConfig(): WorkerConfig {
  try {
    const config = loadConfig(process.env, { for: 'worker' });
    if (config.depositXpub !== null) assertDepositXpub(config.depositXpub);
    return config;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

/** Waits until the chain matches its configuration, and registers our wallets on it. */
async function prepareChain(context: Context, chain: Chain): Promise<void> {
  const { config, log, db, admittedChains, hotWallet, sweepKeys, stopping } = context;
  const { chainCode } = chain;
  // The role `core` reconciles, and for that it reads the chain.
  const reads = config.roles.includes('chain') || config.roles.includes('core') || hotWallet !== null;
  if (reads) await admittedChains.admit(chain);
  if (hotWallet === null) return;
  const registerWallets = async (): Promise<void> => {
    await ensureWallet(db, { chainCode, address: hotWallet.address });
    if (sweepKeys !== null)
      await ensureWallet(db, { chainCode, address: sweepKeys.wallet.address, role: 'sweep' });
  };
  await keepTrying(registerWallets, { what: 'registering our wallets', log, signal: stopping });
}

/**
 * Keeps the chain's RPCs compared in every process that reads the chain. The follower compares only in its own process.
 */
async function keepRpcsCompared(context: Context, { chainCode }: Chain): Promise<void> {
  const { config, log, db, chainClients, stopping } = context;
  const client = chainClients.get(chainCode);
  if (client === undefined || config.roles.every((role) => role === 'webhooks')) return;
  await keepComparing({ db, client, log }, stopping);
}

/** Creates the schedule that sweeps the chain regularly, even while this process is away. */
async function keepSweepSchedule(context: Context, starter: WorkflowStarter, chain: Chain): Promise<void> {
  const { log, stopping, config } = context;
  await keepTrying(() => starter.ensureSweepSchedule(chain, { everyMs: config.sweepIntervalMs }), {
    what: `scheduling the sweeps of ${chain.chainCode}`,
    log,
    signal: stopping,
  });
}

/**
 * Repeats the work as long as this process runs: it is retried until it succeeds, and then done again after the pause.
 */
async function keepDoing(
  { log, stopping }: Context,
  { what, everyMs }: { readonly what: string; readonly everyMs: number },
  work: () => Promise<void>,
): Promise<void> {
  for (;;) {
    await keepTrying(work, { what, log, signal: stopping });
    await pause(everyMs, undefined, { signal: stopping });
  }
}

/** Keeps one follower running for the chain. */
function keepFollower(context: Context, starter: WorkflowStarter, chain: Chain): Promise<void> {
  const what = `starting the follower of ${chain.chainCode}`;
  return keepDoing(context, { what, everyMs: FOLLOWER_CHECK_INTERVAL_MS }, () =>
    starter.ensureFollower(chain),
  );
}

/** Keeps failing endpoints judged: their merchants are notified, and they are disabled, on time. */
function keepJudging(context: Context, deps: ActivityDependencies): Promise<void> {
  const what = 'judging the webhook endpoints that fail';
  return keepDoing(context, { what, everyMs: JUDGE_INTERVAL_MS }, () => judgeFailingEndpoints(deps));
}

/** Keeps cancelling the deliveries that wait for closed endpoints. */
function keepCancelling(context: Context, deps: ActivityDependencies): Promise<void> {
  const what = 'cancelling the deliveries of closed webhook endpoints';
  return keepDoing(context, { what, everyMs: CANCEL_INTERVAL_MS }, () => cancelForClosedEndpoints(deps));
}

/** Keeps the audit log's heads signed, one a day. */
async function keepSigningHeads(context: Context, deps: ActivityDependencies): Promise<void> {
  const { auditKey, hotWallet, log } = context;
  if (auditKey === null) {
    if (hotWallet !== null)
      log.warn(
        'no head of the audit log is signed here: with a key in AWS KMS, SIGNER_DEPOSIT_MNEMONIC gives the key for it',
      );
    return;
  }
  const what = 'signing a head of the audit log';
  await keepDoing(context, { what, everyMs: HEAD_CHECK_INTERVAL_MS }, async () => {
    await signAuditHead(deps, auditKey);
  });
}

/** Keeps ending the checkouts whose time is over. More than one process does no harm. */
function keepEndingCheckouts(context: Context, deps: ActivityDependencies): Promise<void> {
  const what = 'ending the checkouts whose time is over';
  return keepDoing(context, { what, everyMs: END_CHECKOUTS_INTERVAL_MS }, () => endDueCheckouts(deps));
}

/** Keeps restarting lost and stopped workflows, whatever the roles of the worker. One process is enough, and more do no harm. */
function keepRestartingLost(
  context: Context,
  deps: ActivityDependencies,
  starter: WorkflowStarter,
): Promise<void> {
  const what = 'starting again workflows that are lost or were stopped';
  return keepDoing(context, { what, everyMs: LOST_CHECK_INTERVAL_MS }, createRestart(deps, starter));
}

function dependenciesOf(
  { config, log, db, admittedChains }: Context,
  dispatcher: () => OutboxDispatcher,
): ActivityDependencies {
  const { allowHttp, allowCidrs, dnsServers, retryDelaysMs, timeoutMs } = config.webhooks;
  return {
    db,
    chains: new Map(config.chains.map((chain) => [chain.chainCode, chain])),
    chainClient: (chainCode) => admittedChains.client(chainCode),
    depositAddress: workerDeriverOf(workerXpubsOf(config)),
    now: Date.now,
    log,
    refusedAfterMs: config.refusedAfterMs,
    webhooks: {
      policy: { allowHttp, allowCidrs },
      resolve: createResolveHost(dnsServers),
      retryDelaysMs,
      timeoutMs,
    },
    dispatchOutbox: () => {
      // This is not waited for: what an activity committed is done, even if Temporal cannot be told yet.
      void dispatcher().dispatchNow();
      return Promise.resolve();
    },
  };
}

/** Compares the xpubs with those in the books. The role `signer` alone sweeps, maybe with the seed of an earlier xpub. */
async function requirePinned({ config, db, log, stopping }: Context): Promise<void> {
  const xpubs = workerXpubsOf(config);
  if (xpubs === null || config.roles.every((role) => role === 'signer')) return;
  const what = 'comparing DEPOSIT_XPUB with the books';
  const refusal = await keepTrying(() => pinXpubs(db, pinsOf(xpubs)), { what, log, signal: stopping });
  if (refusal !== null) throw new Error(refusal);
}

function activitiesOf(
  { config, hotWallet, sweepKeys }: Context,
  deps: ActivityDependencies,
): ActivitiesByRole {
  const { secretsKeys, signer, localMode } = config;
  const box = secretsKeys === null ? null : createSecretBox(...secretsKeys);
  if (hotWallet === null || signer === null) return createActivities(deps, { secretBox: box, signer: null });
  const { limits, approvers, memoryFile, defaultMemoryFile } = signer;
  const believed = { limits, approvers, localMode };
  const swept = sweepKeys === null ? {} : { sweepKeys };
  return createActivities(deps, {
    secretBox: box,
    signer: { hotWallet, ...believed, memoryFile, defaultMemoryFile, ...swept },
  });
}

function rolesOf(config: WorkerConfig, activities: ActivitiesByRole): ReadonlyMap<WorkerRole, object> {
  const roles = new Map<WorkerRole, object>();
  for (const role of config.roles) {
    const activitiesOfRole = activities[role];
    if (activitiesOfRole !== null) roles.set(role, activitiesOfRole);
  }
  return roles;
}

/** Runs until `stopping` is aborted, then drains. */
async function run(context: Context): Promise<void> {
  const { config, log, db, stopping } = context;
  const workflowBundle = await prepareWorkflowBundle();
  const { connection, client } = await keepTrying(() => connectWorkers(config.temporal), {
    what: `connecting to Temporal at ${config.temporal.address}`,
    log,
    signal: stopping,
  });
  await requirePinned(context);
  const deps = dependenciesOf(context, () => dispatcher);
  const starter = createWorkflowStarter(client, {
    log,
    maxAttempts: config.webhooks.retryDelaysMs.length,
    startDeliveriesEagerly: config.roles.includes('webhooks'),
    chains: deps.chains,
  });
  const startDeliveries = (): Promise<void> => dispatcher.startDeliveries();
  const settleAhead = createSettleAhead({ ...deps, startDeliveries });
  const dispatch: WorkflowStarter['dispatch'] = async (q, targets) => {
    // In the workers that read blocks: a block may pay many invoices at once.
    if (config.roles.includes('chain')) await settleAhead(targets);
    return starter.dispatch(q, targets);
  };
  const dispatcher = createOutboxDispatcher({ db, starter: { dispatch }, log });
  const workers = runWorkers({
    connection,
    namespace: config.temporal.namespace,
    workflowBundle,
    roles: rolesOf(config, activitiesOf(context, deps)),
    chainCount: config.chains.length,
    log,
  });
  try {
    dispatcher.startRedrive({ intervalMs: REDRIVE_INTERVAL_MS });
    const keepSchedules = (): Promise<void> => ensureReconciliationSchedule(client);
    await Promise.race([work(context, { starter, workers, keepSchedules, deps }), untilAborted(stopping)]);
  } finally {
    log.info('stopping: accepts no more work and finishes what is under way');
    await workers.stop();
    await dispatcher.stop();
    await connection.close();
  }
}

async function work(
  context: Context,
  {
    starter,
    workers,
    keepSchedules,
    deps,
  }: {
    starter: WorkflowStarter;
    workers: Workers;
    keepSchedules: () => Promise<void>;
    deps: ActivityDependencies;
  },
): Promise<void> {
  const { config, log, hotWallet, sweepKeys, auditKey } = context;
  await workers.ready;
  const wallets = { hotWallet: hotWallet?.address ?? null, sweepWallet: sweepKeys?.wallet.address ?? null };
  const auditSigner = auditKey?.address ?? null;
  log.info({ roles: config.roles, ...wallets, auditSigner }, 'worker runs');
  process.send?.({ ready: true });
  await Promise.all([
    config.roles.includes('core')
      ? keepTrying(keepSchedules, { what: 'making the schedules', log, signal: context.stopping })
      : null,
    config.roles.includes('core') ? keepEndingCheckouts(context, deps) : null,
    config.roles.includes('core') ? keepDoing(context, NOTING, () => noteNeeds(deps)) : null,
    keepDoing(context, TELLING, () => tellOperators(deps, config.notify)),
    keepDoing(context, COMPARING_CLOCKS, () => compareClocks(deps)),
    config.roles.includes('webhooks') ? keepJudging(context, deps) : null,
    config.roles.includes('webhooks') ? keepCancelling(context, deps) : null,
    keepRestartingLost(context, deps, starter),
    keepSigningHeads(context, deps),
    ...config.chains.map(async (chain) => {
      await prepareChain(context, chain);
      await Promise.all([
        keepRpcsCompared(context, chain),
        config.roles.includes('signer') ? keepSweepSchedule(context, starter, chain) : undefined,
        config.roles.includes('chain') ? keepFollower(context, starter, chain) : undefined,
      ]);
    }),
  ]);
  await untilAborted(context.stopping);
}

/** Resolves when the signal is aborted. */
function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Returns a signal that is aborted at the first process signal, or when the parent process is gone. */
function stopOnSignals(log: Logger): AbortSignal {
  const stopping = new AbortController();
  const stop = (why: string): void => {
    // Ctrl-C arrives twice, from the terminal and from npm. The drain has a time limit, so later signals change
    // nothing.
    if (stopping.signal.aborted) return;
    log.info({ why }, 'stopping');
    stopping.abort();
    setTimeout(() => {
      log.error('the drain took too long; ending by force');
      process.exit(1);
    }, DRAIN_LIMIT_MS).unref();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.once('disconnect', () => stop('the parent process is gone'));
  return stopping.signal;
}

async function main(): Promise<void> {
  const config = readConfig();
  const log = pino({ name: 'worker', level: config.logLevel, serializers: { err: serializeError } });
  for (const hint of hintsAtStart(config)) log.warn(hint);
  const stopping = stopOnSignals(log);
  installRuntime(log);
  const db = openDatabase({ url: config.databaseUrl, maxConnections: MAX_DATABASE_CONNECTIONS });
  const chainClients = new Map(
    config.chains.map((chain) => [chain.chainCode, createChainClient(chain, { log })] as const),
  );
  try {
    const { signer } = config;
    const hotWallet = signer === null ? null : await openHotWallet(signer.hotWallet);
    const depositMnemonic = signer?.depositMnemonic ?? null;
    const sweepKeys = depositMnemonic === null ? null : sweepKeysOf(depositMnemonic);
    const auditKey = signer === null ? null : await openAuditKey(signer.hotWallet, depositMnemonic);
    const admittedChains = new AdmittedChains({ clients: chainClients, db, log, signal: stopping });
    await run({ config, log, db, chainClients, admittedChains, hotWallet, sweepKeys, auditKey, stopping });
  } catch (error) {
    if (!stopping.aborted) {
      log.fatal({ err: error }, 'the worker ends');
      process.exitCode = 1;
    }
  } finally {
    await Promise.all([...chainClients.values()].map((client) => client.close()));
    await db.destroy();
  }
}

await main();
// Everything of ours is closed. Open handles of libraries must not keep the process alive.
process.exit();
