import { WORKER_ROLES, type WorkerRole } from '../domain/core/worker-roles.js';
import { readFileSync } from 'node:fs';
import { isIP, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { parsePrice } from '../domain/core/money.js';
import { PUBLIC_RATE_SOURCES, type PublicRateSource } from '../domain/core/rate-sources.js';
import { ANY_GROUP, RATE_LIMIT_GROUPS, type RateLimitOverrides } from '../domain/merchants/rate-limits.js';
import { parseChainsFile } from './chains-file.js';
import { SIGNER_WORKER_VARIABLES } from './signer-variables.js';
import {
  anyText,
  define,
  duration,
  durationOrNone,
  durations,
  flag,
  integer,
  readBy,
  splitList,
  url,
} from './variable.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const fileText = readBy((path) => readFileSync(path, 'utf8'));

const cidrs = readBy((text) => {
  const all = splitList(text);
  return all.every((cidr) => ipaddr.isValidCIDR(cidr)) ? all : undefined;
});

const PORT_MAX = 65_535;
const DNS_SERVERS_MAX = 8;
/** Servers in the form of Node's `setServers`. Some other forms would end the process. */
const dnsServers = readBy((text) => {
  const all = splitList(text);
  const isServer = (server: string): boolean => {
    if (isIP(server) !== 0) return !server.includes('%');
    const [, v6, v4, port] = /^(?:\[([^\]%]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(server) ?? [];
    const isAddress = v6 === undefined ? isIPv4(v4 ?? '') : isIPv6(v6);
    return isAddress && (port === undefined || (Number(port) >= 1 && Number(port) <= PORT_MAX));
  };
  return all.length > 0 && all.length <= DNS_SERVERS_MAX && all.every(isServer) ? all : undefined;
});

const SECRETS_KEY_BYTES = 32;
const secretsKey = readBy((text) => {
  const key = Buffer.from(text, 'base64');
  // `Buffer.from` skips characters that are not base64. So the key is encoded again and compared with the text.
  const same = key.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');
  return same && key.length === SECRETS_KEY_BYTES ? key : undefined;
});

const fixedRates = readBy((text) => {
  const rates = new Map<string, string>();
  for (const item of splitList(text)) {
    const [, pair, price] = /^([^\s/=]{1,32}\/[A-Z]{3})=([0-9.]+)$/.exec(item) ?? [];
    if (pair === undefined || price === undefined || rates.has(pair)) return undefined;
    parsePrice(price, pair);
    rates.set(pair, price);
  }
  return rates.size === 0 ? undefined : rates;
});

/** Either `fixed` for fixed prices only, or public sources. */
const rateSource = readBy((text): 'fixed' | readonly PublicRateSource[] | undefined => {
  const names = splitList(text);
  if (names.length === 1 && names[0] === 'fixed') return 'fixed';
  const known = names.filter((name): name is PublicRateSource =>
    (PUBLIC_RATE_SOURCES as readonly string[]).includes(name),
  );
  return known.length > 0 && known.length === names.length ? [...new Set(known)] : undefined;
});

const limitFigure = z.int().min(1).max(1_000_000_000);
const rateLimits = readBy((text): RateLimitOverrides => {
  const figure = z.union([
    z.null(),
    limitFigure,
    z
      .strictObject({ limit: limitFigure, windowSeconds: z.int().min(1).max(86_400) })
      .transform(({ limit, windowSeconds }) => ({ limit, windowMs: windowSeconds * 1_000 })),
  ]);
  const parsed = z
    .partialRecord(z.enum([...RATE_LIMIT_GROUPS, ANY_GROUP]), figure)
    .safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  const at = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw new Error(
    `not a valid limit: ${at}. The groups are "${RATE_LIMIT_GROUPS.join('", "')}", and "*" for all others`,
  );
});

/**
 * Express's `trust proxy`: a number of hops, or the addresses of the proxies. It cannot be "all", because any client
 * could then forge its IP address.
 */
const trustProxy = readBy((text): number | readonly string[] | undefined => {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const named = ['loopback', 'linklocal', 'uniquelocal'];
  const all = splitList(text);
  const known = all.every((item) => named.includes(item) || ipaddr.isValidCIDR(item) || ipaddr.isValid(item));
  return all.length > 0 && known ? all : undefined;
});

const NOTIFY_SECRET = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/;
const notifyUrls = readBy((text) => {
  const all = splitList(text);
  const areUrls = all.every((one) => url('https', 'http').safeParse(one).success);
  return all.length > 0 && areUrls ? [...new Set(all)] : undefined;
});

/**
 * The longest time of an attempt. The attempt and the recording of its result have to end within the time-out of their
 * activity.
 */
const WEBHOOK_TIMEOUT_MAX_MS = 300_000;
const webhookTimeout = readBy((text) => {
  const parsed = duration.safeParse(text);
  if (!parsed.success) return undefined;
  if (parsed.data > WEBHOOK_TIMEOUT_MAX_MS)
    throw new Error('An attempt occupies a slot of its worker for that time. Use at most 5m.');
  return parsed.data;
});

const RETRY_ATTEMPTS_MAX = 20;
const RETRY_DELAY_MAX_MS = 30 * 86_400_000;
const retryDelays = readBy((text) => {
  const parsed = durations.safeParse(text);
  if (!parsed.success) return undefined;
  const delaysMs = parsed.data;
  if (delaysMs[0] !== 0)
    throw new Error(
      'The first attempt is made at once. Begin with 0s, and then write the waits between attempts.',
    );
  if (delaysMs.length > RETRY_ATTEMPTS_MAX)
    throw new Error(`These are ${delaysMs.length} attempts. Use at most ${RETRY_ATTEMPTS_MAX}.`);
  if (delaysMs.some((delayMs) => delayMs > RETRY_DELAY_MAX_MS)) throw new Error('A wait is longer than 30d.');
  return delaysMs;
});

const workerRoles = readBy((text) => {
  const roles = splitList(text);
  const known = roles.filter((role): role is WorkerRole =>
    (WORKER_ROLES as readonly string[]).includes(role),
  );
  return known.length > 0 && known.length === roles.length ? [...new Set(known)] : undefined;
});

const XPUB = /^xpub[1-9A-HJ-NP-Za-km-z]{107}$/;
/** Xpubs with the last index of each, in order of the index. */
const earlierXpubs = readBy((text) => {
  const all = splitList(text).map((item) => {
    const [, untilIndex, xpub] = /^(\d{1,10}):(\S+)$/.exec(item) ?? [];
    return { untilIndex: Number(untilIndex), xpub: xpub ?? '' };
  });
  const rise = all.every(({ untilIndex }, i) => untilIndex > (all[i - 1]?.untilIndex ?? -1));
  return all.length > 0 && rise && all.every(({ xpub }) => XPUB.test(xpub)) ? all : undefined;
});

const hostAndPort = readBy((text) =>
  /^[^\s/:]+:\d{1,5}$|^\[[0-9a-fA-F:]+\]:\d{1,5}$/.test(text) ? text : undefined,
);
/** An IP address that a URL can contain. URLs have no zone (`fe80::1%eth0`). */
const listenAddress = {
  schema: readBy((text) => (isIP(text) !== 0 && !text.includes('%') ? text : undefined)),
  expected: 'an IP address of this machine, or :: for all of them',
  example: '127.0.0.1',
};
const port = { schema: integer({ min: 0, max: 65_535 }), expected: 'a TCP port, 0 for any free one' };
const yesOrNo = { schema: flag, expected: 'true or false', example: 'true' };
const pemFile = {
  schema: fileText,
  expected: 'the path of a readable PEM file',
  example: '/etc/temporal/client.pem',
};

/** Every variable of the environment that the program reads. */
export const VARIABLES = {
  HOST: define(listenAddress),
  PORT: define({ ...port, example: '3000' }),
  ADMIN_PORT: define({ ...port, example: '3100' }),
  METRICS_HOST: define(listenAddress),
  METRICS_PORT: define({ ...port, example: '9464' }),
  POSTGRES_PORT: define({ ...port, example: '5433' }),
  TEMPORAL_PORT: define({ ...port, example: '7233' }),
  TEMPORAL_UI_PORT: define({ ...port, example: '8233' }),
  CHAIN_PORT: define({ ...port, example: '8545' }),
  PUBLIC_BASE_URL: define({
    schema: url('https', 'http'),
    expected: 'the URL under which customers reach the API',
    example: 'https://pay.example.com',
  }),
  ADMIN_BASE_URL: define({
    schema: url('https', 'http'),
    expected: 'the URL under which operators open the console',
    example: 'https://console.example.com',
  }),
  OPERATOR_PASSKEYS: define({
    schema: z.enum(['required', 'optional']),
    expected: 'required or optional',
    example: 'required',
  }),
  TRUST_PROXY: define({
    schema: trustProxy,
    expected: 'the number of proxies in front, or their addresses, separated by commas',
    example: '1',
  }),
  DATABASE_URL: define({
    schema: url('postgres', 'postgresql'),
    expected: 'a PostgreSQL URL',
    example: 'postgres://quittance:password@127.0.0.1:5432/quittance',
    secret: true,
  }),
  REDIS_URL: define({
    schema: url('redis', 'rediss'),
    expected: 'a Redis URL',
    example: 'redis://127.0.0.1:6379',
    secret: true,
  }),
  TEMPORAL_ADDRESS: define({
    schema: hostAndPort,
    expected: 'host and port of Temporal',
    example: '127.0.0.1:7233',
  }),
  TEMPORAL_NAMESPACE: define({ schema: anyText, expected: 'a namespace of Temporal', example: 'default' }),
  TEMPORAL_UI_URL: define({
    schema: url('https', 'http'),
    expected: "the URL of Temporal's UI, as operators reach it",
    example: 'https://temporal.example.com',
  }),
  TEMPORAL_API_KEY: define({
    schema: anyText,
    expected: 'an API key of Temporal Cloud',
    example: 'eyJ…',
    secret: true,
  }),
  TEMPORAL_TLS: define(yesOrNo),
  TEMPORAL_TLS_SERVER_NAME: define({
    schema: anyText,
    expected: 'the name in the certificate',
    example: 'temporal.example.com',
  }),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: define(pemFile),
  TEMPORAL_TLS_CLIENT_CERT_PATH: define(pemFile),
  TEMPORAL_TLS_CLIENT_KEY_PATH: define(pemFile),
  CHAINS_FILE: define({
    schema: readBy((path) => parseChainsFile(readFileSync(path, 'utf8'))),
    expected: 'the path of a JSON file {"chains":[…]}',
    example: '/etc/quittance/chains.json',
  }),
  DEPOSIT_XPUB: define({
    schema: readBy((text) => (XPUB.test(text) ? text : undefined)),
    expected: 'the extended public key of the deposit account',
    example: 'xpub6…, 111 characters',
  }),
  DEPOSIT_XPUB_EARLIER: define({
    schema: earlierXpubs,
    expected: 'the earlier xpubs, each with its last index, as `xpub rotate` printed them',
    example: '40999:xpub6…',
  }),
  ...SIGNER_WORKER_VARIABLES,
  REFUSED_AFTER: define({ schema: duration, expected: 'a duration above zero', example: '24h' }),
  SWEEP_INTERVAL: define({ schema: duration, expected: 'a duration above zero', example: '1h' }),
  SECRETS_KEY: define({
    schema: secretsKey,
    expected: '32 random bytes in base64',
    example: 'the output of `openssl rand -base64 32`',
    secret: true,
  }),
  SECRETS_KEY_PREVIOUS: define({
    schema: secretsKey,
    expected: 'the earlier SECRETS_KEY, 32 bytes in base64',
    example: 'the value that SECRETS_KEY had',
    secret: true,
  }),
  TOLERANCE_BPS: define({
    schema: integer({ min: 0, max: 10_000 }),
    expected: 'basis points from 0 to 10000',
    example: '50 (0.5 %)',
  }),
  INVOICES_WHILE_HALTED: define({ schema: flag, expected: 'on or off', example: 'off' }),
  POLICY_DELAY: define({
    schema: durationOrNone,
    expected: 'a duration, 0s for none',
    example: '24h',
  }),
  WHITELIST_DELAY: define({
    schema: durationOrNone,
    expected: 'a duration, 0s for none',
    example: '24h',
  }),
  WEBHOOK_RETRY_DELAYS: define({
    schema: retryDelays,
    expected: 'the wait before each attempt, separated by commas; the first is 0s',
    example: '0s,5m,30m,2h,12h',
  }),
  WEBHOOK_TIMEOUT: define({
    schema: webhookTimeout,
    expected: 'a duration above zero, at most 5m',
    example: '30s',
  }),
  WEBHOOK_ENDPOINTS_MAX: define({
    schema: integer({ min: 1, max: 1_000 }),
    expected: 'the number of webhook endpoints that a merchant may have, from 1 to 1000',
    example: '20',
  }),
  NOTIFY_URLS: define({
    schema: notifyUrls,
    expected: 'http or https URLs, separated by commas',
    example: 'https://hooks.slack.com/services/…',
    secret: true,
  }),
  NOTIFY_SECRET: define({
    schema: readBy((text) => (NOTIFY_SECRET.test(text) ? text : undefined)),
    expected: 'whsec_ and at least 24 bytes in base64',
    example: 'whsec_ and the output of `openssl rand -base64 32`',
    secret: true,
  }),
  WEBHOOK_ALLOW_HTTP: define(yesOrNo),
  WEBHOOK_ALLOW_CIDRS: define({
    schema: cidrs,
    expected: 'address ranges, separated by commas',
    example: '127.0.0.0/8,::1/128',
  }),
  WEBHOOK_DNS_SERVERS: define({
    schema: dnsServers,
    expected: 'IP addresses, separated by commas, each with a port if that is not 53',
    example: '9.9.9.9,[2620:fe::fe]:53',
  }),
  RATE_SOURCE: define({
    schema: rateSource,
    expected: `fixed, or some of ${PUBLIC_RATE_SOURCES.join(', ')}, separated by commas`,
    example: PUBLIC_RATE_SOURCES.join(','),
  }),
  RATE_MAX_AGE: define({ schema: duration, expected: 'a duration above zero', example: '5m' }),
  RATE_MAX_DEVIATION_BPS: define({
    schema: integer({ min: 1, max: 10_000 }),
    expected: 'basis points from 1 to 10000',
    example: '100 (1 %)',
  }),
  FIXED_RATES: define({
    schema: fixedRates,
    expected: 'prices above zero by pair, separated by commas',
    example: 'USDC/USD=1,ETH/USD=2000',
  }),
  RATE_LIMITS: define({
    schema: rateLimits,
    expected: 'a JSON object of limits by group: a number, {"limit","windowSeconds"}, or null for no limit',
    example: '{"POST /v1/invoices":600,"default":{"limit":1000,"windowSeconds":60}}',
  }),
  WORKER_ROLES: define({
    schema: workerRoles,
    expected: `some of ${WORKER_ROLES.join(', ')}, separated by commas`,
    example: 'core,chain,webhooks',
  }),
  LOG_LEVEL: define({
    schema: z.enum(LOG_LEVELS),
    expected: `one of ${LOG_LEVELS.join(', ')}`,
    example: 'info',
  }),
  CLI_ORDERS: define({ schema: flag, expected: 'on or off', example: 'off' }),
  CLI_ACTOR: define({
    schema: z.string().regex(/^[^\p{C}]{1,64}$/u),
    expected: 'up to 64 characters: the name of the person who gives orders at the command line',
    example: 'ann',
  }),
  QUITTANCE_URL: define({
    schema: url('https', 'http'),
    expected: 'the URL of an API, for commands of a merchant',
    example: 'https://pay.example.com',
  }),
  QUITTANCE_KEY: define({
    schema: anyText,
    expected: "a merchant's API key with the scopes webhooks:read and webhooks:write",
    example: 'qk_…',
    secret: true,
  }),
  DATA_DIR: define({ schema: anyText, expected: 'a folder', example: '.quittance' }),
  LOCAL_MODE: define(yesOrNo),
} as const;

export type VariableName = keyof typeof VARIABLES;
export type ValueOf<N extends VariableName> = z.output<(typeof VARIABLES)[N]['schema']>;
