import path from 'node:path';
import { WORKER_ROLES, type WorkerRole } from './domain/core/worker-roles.js';
import { DEFAULT_RETRY_DELAYS_MS } from './domain/webhooks/webhook-schedule.js';
import type { HotWalletKey } from './chain/keys/open-hot-wallet.js';
import type { Chain } from './domain/core/asset.js';
import type { RateLimitOverrides } from './domain/merchants/rate-limits.js';
import { VARIABLES, type ValueOf, type VariableName } from './config/variables.js';
import { EnvironmentReader, type Environment } from './config/environment-reader.js';
import {
  readApiListeners,
  readMetricsListener,
  readStartListeners,
  type ApiListeners,
  type MetricsListener,
  type StartListeners,
} from './config/listeners.js';
import { readAdminBaseUrl, readOperatorAccess, type OperatorAccess } from './config/operator-access.js';
import { readRates, type RateConfig } from './config/rate-config.js';
import { readSignerApprovers } from './config/signer-approvers.js';
import { readChainsOfStart, readLocalMode, requireSecondRpcs, type LocalMode } from './config/local-mode.js';
import { requireGuards } from './config/signer-guards.js';
import { readSignerLimits } from './config/signer-limits.js';
import { SIGNER_WORKER_VARIABLES } from './config/signer-variables.js';
import { readSecretsKeys, refuseSecretsKeys, type SecretsKeys } from './config/secrets-keys.js';
import { readNotify } from './config/notify.js';
import { readWebhooks, type WebhookConfig } from './config/webhook-config.js';
import type { SignerLimits } from './domain/wallets/signer-limits.js';
import type { SignerApprovers } from './domain/withdrawals/required-signatures.js';

export interface TemporalConfig {
  /** host:port */
  readonly address: string;
  readonly namespace: string;
  readonly apiKey: string | null;
  /** null: without TLS. Certificates and key as PEM text. */
  readonly tls: {
    readonly serverName: string | null;
    readonly serverCaPem: string | null;
    readonly clientCertPem: string | null;
    readonly clientKeyPem: string | null;
  } | null;
}

/** The settings that every process reads. */
export interface BaseConfig extends LocalMode {
  readonly databaseUrl: string;
  readonly logLevel: ValueOf<'LOG_LEVEL'>;
  readonly dataDir: string;
  /** The xpubs before `xpub rotate`, by rising index. */
  readonly depositXpubEarlier: ValueOf<'DEPOSIT_XPUB_EARLIER'>;
}

interface ServiceConfig extends BaseConfig, MetricsListener {
  readonly temporal: TemporalConfig;
  readonly redisUrl: string | null;
  readonly chains: readonly Chain[];
  readonly webhooks: WebhookConfig;
}

export interface ApiConfig extends ServiceConfig, ApiListeners, OperatorAccess {
  readonly secretsKeys: SecretsKeys;
  /** Without a trailing slash. */
  readonly publicBaseUrl: string;
  /** Where operators look at workflows, without a trailing slash; null: the console links to none. */
  readonly temporalUiUrl: string | null;
  /** Express's `trust proxy`; null: no proxy is trusted. */
  readonly trustProxy: number | readonly string[] | null;
  readonly depositXpub: string;
  readonly toleranceBps: number;
  /** False: an invoice on a halted chain is refused. */
  readonly takesInvoicesWhileHalted: boolean;
  /** How long a change waits that loosens a policy, in ms. */
  readonly policyDelayMs: number;
  /** How long a change waits that loosens a whitelist of withdrawal addresses, in ms. */
  readonly whitelistDelayMs: number;
  /** How many webhook endpoints a merchant may have. */
  readonly webhookEndpointsMax: number;
  readonly rates: RateConfig;
  readonly rateLimits: RateLimitOverrides;
}

/** Where the signing keys come from, what the signer may pay at most, and who has to sign for it. */
export interface SignerConfig {
  readonly hotWallet: HotWalletKey;
  /** The seed of the deposit addresses; null: they are not swept. */
  readonly depositMnemonic: string | null;
  readonly limits: SignerLimits;
  readonly approvers: SignerApprovers | null;
  /** Where it keeps what it has signed; null: where nobody has said. */
  readonly memoryFile: string | null;
  /** Where it keeps that then. Null without approvers: in its memory alone. */
  readonly defaultMemoryFile: string | null;
}

export interface WorkerConfig extends ServiceConfig {
  readonly roles: readonly WorkerRole[];
  /** Null where it is not set: in a worker with the role `signer` alone, or with the seed of the deposits. */
  readonly depositXpub: string | null;
  /** Null in every worker without the role `signer`. */
  readonly signer: SignerConfig | null;
  /** Null in every worker without the role `webhooks`. */
  readonly secretsKeys: SecretsKeys | null;
  /** How often deposit addresses are swept, in ms. */
  readonly sweepIntervalMs: number;
  /** How long the chain refuses a payment until its withdrawal is given up, in ms. */
  readonly refusedAfterMs: number;
  /** Where operators are told of what needs them. Null: nowhere, and in every worker without the role `webhooks`. */
  readonly notify: ReturnType<typeof readNotify>;
}

export interface CliConfig extends BaseConfig {
  /** Null: only the workers dispatch orders. */
  readonly temporal: TemporalConfig | null;
  /** Null: commands that show amounts or addresses say that it is missing. */
  readonly chains: readonly Chain[] | null;
  /** Null: commands that show deposit addresses say that it is missing. */
  readonly depositXpub: string | null;
  /** Null: the command that seals secrets again says that they are missing. */
  readonly secretsKeys: SecretsKeys | null;
  readonly publicBaseUrl: string;
  /** Where operators open the console. */
  readonly adminBaseUrl: string;
  /** How many attempts a webhook gets. */
  readonly webhookAttempts: number;
  /** Whether commands may decide about money, keys and chains. */
  readonly takesOrders: boolean;
  /** Who gives the orders, as they say themselves; null: the account that runs the command. */
  readonly actor: string | null;
  /** How long a change waits that loosens a policy, in ms. */
  readonly policyDelayMs: number;
}

/** How a merchant's command reaches the API; `baseUrl` without a trailing slash. */
export type MerchantConfig = Readonly<Record<'baseUrl' | 'apiKey', string>>;

/** What `npm start` was given. It embeds, generates or chooses what is null. */
export interface StartConfig extends StartListeners {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly temporal: TemporalConfig | null;
  readonly chains: readonly Chain[] | null;
  /** The chains whose RPCs are not on this machine: with them local mode loosens nothing. */
  readonly chainsElsewhere: readonly string[];
  readonly signerMnemonic: string | null;
  /** Without a trailing slash. */
  readonly publicBaseUrl: string | null;
}

/** Lists every mistake in the environment at once. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(
      `The environment has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}:\n${mistakes.map((mistake) => `  ${mistake.replaceAll('\n', '\n    ')}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.mistakes = mistakes;
  }
}

const VARIABLE_NAMES = Object.keys(VARIABLES) as VariableName[];
const SIGNER_VARIABLES = Object.keys(SIGNER_WORKER_VARIABLES) as (keyof typeof SIGNER_WORKER_VARIABLES)[];
/** Exactly one of these says where the hot wallet's key is. */
const HOT_WALLET_KEYS = ['SIGNER_MNEMONIC', 'SIGNER_KEYSTORE_FILE', 'SIGNER_KMS_KEY_ID'] as const;
/** Those that `npm start` passes on to its worker. */
const GIVEN_TO_START: readonly VariableName[] = [
  ...(['SIGNER_MNEMONIC', 'SIGNER_LIMITS', 'SIGNER_APPROVERS', 'SIGNER_APPROVALS'] as const),
  'SIGNER_MEMORY_FILE',
];
const KEYSTORE_PASSWORDS = ['SIGNER_KEYSTORE_PASSWORD', 'SIGNER_KEYSTORE_PASSWORD_FILE'] as const;

function readDataDir(env: EnvironmentReader): string {
  return env.find('DATA_DIR') ?? '.quittance';
}

function readBase(env: EnvironmentReader): BaseConfig {
  return {
    databaseUrl: env.get('DATABASE_URL'),
    logLevel: env.find('LOG_LEVEL') ?? 'info',
    dataDir: readDataDir(env),
    ...readLocalMode(env),
    depositXpubEarlier: env.find('DEPOSIT_XPUB_EARLIER') ?? [],
  };
}

function readTemporal(env: EnvironmentReader): TemporalConfig {
  const clientCertPem = env.find('TEMPORAL_TLS_CLIENT_CERT_PATH') ?? null;
  const clientKeyPem = env.find('TEMPORAL_TLS_CLIENT_KEY_PATH') ?? null;
  if (env.isSet('TEMPORAL_TLS_CLIENT_CERT_PATH') !== env.isSet('TEMPORAL_TLS_CLIENT_KEY_PATH')) {
    env.mistakes.add(
      'TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH: expected both or neither',
    );
  }
  const tls = {
    serverName: env.find('TEMPORAL_TLS_SERVER_NAME') ?? null,
    serverCaPem: env.find('TEMPORAL_TLS_SERVER_CA_CERT_PATH') ?? null,
    clientCertPem,
    clientKeyPem,
  };
  const apiKey = env.find('TEMPORAL_API_KEY') ?? null;
  // As in Temporal's own clients: certificates or an API key mean TLS unless it is switched off.
  const usesTls =
    env.find('TEMPORAL_TLS') ?? (apiKey !== null || Object.values(tls).some((part) => part !== null));
  return {
    address: env.get('TEMPORAL_ADDRESS'),
    namespace: env.find('TEMPORAL_NAMESPACE') ?? 'default',
    apiKey,
    tls: usesTls ? tls : null,
  };
}

function readService(env: EnvironmentReader): ServiceConfig {
  const base = readBase(env);
  if (!base.localMode) requireSecondRpcs(env, env.find('CHAINS_FILE') ?? []);
  return {
    ...base,
    ...readMetricsListener(env),
    temporal: readTemporal(env),
    redisUrl: env.find('REDIS_URL') ?? null,
    chains: env.get('CHAINS_FILE'),
    webhooks: readWebhooks(env, base),
  };
}

function readPublicBaseUrl(env: EnvironmentReader): string {
  return env.find('PUBLIC_BASE_URL') ?? `http://localhost:${env.find('PORT') ?? 3000}`;
}

function readApi(env: EnvironmentReader): ApiConfig {
  for (const name of SIGNER_VARIABLES)
    env.refuse(name, 'must not be set for the API; give it to the signing worker only');
  return {
    ...readService(env),
    ...readApiListeners(env),
    ...readOperatorAccess(env, readPublicBaseUrl(env)),
    secretsKeys: readSecretsKeys(env),
    publicBaseUrl: readPublicBaseUrl(env),
    temporalUiUrl: env.find('TEMPORAL_UI_URL') ?? null,
    trustProxy: env.find('TRUST_PROXY') ?? null,
    depositXpub: env.get('DEPOSIT_XPUB'),
    toleranceBps: env.find('TOLERANCE_BPS') ?? 50,
    takesInvoicesWhileHalted: env.find('INVOICES_WHILE_HALTED') ?? true,
    policyDelayMs: readPolicyDelay(env),
    whitelistDelayMs: env.find('WHITELIST_DELAY') ?? readPolicyDelay(env),
    webhookEndpointsMax: env.find('WEBHOOK_ENDPOINTS_MAX') ?? 100,
    rates: readRates(env),
    rateLimits: env.find('RATE_LIMITS') ?? {},
  };
}

/** Reads how long a change waits that loosens a policy, in ms: a day, and nothing in local mode, unless it is set. */
function readPolicyDelay(env: EnvironmentReader): number {
  return env.find('POLICY_DELAY') ?? (readLocalMode(env).localMode ? 0 : 86_400_000);
}

/** Reads a variable about the configured assets. Null: it is not set, or has a mistake. */
function readOfAssets<N extends 'SIGNER_LIMITS' | 'SIGNER_APPROVERS', T>(
  env: EnvironmentReader,
  name: N,
  read: (written: ValueOf<N>, chains: readonly Chain[]) => T,
): T | null {
  const [written, chains] = [env.find(name), env.find('CHAINS_FILE')];
  if (written === undefined || chains === undefined) return null;
  try {
    return read(written, chains);
  } catch (error) {
    env.mistakes.add(`${name}: ${(error as Error).message}`);
    return null;
  }
}

function readSigner(env: EnvironmentReader): SignerConfig {
  if (HOT_WALLET_KEYS.filter((name) => env.isSet(name)).length !== 1) {
    env.mistakes.add(
      `${HOT_WALLET_KEYS.join(', ')}: expected exactly one of them in a worker with the role signer`,
    );
  }
  requireGuards(env, readLocalMode(env).localMode);
  const mnemonic = env.find('SIGNER_MNEMONIC');
  if (mnemonic !== undefined)
    env.refuse(
      'SIGNER_DEPOSIT_MNEMONIC',
      'deposit addresses are derived from SIGNER_MNEMONIC, which is set; unset one of them',
    );
  return {
    hotWallet: readHotWalletKey(env),
    depositMnemonic: mnemonic ?? env.find('SIGNER_DEPOSIT_MNEMONIC') ?? null,
    limits: readOfAssets(env, 'SIGNER_LIMITS', readSignerLimits),
    approvers: readOfAssets(env, 'SIGNER_APPROVERS', readSignerApprovers),
    memoryFile: env.find('SIGNER_MEMORY_FILE') ?? null,
    defaultMemoryFile: env.isSet('SIGNER_APPROVERS') ? path.join(readDataDir(env), 'signed.jsonl') : null,
  };
}

function readHotWalletKey(env: EnvironmentReader): HotWalletKey {
  if (!env.isSet('SIGNER_KEYSTORE_FILE')) {
    for (const name of KEYSTORE_PASSWORDS) env.refuse(name, 'has no effect without SIGNER_KEYSTORE_FILE');
    if (!env.isSet('SIGNER_KMS_KEY_ID'))
      return { kind: 'mnemonic', mnemonic: env.find('SIGNER_MNEMONIC') ?? '' };
    return { kind: 'kms', keyId: env.get('SIGNER_KMS_KEY_ID') };
  }
  if (KEYSTORE_PASSWORDS.filter((name) => env.isSet(name)).length !== 1)
    env.mistakes.add(
      `${KEYSTORE_PASSWORDS.join(', ')}: expected exactly one of them with SIGNER_KEYSTORE_FILE`,
    );
  const password = env.find('SIGNER_KEYSTORE_PASSWORD') ?? env.find('SIGNER_KEYSTORE_PASSWORD_FILE') ?? '';
  return { kind: 'keystore', keystore: env.get('SIGNER_KEYSTORE_FILE'), password };
}

function readWorker(env: EnvironmentReader): WorkerConfig {
  const roles = env.find('WORKER_ROLES') ?? WORKER_ROLES;
  const signs = roles.includes('signer');
  const signer = signs ? readSigner(env) : null;
  // `webhooks` derives the addresses that it is about to send.
  const derives = (['core', 'chain', 'webhooks'] as const).some((role) => roles.includes(role));
  // The seed of the deposits gives the xpub as well.
  const needsXpub = derives && (signer?.depositMnemonic ?? null) === null;
  for (const name of signs ? [] : SIGNER_VARIABLES)
    env.refuse(name, 'must not be set for a worker without the role signer');
  const sends = roles.includes('webhooks');
  if (!sends) refuseSecretsKeys(env);
  return {
    ...readService(env),
    roles,
    depositXpub: needsXpub ? env.get('DEPOSIT_XPUB') : (env.find('DEPOSIT_XPUB') ?? null),
    signer,
    secretsKeys: sends ? readSecretsKeys(env) : null,
    sweepIntervalMs: env.find('SWEEP_INTERVAL') ?? 3_600_000,
    refusedAfterMs: env.find('REFUSED_AFTER') ?? 86_400_000,
    notify: sends ? readNotify(env) : null,
  };
}

function readCli(env: EnvironmentReader): CliConfig {
  return {
    ...readBase(env),
    temporal: env.isSet('TEMPORAL_ADDRESS') ? readTemporal(env) : null,
    chains: env.find('CHAINS_FILE') ?? null,
    depositXpub: env.find('DEPOSIT_XPUB') ?? null,
    secretsKeys: env.isSet('SECRETS_KEY') ? readSecretsKeys(env) : null,
    publicBaseUrl: readPublicBaseUrl(env),
    adminBaseUrl: readAdminBaseUrl(env, readPublicBaseUrl(env)),
    webhookAttempts: (env.find('WEBHOOK_RETRY_DELAYS') ?? DEFAULT_RETRY_DELAYS_MS).length,
    takesOrders: env.find('CLI_ORDERS') ?? true,
    actor: env.find('CLI_ACTOR') ?? null,
    policyDelayMs: readPolicyDelay(env),
  };
}

function readMerchant(env: EnvironmentReader): MerchantConfig {
  return { baseUrl: env.get('QUITTANCE_URL'), apiKey: env.get('QUITTANCE_KEY') };
}

/** Reads what `npm start` needs, and checks all other variables: a mistake is reported before anything is started. */
function readStart(env: EnvironmentReader): StartConfig {
  for (const name of SIGNER_VARIABLES.filter((one) => !GIVEN_TO_START.includes(one)))
    env.refuse(name, '`npm start` takes the wallet from SIGNER_MNEMONIC, or makes one; unset it');
  for (const name of VARIABLE_NAMES) env.find(name);
  const chains = env.find('CHAINS_FILE') ?? null;
  const chainsElsewhere = readChainsOfStart(env, chains ?? []);
  return {
    dataDir: readDataDir(env),
    databaseUrl: env.find('DATABASE_URL') ?? null,
    temporal: env.isSet('TEMPORAL_ADDRESS') ? readTemporal(env) : null,
    chains,
    chainsElsewhere,
    signerMnemonic: env.find('SIGNER_MNEMONIC') ?? null,
    publicBaseUrl: env.find('PUBLIC_BASE_URL') ?? null,
    ...readStartListeners(env),
  };
}

/**
 * Reads the environment once, for one kind of process. All durations are in ms.
 *
 * @throws ConfigError with every mistake, what was expected instead, and an example.
 */
export function loadConfig(env: Environment, options: { readonly for: 'api' }): ApiConfig;
export function loadConfig(env: Environment, options: { readonly for: 'worker' }): WorkerConfig;
export function loadConfig(env: Environment, options: { readonly for: 'cli' }): CliConfig;
export function loadConfig(env: Environment, options: { readonly for: 'merchant' }): MerchantConfig;
export function loadConfig(env: Environment, options: { readonly for: 'start' }): StartConfig;
export function loadConfig(
  env: Environment,
  options: { readonly for: 'api' | 'worker' | 'cli' | 'merchant' | 'start' },
): ApiConfig | WorkerConfig | CliConfig | MerchantConfig | StartConfig {
  const reader = new EnvironmentReader(env);
  const config = { api: readApi, worker: readWorker, cli: readCli, merchant: readMerchant, start: readStart }[
    options.for
  ](reader);
  if (reader.mistakes.size > 0) throw new ConfigError([...reader.mistakes]);
  return Object.freeze(config);
}
