import { userInfo } from 'node:os';
import { Command } from 'commander';
import { loadConfig, type CliConfig } from '../config.js';
import type { Environment } from '../config/environment-reader.js';
import { readInstanceFile } from '../config/instance-file.js';
import type { ChainClient } from '../chain/rpc/types.js';
import { openDatabase, type Database } from '../db/core/database.js';
import { listXpubPins } from '../db/invoices/deposit-xpubs.js';
import { createSecretBox } from '../db/core/secret-box.js';
import { recordEvent } from '../db/webhooks/events.js';
import type { Chain } from '../domain/core/asset.js';
import type { DepositXpubs } from '../chain/keys/deposit-address.js';
import { printable } from '../domain/core/printable.js';
import { whyNotPinned } from '../domain/invoices/pinned-xpubs.js';
import type { DeriveDeposit } from '../domain/invoices/proven-deposit.js';
import { createPatientClient } from '../client/patient-client.js';
import { findSecret } from '../local/secrets.js';
import type { CliContext, Result, Run, RunAlone } from './command.js';
import { registerApiKeyApprove } from './commands/api-key-approve.js';
import { registerApiKeyCreate } from './commands/api-key-create.js';
import { registerApiKeyList } from './commands/api-key-list.js';
import { registerAssetFreeze } from './commands/asset-freeze.js';
import { registerAssetFrozen } from './commands/asset-frozen.js';
import { registerAssetRelease } from './commands/asset-release.js';
import { registerAttention } from './commands/attention.js';
import { registerAuditVerify } from './commands/audit-verify.js';
import { registerChainResume } from './commands/chain-resume.js';
import { registerChainStatus } from './commands/chain-status.js';
import { registerCompletion } from './commands/completion.js';
import { registerDeliveryList } from './commands/delivery-list.js';
import { registerDeliveryRedeliver } from './commands/delivery-redeliver.js';
import { registerDeliveryShow } from './commands/delivery-show.js';
import { registerEndpointList } from './commands/endpoint-list.js';
import { registerInvoiceList } from './commands/invoice-list.js';
import { registerInvoiceShow } from './commands/invoice-show.js';
import { registerKeystoreAddress } from './commands/keystore-address.js';
import { registerKeystoreCreate } from './commands/keystore-create.js';
import { registerListen } from './commands/listen.js';
import {
  registerMemberCreate,
  registerMemberInvite,
  registerMemberReset,
  registerMemberResetFactors,
} from './commands/member.js';
import { registerMerchantCreate } from './commands/merchant-create.js';
import { registerMerchantList } from './commands/merchant-list.js';
import { registerMerchantUpdate } from './commands/merchant-update.js';
import { registerMigrate } from './commands/migrate.js';
import { registerNotifyTest } from './commands/notify-test.js';
import { registerOperatorApproverAdd, registerOperatorApproverRemove } from './commands/operator-approver.js';
import { registerOperatorCreate } from './commands/operator-create.js';
import { registerOperatorDisable } from './commands/operator-disable.js';
import { registerOperatorKeyCreate } from './commands/operator-key-create.js';
import { registerOperatorKeyUpdate } from './commands/operator-key-update.js';
import { registerOperatorList } from './commands/operator-list.js';
import { registerPay } from './commands/pay.js';
import { registerPolicyConfirm, registerPolicyList, registerPolicyStop } from './commands/policy-change.js';
import { registerReconcile } from './commands/reconcile.js';
import { registerSecretsRotate } from './commands/secrets-rotate.js';
import { registerSweep } from './commands/sweep.js';
import { registerXpubRotate } from './commands/xpub-rotate.js';
import { registerWithdrawalApprove } from './commands/withdrawal-approve.js';
import { registerWithdrawalList } from './commands/withdrawal-list.js';
import { registerWithdrawalReject } from './commands/withdrawal-reject.js';
import { registerWithdrawalSettle } from './commands/withdrawal-settle.js';
import { registerWithdrawalShow } from './commands/withdrawal-show.js';
import { registerWithdrawalStop } from './commands/withdrawal-stop.js';
import { explainError } from './explain-error.js';
import type { ApiAccess } from './listen/listen.js';
import { tellTerminal } from './tell-terminal.js';
import { formatResult, takesColours, type ListStyle } from './print.js';

const DEFAULT_DATA_DIR = '.quittance';

function dataDirOf(env: Environment): string {
  return (env['DATA_DIR'] ?? '').trim() || DEFAULT_DATA_DIR;
}

/** Returns the environment. If DATABASE_URL is not set, the variables of the instance in `DATA_DIR` are added. */
function findEnvironment(env: Environment): Environment {
  if ((env['DATABASE_URL'] ?? '').trim() !== '') return env;
  const dataDir = dataDirOf(env);
  const instance = readInstanceFile(dataDir);
  if (instance === undefined) {
    throw new Error(
      `DATABASE_URL is not set, and no instance was ever started in ${dataDir}. ` +
        'Run npm start first, set DATA_DIR to the folder of an instance, or set DATABASE_URL.',
    );
  }
  return { ...env, ...instance };
}

/**
 * Returns access to the API at `QUITTANCE_URL` with the merchant's key in `QUITTANCE_KEY`. If no URL is set, the
 * instance in `DATA_DIR` is used, with the key of its demo merchant. The demo key is sent nowhere else.
 */
function findApiAccess(): ApiAccess {
  const { env } = process;
  const isSet = (name: string): boolean => (env[name] ?? '').trim() !== '';
  const dataDir = dataDirOf(env);
  const demo = isSet('QUITTANCE_URL') ? undefined : findSecret({ dataDir, name: 'demo-merchant.json' });
  const found = {
    QUITTANCE_URL: readInstanceFile(dataDir)?.PUBLIC_BASE_URL,
    QUITTANCE_KEY: demo === undefined ? undefined : (JSON.parse(demo) as { apiKey: string }).apiKey,
  };
  const given = Object.fromEntries(
    Object.keys(found).flatMap((name) => (isSet(name) ? [[name, env[name]]] : [])),
  );
  const { baseUrl, apiKey } = loadConfig({ ...found, ...given }, { for: 'merchant' });
  return {
    baseUrl,
    open: (signal, onAway) =>
      createPatientClient({ baseUrl, apiKey, signal, ...(onAway === undefined ? {} : { onAway }) }),
  };
}

/**
 * Returns the name of the account from the operating system. Unlike $USER, the user cannot set it. An account without a
 * name is shown by its number.
 */
function accountName(): string | null {
  try {
    return userInfo().username;
  } catch {
    const uid = process.getuid?.();
    return uid === undefined ? null : `uid ${uid}`;
  }
}

function openContext(config: CliConfig, db: Database): CliContext {
  const findChains = (): ReadonlyMap<string, Chain> =>
    new Map((config.chains ?? []).map((chain) => [chain.chainCode, chain]));
  const getChains = (): ReadonlyMap<string, Chain> => {
    if (config.chains !== null) return findChains();
    throw new Error('This command needs the chains: set CHAINS_FILE to the file that the API reads.');
  };
  const actor = { kind: 'cli', id: config.actor ?? accountName(), ip: null } as const;
  const { policyDelayMs } = config;
  return {
    db,
    findChains,
    getChains,
    getDepositXpubs: () => depositXpubsOf(config),
    getDepositDeriver: () => loadDepositDeriver(config, db),
    getSecretBox: () => {
      if (config.secretsKeys === null) {
        const here = config.localMode
          ? ` npm start keeps its key in ${config.dataDir}/secrets/secrets-key.`
          : '';
        throw new Error(
          `This command encrypts secrets: set SECRETS_KEY and SECRETS_KEY_PREVIOUS as for the API.${here}`,
        );
      }
      return createSecretBox(...config.secretsKeys);
    },
    publicBaseUrl: config.publicBaseUrl,
    adminBaseUrl: config.adminBaseUrl,
    actor,
    policyOrder: () => ({ actor, nowMs: Date.now(), policyDelayMs, tell: recordEvent, givenWith: null }),
    reconcile: (onStart) => reconcileFully(config, { db, chains: getChains(), onStart }),
    verifyAuditLog: async (kept) => {
      const { verifyAuditLog } = await import('../../activities/audit/verify-audit-log.js');
      return verifyAuditLog(db, { isWhole: true, ...(kept === undefined ? {} : { kept }) });
    },
    dispatchOutbox: () => dispatchOutbox(config, db),
    payAsCustomer: async (payment) => {
      if (!config.localMode)
        throw new Error('This command pays as a customer. It works in local mode only (npm start).');
      const { playCustomer } = await import('../local/customer.js');
      return playCustomer(payment);
    },
    sweepNow: (chainCode) => sweepNow(config, chainCode),
  };
}

function depositXpubsOf({ depositXpub, depositXpubEarlier }: CliConfig): DepositXpubs {
  if (depositXpub === null)
    throw new Error(
      'This command derives deposit addresses: set DEPOSIT_XPUB as for the API, and after a rotation DEPOSIT_XPUB_EARLIER.',
    );
  return { newest: depositXpub, earlier: depositXpubEarlier };
}

async function loadDepositDeriver(config: CliConfig, db: Database): Promise<DeriveDeposit> {
  const { newest, earlier } = depositXpubsOf(config);
  const { createDepositDeriver, pinsOf } = await import('../chain/keys/deposit-address.js');
  const pinned = await listXpubPins(db);
  // If no xpub is pinned yet, nothing is compared. The first process of the service pins it, not a command.
  const refusal = pinned.length === 0 ? null : whyNotPinned(pinsOf({ newest, earlier }), pinned);
  if (refusal !== null) throw new Error(refusal);
  return createDepositDeriver(newest, earlier);
}

async function reconcileFully(
  config: CliConfig,
  {
    db,
    chains,
    onStart,
  }: {
    db: Database;
    chains: ReadonlyMap<string, Chain>;
    onStart: Parameters<CliContext['reconcile']>[0];
  },
): ReturnType<CliContext['reconcile']> {
  const [{ pino }, { createChainClient }, { reconcile }] = await Promise.all([
    import('pino'),
    import('../chain/rpc/chain-client.js'),
    import('../../activities/reconciliation/reconciliation-activities.js'),
  ]);
  const depositAddress = await loadDepositDeriver(config, db);
  const log = pino({ name: 'cli', level: config.logLevel }, pino.destination(process.stderr.fd));
  const clients = new Map(
    [...chains.values()].map((chain) => [chain.chainCode, createChainClient(chain, { log })] as const),
  );
  const chainClient = (chainCode: string): ChainClient => {
    const client = clients.get(chainCode);
    if (client === undefined) throw new Error(`Chain ${chainCode} is not in CHAINS_FILE`);
    return client;
  };
  try {
    const deps = { db, chains, chainClient, depositAddress, now: Date.now, log };
    const { signal } = new AbortController();
    return await reconcile(deps, { origin: 'cli', isFull: true, signal, onStart });
  } finally {
    await Promise.all([...clients.values()].map((client) => client.close()));
  }
}

async function dispatchOutbox(
  { temporal, logLevel, webhookAttempts, chains }: CliConfig,
  db: Database,
): Promise<void> {
  if (temporal === null) return;
  // These modules are loaded on demand. Most commands use only the database, and start twice as fast without them.
  const [{ pino }, { checkTemporal, openClient }, { createOutboxDispatcher }, { createWorkflowStarter }] =
    await Promise.all([
      import('pino'),
      import('../temporal/connection.js'),
      import('../temporal/outbox-dispatcher.js'),
      import('../temporal/workflow-starter.js'),
    ]);
  const log = pino({ name: 'cli', level: logLevel }, pino.destination(process.stderr.fd));
  const client = openClient(temporal);
  try {
    await checkTemporal(client);
    const starter = createWorkflowStarter(client, {
      log,
      maxAttempts: webhookAttempts,
      startDeliveriesEagerly: false,
      chains: new Map((chains ?? []).map((chain) => [chain.chainCode, chain])),
    });
    await createOutboxDispatcher({ db, starter, log }).dispatchNow();
  } catch {
    tellTerminal('Temporal does not answer. The workers will send this to it later.');
  } finally {
    await client.connection.close();
  }
}

async function sweepNow({ temporal }: CliConfig, chainCode: string): Promise<void> {
  if (temporal === null)
    throw new Error('This command starts a workflow: set TEMPORAL_ADDRESS as for the workers.');
  const [connection, schedule] = await Promise.all([
    import('../temporal/connection.js'),
    import('../temporal/sweep-schedule.js'),
  ]);
  const client = connection.openClient(temporal);
  try {
    await connection.checkTemporal(client);
    await schedule.sweepNow(client, chainCode);
  } finally {
    await client.connection.close();
  }
}

const run: Run = ({ json, wide }, work, columns) =>
  runOn(readConfig(), { work, shown: { json, wide, columns } });

/** Runs a command that writes into the audit log. With `CLI_ORDERS=off`, it is refused before anything is opened. */
const order: Run = async ({ json }, work) => {
  const config = readConfig();
  if (!config.takesOrders) {
    throw new Error(
      'Orders at the command line are switched off (CLI_ORDERS=off). ' +
        "Give this order through the API, with an operator's key. " +
        'The API does not rotate secrets or the xpub. To do that, set CLI_ORDERS=on for that command only.',
    );
  }
  await runOn(config, { work, shown: { json } });
};

const readConfig = (): CliConfig => loadConfig(findEnvironment(process.env), { for: 'cli' });

async function runOn(
  config: CliConfig,
  { work, shown }: { work: Parameters<Run>[1]; shown: Shown },
): Promise<void> {
  const db = openDatabase({ url: config.databaseUrl, maxConnections: 2 });
  try {
    print(await work(openContext(config, db)), shown);
  } finally {
    await db.destroy();
  }
}

const runAlone: RunAlone = async ({ json }, work) => {
  print(await work(), { json });
};

type Shown = ListStyle & { readonly json?: boolean | undefined };

function print(result: Result, { json = false, ...style }: Shown): void {
  const { stdout } = process;
  // Some terminals report zero columns.
  const terminal = { width: stdout.columns || undefined, hasColours: takesColours(stdout, process.env) };
  stdout.write(`${json ? printable(JSON.stringify(result)) : formatResult(result, terminal, style)}\n`);
}

function buildProgram(): Command {
  const program = new Command('quittance').description('Commands for a Quittance instance');
  registerMigrate(program, run);
  registerAttention(program, run);
  const merchant = program.command('merchant').description('merchants');
  registerMerchantCreate(merchant, order);
  registerMerchantList(merchant, run);
  registerMerchantUpdate(merchant, order);
  const apiKey = program.command('api-key').description("merchants' API keys");
  registerApiKeyCreate(apiKey, order);
  registerApiKeyApprove(apiKey, order);
  registerApiKeyList(apiKey, run);
  const operator = program.command('operator').description('operators');
  registerOperatorCreate(operator, order);
  registerOperatorList(operator, run);
  registerOperatorDisable(operator, order);
  const operatorKey = operator.command('key').description("operators' API keys");
  registerOperatorKeyCreate(operatorKey, order);
  registerOperatorKeyUpdate(operatorKey, order);
  const approver = operator.command('approver').description('addresses that operators sign approvals with');
  registerOperatorApproverAdd(approver, order);
  registerOperatorApproverRemove(approver, order);
  const member = program.command('member').description('people who sign in on the pages');
  registerMemberCreate(member, order);
  registerMemberInvite(member, order);
  registerMemberReset(member, order);
  registerMemberResetFactors(member, order);
  const policy = program.command('policy').description('changes that loosen a policy');
  registerPolicyList(policy, run);
  registerPolicyConfirm(policy, order);
  registerPolicyStop(policy, order);
  const withdrawal = program.command('withdrawal').description('withdrawals');
  registerWithdrawalList(withdrawal, run);
  registerWithdrawalShow(withdrawal, run);
  registerWithdrawalApprove(withdrawal, order);
  registerWithdrawalReject(withdrawal, order);
  registerWithdrawalStop(withdrawal, order);
  registerWithdrawalSettle(withdrawal, order);
  const invoice = program.command('invoice').description('invoices');
  registerInvoiceList(invoice, run);
  registerInvoiceShow(invoice, run);
  registerEndpointList(program.command('endpoint').description('webhook endpoints'), run);
  const delivery = program.command('delivery').description('webhook deliveries');
  registerDeliveryList(delivery, run);
  registerDeliveryShow(delivery, run);
  registerDeliveryRedeliver(delivery, order);
  const chain = program.command('chain').description('chains');
  registerChainStatus(chain, run);
  registerChainResume(chain, order);
  const asset = program.command('asset').description("assets' withdrawals");
  registerAssetFrozen(asset, run);
  registerAssetFreeze(asset, order);
  registerAssetRelease(asset, order);
  const keystore = program.command('keystore').description("the signing worker's key in an encrypted file");
  registerKeystoreCreate(keystore, runAlone);
  registerKeystoreAddress(keystore, runAlone);
  registerSecretsRotate(program.command('secrets').description('secrets in the database'), order);
  registerAuditVerify(program.command('audit').description('the audit log'), run);
  registerXpubRotate(program.command('xpub').description('the key of the deposit addresses'), order);
  registerNotifyTest(program.command('notify').description('notices to operators'), run);
  registerReconcile(program, order);
  registerListen(program, findApiAccess);
  registerPay(program, run);
  registerSweep(program, order);
  registerCompletion(program);
  return program;
}

try {
  await buildProgram().parseAsync();
} catch (error) {
  for (const line of explainError(error).split('\n')) tellTerminal(line);
  process.exitCode = 1;
}
