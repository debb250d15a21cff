import type { EnvironmentReader } from './environment-reader.js';

const LOOPBACK = '127.0.0.1';
const API_PORT = 3000;
const METRICS_PORT = 9464;

/** Where metrics are served. */
export interface MetricsListener {
  /** Null: all addresses of the machine. */
  readonly metricsHost: string | null;
  readonly metricsPort: number;
}

/** Where the API listens. */
export interface ApiListeners {
  /** Null: all addresses of the machine. */
  readonly host: string | null;
  readonly port: number;
  /** The only port for operators, on the same address. Null: operators use `port` too. */
  readonly adminPort: number | null;
}

/** Where the parts of `npm start` listen. */
export interface StartListeners {
  /** The addresses of the API and its metrics. All other parts listen on loopback. */
  readonly hosts: Readonly<Record<'api' | 'metrics', string>>;
  /** TCP ports. 0: any free port. Null: `npm start` chooses a port, and opens none for `admin`. */
  readonly ports: Readonly<
    Record<'api' | 'admin' | 'metrics' | 'postgres' | 'temporal' | 'temporalUi' | 'chain', number | null>
  >;
}

export function readMetricsListener(env: EnvironmentReader): MetricsListener {
  return {
    metricsHost: env.find('METRICS_HOST') ?? defaultHost(env),
    metricsPort: env.find('METRICS_PORT') ?? METRICS_PORT,
  };
}

export function readApiListeners(env: EnvironmentReader): ApiListeners {
  const port = env.find('PORT') ?? API_PORT;
  const others = { PORT: port, METRICS_PORT: env.find('METRICS_PORT') ?? METRICS_PORT };
  return { host: env.find('HOST') ?? defaultHost(env), port, adminPort: readAdminPort(env, others) };
}

export function readStartListeners(env: EnvironmentReader): StartListeners {
  const [api, metrics] = [env.find('PORT'), env.find('METRICS_PORT')];
  return {
    hosts: { api: env.find('HOST') ?? LOOPBACK, metrics: env.find('METRICS_HOST') ?? LOOPBACK },
    ports: {
      api: api ?? null,
      metrics: metrics ?? null,
      admin: readAdminPort(env, { PORT: api, METRICS_PORT: metrics }),
      postgres: env.find('POSTGRES_PORT') ?? null,
      temporal: env.find('TEMPORAL_PORT') ?? null,
      temporalUi: env.find('TEMPORAL_UI_PORT') ?? null,
      chain: env.find('CHAIN_PORT') ?? null,
    },
  };
}

/**
 * Returns loopback in local mode, so that other machines cannot reach the service. Null: all addresses of the machine.
 */
function defaultHost(env: EnvironmentReader): string | null {
  return env.find('LOCAL_MODE') === true ? LOOPBACK : null;
}

function readAdminPort(
  env: EnvironmentReader,
  others: Readonly<Record<'PORT' | 'METRICS_PORT', number | undefined>>,
): number | null {
  const port = env.find('ADMIN_PORT');
  for (const [name, other] of Object.entries(others)) {
    // Two ports of 0 differ, because each becomes another free port.
    if (port !== undefined && port !== 0 && port === other)
      env.refuse('ADMIN_PORT', `is also the port of ${name}; give operators a port of their own`);
  }
  return port ?? null;
}
