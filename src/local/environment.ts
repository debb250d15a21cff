import type { InstanceEnvironment } from '../config/instance-file.js';
import { VARIABLES } from '../config/variables.js';

type Environment = Readonly<Record<string, string | undefined>>;

const SIGNER_VARIABLES = Object.keys(VARIABLES).filter((name) => name.startsWith('SIGNER_'));
const TEMPORAL_VARIABLES = Object.keys(VARIABLES).filter((name) => name.startsWith('TEMPORAL_'));

/** What the programs of the local mode are told. What was given in the environment of `npm start` goes first. */
export interface LocalSettings {
  readonly databaseUrl: string;
  /** Null: as the environment says. */
  readonly embeddedTemporalAddress: string | null;
  readonly chainsFile: string;
  readonly dataDir: string;
  readonly secretsKey: string;
  readonly depositXpub: string;
  readonly mnemonic: string;
}

/** Where the API is to be. */
export interface ApiPlace {
  readonly port: number;
  readonly metricsPort: number;
  readonly publicBaseUrl: string;
}

/** The API holds no key. */
export function environmentOfApi(
  env: Environment,
  { settings, place }: { settings: LocalSettings; place: ApiPlace },
): NodeJS.ProcessEnv {
  return {
    ...commonEnvironment(env, settings),
    PORT: String(place.port),
    METRICS_PORT: String(place.metricsPort),
    PUBLIC_BASE_URL: place.publicBaseUrl,
    DEPOSIT_XPUB: settings.depositXpub,
    RATE_SOURCE: 'fixed',
    WHITELIST_DELAY: given(env, 'WHITELIST_DELAY') ?? '0s',
    FIXED_RATES: given(env, 'FIXED_RATES') ?? 'USDC/USD=1,USDT/USD=1,DAI/USD=1,ETH/USD=2000',
  };
}

/** The worker signs, unless it was given other roles only: then another one does, and this one is told no key. */
export function environmentOfWorker(env: Environment, settings: LocalSettings): NodeJS.ProcessEnv {
  const roles = given(env, 'WORKER_ROLES')?.split(',') ?? ['signer'];
  const signs = roles.some((role) => role.trim() === 'signer');
  return {
    ...commonEnvironment(env, settings),
    // Any free port: the one that is known serves the API's figures.
    METRICS_PORT: '0',
    ...(signs ? { SIGNER_MNEMONIC: settings.mnemonic, SIGNER_LIMITS: env['SIGNER_LIMITS'] } : {}),
    SWEEP_INTERVAL: given(env, 'SWEEP_INTERVAL') ?? '1m',
  };
}

function commonEnvironment(env: Environment, settings: LocalSettings): NodeJS.ProcessEnv {
  return {
    ...without(env, SIGNER_VARIABLES),
    ...temporalEnvironment(env, settings),
    DATABASE_URL: settings.databaseUrl,
    CHAINS_FILE: settings.chainsFile,
    DATA_DIR: settings.dataDir,
    SECRETS_KEY: settings.secretsKey,
    LOCAL_MODE: 'true',
    WEBHOOK_ALLOW_HTTP: given(env, 'WEBHOOK_ALLOW_HTTP') ?? 'true',
    WEBHOOK_ALLOW_CIDRS: given(env, 'WEBHOOK_ALLOW_CIDRS') ?? '127.0.0.0/8,::1/128',
  };
}

/** What the CLI needs to work on this instance. */
export function environmentOfCli(
  env: Environment,
  { settings, place }: { settings: LocalSettings; place: ApiPlace },
): InstanceEnvironment {
  const isEmbedded = settings.embeddedTemporalAddress !== null;
  const temporalAddress = settings.embeddedTemporalAddress ?? given(env, 'TEMPORAL_ADDRESS');
  const namespace = isEmbedded ? undefined : given(env, 'TEMPORAL_NAMESPACE');
  const retryDelays = given(env, 'WEBHOOK_RETRY_DELAYS');
  return {
    DATABASE_URL: settings.databaseUrl,
    ...(temporalAddress === undefined ? {} : { TEMPORAL_ADDRESS: temporalAddress }),
    ...(namespace === undefined ? {} : { TEMPORAL_NAMESPACE: namespace }),
    CHAINS_FILE: settings.chainsFile,
    PUBLIC_BASE_URL: place.publicBaseUrl,
    ...(retryDelays === undefined ? {} : { WEBHOOK_RETRY_DELAYS: retryDelays }),
    LOCAL_MODE: 'true',
  };
}

/** Credentials for a Temporal elsewhere would not fit the embedded one. */
function temporalEnvironment(env: Environment, { embeddedTemporalAddress }: LocalSettings): Environment {
  const isEmbedded = embeddedTemporalAddress !== null;
  return {
    ...Object.fromEntries(TEMPORAL_VARIABLES.map((name) => [name, isEmbedded ? undefined : env[name]])),
    ...(isEmbedded ? { TEMPORAL_ADDRESS: embeddedTemporalAddress } : {}),
  };
}

function without(env: Environment, names: readonly string[]): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}

/** A variable that is set to nothing counts as not set. */
export function given(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}
