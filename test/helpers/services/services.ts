/** The variables by which `npm test` tells the tests where the parts are that it has started or found. */
export const SERVICE_VARIABLES = {
  /** Administrator's URL of the shared PostgreSQL server. */
  PostgreSQL: 'TEST_DATABASE_URL',
  /** `host:port` of the shared Temporal dev server. */
  Temporal: 'TEST_TEMPORAL_ADDRESS',
  /** Folder of what `programFile` names. */
  'built programs': 'TEST_PROGRAMS',
  /** Folder of the packages that are one file each; `jest.config.js` maps their names to it. */
  'built packages': 'TEST_PACKAGES',
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

/** What npm has not: it comes by the system's package manager, or by pip. */
export const SYSTEM_PARTS = ['redis-server', 'chromium', 'schemathesis', 'python3', 'php', 'go'] as const;
export type SystemPart = (typeof SYSTEM_PARTS)[number];

/** Languages of examples: they are tried where they are, and nothing of the product stays untested without them. */
export const OPTIONAL_PARTS: readonly SystemPart[] = ['python3', 'php', 'go'];

/** The migrated database that each test's own is copied from. */
export const TEMPLATE_DATABASE = 'quittance_template';

/** The value that `npm test` gave. Throws when the test was run without it. */
export function getService(service: keyof typeof SERVICE_VARIABLES): string {
  const value = process.env[SERVICE_VARIABLES[service]];
  if (value !== undefined) return value;
  throw new Error(
    `This test needs ${service}, which \`npm test\` brings up for it. ` +
      `Run it by \`npm test -- <file>\`, not by jest itself, or set ${SERVICE_VARIABLES[service]}.`,
  );
}

/** The same server's URL for another of its databases. */
export function urlOfDatabase({ url, name }: { url: string; name: string }): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
