/**
 * Environment variables in which `npm test` tells the tests the locations of the parts that it has started or found.
 */
export const SERVICE_VARIABLES = {
  /** Administrator's URL of the shared PostgreSQL server. */
  PostgreSQL: 'TEST_DATABASE_URL',
  /** Folder of the server's Unix socket; empty when it has none. */
  'PostgreSQL socket': 'TEST_DATABASE_SOCKET',
  /** `host:port` of the shared Temporal dev server. */
  Temporal: 'TEST_TEMPORAL_ADDRESS',
  /** Folder of the files that `programFile` names. */
  'built programs': 'TEST_PROGRAMS',
  /** Folder of the values that test files share (kept-value.ts). */
  'kept values': 'TEST_KEPT_VALUES',
  /** Path of the program; empty when this machine has none. */
  'redis-server': 'TEST_REDIS_SERVER',
  /** Path of the program; empty when this machine has none. */
  chromium: 'TEST_CHROMIUM',
  /** Path of the program; empty when this machine has none. */
  python3: 'TEST_PYTHON',
  /** Path of the program; empty when this machine has none. */
  php: 'TEST_PHP',
  /** Path of the program; empty when this machine has none. */
  go: 'TEST_GO',
  /** Path of the program; empty when this machine has none. */
  schemathesis: 'TEST_SCHEMATHESIS',
  /** Path of the program; `findTemporalTestServer` looks there first. */
  'time-skipping server': 'TEMPORAL_TEST_SERVER_PATH',
} as const;

/** Programs that npm does not have. They come from the system's package manager, or from pip. */
export const SYSTEM_PARTS = ['redis-server', 'chromium', 'schemathesis', 'python3', 'php', 'go'] as const;
export type SystemPart = (typeof SYSTEM_PARTS)[number];

/**
 * Languages of the examples. The examples are tried where a language is installed. The product is tested without them.
 */
export const OPTIONAL_PARTS: readonly SystemPart[] = ['python3', 'php', 'go'];

/** Name of the migrated database. Each test's own database is a copy of it. */
export const TEMPLATE_DATABASE = 'quittance_template';

/** Returns the value that `npm test` has set. Throws when the test was not started by `npm test`. */
export function getService(service: keyof typeof SERVICE_VARIABLES): string {
  const value = process.env[SERVICE_VARIABLES[service]];
  if (value !== undefined) return value;
  throw new Error(
    `This test needs ${service}, which \`npm test\` brings up for it. ` +
      `Run it by \`npm test -- <file>\`, not by jest itself, or set ${SERVICE_VARIABLES[service]}.`,
  );
}

/**
 * Returns the URL of the same database through the server's Unix socket. A query takes a third less CPU that way. A
 * program under test gets the URL with host and port, as in production.
 */
export function throughSocket(url: string): string {
  const folder = getService('PostgreSQL socket');
  if (folder === '') return url;
  const changed = new URL(url);
  changed.searchParams.set('host', folder);
  return changed.href;
}

/** Returns the URL of another database on the same server. */
export function urlOfDatabase({ url, name }: { url: string; name: string }): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
