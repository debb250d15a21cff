import type { InstanceEnvironment } from '../config/instance-file.js';
import { VARIABLES } from '../config/variables.js';
import { WORKER_ROLES, type WorkerRole } from '../domain/core/worker-roles.js';

type Environment = Readonly<Record<string, string | undefined>>;

const SIGNER_VARIABLES = Object.keys(VARIABLES).filter((name) => name.startsWith('SIGNER_'));
const TEMPORAL_VARIABLES = Object.keys(VARIABLES).filter((name) => name.startsWith('TEMPORAL_'));

/** The settings of the programs in local mode. The environment of `npm start` takes precedence. */
export interface LocalSettings {
  readonly databaseUrl: string;
  /** Null: the environment names Temporal. */
  readonly embeddedTemporalAddress: string | null;
  /** Null: the environment may name another UI. */
  readonly embeddedTemporalUiUrl: string | null;
  readonly chainsFile: string;
  readonly dataDir: string;
  readonly secretsKey: string;
  readonly depositXpub: string;
  readonly mnemonic: string;
}

/** The ports and the URL of the API. It listens on the addresses of the environment, and otherwise on loopback. */
export interface ApiLocation {
  readonly port: number;
  /** Null: `port` answers operators too. */
  readonly adminPort: number | null;
  readonly metricsPort: number;
  readonly publicBaseUrl: string;
}

const EXAMPLE_RATES = 'USDC/USD=1,USDT/USD=1,DAI/USD=1,ETH/USD=2000';

/** Returns the environment of the API. It has no signing key. */
export function environmentOfApi(
  env: Environment,
  { settings, location }: { settings: LocalSettings; location: ApiLocation },
): NodeJS.ProcessEnv {
  return {
    ...commonEnvironment(env, settings),
    PORT: String(location.port),
    ADMIN_PORT: location.adminPort === null ? undefined : String(location.adminPort),
    METRICS_PORT: String(location.metricsPort),
    PUBLIC_BASE_URL: location.publicBaseUrl,
    ...ratesOf(env),
  };
}

/** Returns the given source of rates, or fixed example rates. */
function ratesOf(env: Environment): NodeJS.ProcessEnv {
  const source = variableOf(env, 'RATE_SOURCE') ?? 'fixed';
  const given = variableOf(env, 'FIXED_RATES');
  return { RATE_SOURCE: source, FIXED_RATES: given ?? (source === 'fixed' ? EXAMPLE_RATES : undefined) };
}

/** Tells whether the worker has a role. */
export function hasRole(env: Environment, wanted: WorkerRole): boolean {
  const roles = variableOf(env, 'WORKER_ROLES')?.split(',') ?? WORKER_ROLES;
  return roles.some((role) => role.trim() === wanted);
}

/**
 * Returns the environment of the worker. The worker signs, and sends webhooks. If `WORKER_ROLES` leaves out one of these
 * roles, the worker does not get the key for it.
 */
export function environmentOfWorker(env: Environment, settings: LocalSettings): NodeJS.ProcessEnv {
  const signs = hasRole(env, 'signer');
  const sends = hasRole(env, 'webhooks');
  return {
    ...commonEnvironment(env, settings),
    ...(sends ? {} : { SECRETS_KEY: undefined, SECRETS_KEY_PREVIOUS: undefined }),
    // Any free port will do, because the known one serves the metrics of the API.
    METRICS_PORT: '0',
    ...(signs ? signerEnvironment(env, settings) : {}),
    SWEEP_INTERVAL: variableOf(env, 'SWEEP_INTERVAL') ?? '1m',
  };
}

function signerEnvironment(env: Environment, { mnemonic }: LocalSettings): NodeJS.ProcessEnv {
  const { SIGNER_LIMITS, SIGNER_APPROVERS, SIGNER_APPROVALS, SIGNER_MEMORY_FILE } = env;
  return { SIGNER_MNEMONIC: mnemonic, SIGNER_LIMITS, SIGNER_APPROVERS, SIGNER_APPROVALS, SIGNER_MEMORY_FILE };
}

function commonEnvironment(env: Environment, settings: LocalSettings): NodeJS.ProcessEnv {
  return {
    ...without(env, SIGNER_VARIABLES),
    ...temporalEnvironment(env, settings),
    DATABASE_URL: settings.databaseUrl,
    CHAINS_FILE: settings.chainsFile,
    DATA_DIR: settings.dataDir,
    SECRETS_KEY: settings.secretsKey,
    DEPOSIT_XPUB: settings.depositXpub,
    LOCAL_MODE: 'true',
  };
}

/** Returns the variables that the CLI needs to work on this instance. */
export function environmentOfCli(
  env: Environment,
  { settings, location }: { settings: LocalSettings; location: ApiLocation },
): InstanceEnvironment {
  const isEmbedded = settings.embeddedTemporalAddress !== null;
  const temporalAddress = settings.embeddedTemporalAddress ?? variableOf(env, 'TEMPORAL_ADDRESS');
  const namespace = isEmbedded ? undefined : variableOf(env, 'TEMPORAL_NAMESPACE');
  const retryDelays = variableOf(env, 'WEBHOOK_RETRY_DELAYS');
  const policyDelay = variableOf(env, 'POLICY_DELAY');
  return {
    DATABASE_URL: settings.databaseUrl,
    ...(temporalAddress === undefined ? {} : { TEMPORAL_ADDRESS: temporalAddress }),
    ...(namespace === undefined ? {} : { TEMPORAL_NAMESPACE: namespace }),
    CHAINS_FILE: settings.chainsFile,
    DEPOSIT_XPUB: settings.depositXpub,
    PUBLIC_BASE_URL: location.publicBaseUrl,
    ...(retryDelays === undefined ? {} : { WEBHOOK_RETRY_DELAYS: retryDelays }),
    ...(policyDelay === undefined ? {} : { POLICY_DELAY: policyDelay }),
    LOCAL_MODE: 'true',
  };
}

/**
 * Returns the variables for Temporal. An embedded Temporal gets no credentials, because those of the environment belong
 * to another one.
 */
function temporalEnvironment(
  env: Environment,
  { embeddedTemporalAddress, embeddedTemporalUiUrl }: LocalSettings,
): Environment {
  const isEmbedded = embeddedTemporalAddress !== null;
  return {
    ...Object.fromEntries(TEMPORAL_VARIABLES.map((name) => [name, isEmbedded ? undefined : env[name]])),
    ...(isEmbedded ? { TEMPORAL_ADDRESS: embeddedTemporalAddress } : {}),
    ...(embeddedTemporalUiUrl === null ? {} : { TEMPORAL_UI_URL: embeddedTemporalUiUrl }),
  };
}

function without(env: Environment, names: readonly string[]): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}

/** Returns the value of a variable. An empty value counts as not set. */
export function variableOf(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}
