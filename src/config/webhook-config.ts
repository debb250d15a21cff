import { DEFAULT_RETRY_DELAYS_MS } from '../domain/webhooks/webhook-schedule.js';
import type { EnvironmentReader } from './environment-reader.js';
import type { LocalMode } from './local-mode.js';

/** How webhooks are delivered. */
export interface WebhookConfig {
  /** The wait before each attempt, in ms. There is one attempt for each entry. */
  readonly retryDelaysMs: readonly number[];
  readonly timeoutMs: number;
  /** True: http is allowed. `loopback`: only to loopback, the default of local mode. */
  readonly allowHttp: boolean | 'loopback';
  readonly allowCidrs: readonly string[];
  /** Each is `address`, `address:port` or `[address]:port`. Empty: the servers of the system. */
  readonly dnsServers: readonly string[];
}

const LOOPBACK_CIDRS = ['127.0.0.0/8', '::1/128'];

/** Reads how webhooks are delivered. */
export function readWebhooks(env: EnvironmentReader, { localMode }: LocalMode): WebhookConfig {
  return {
    retryDelaysMs: env.find('WEBHOOK_RETRY_DELAYS') ?? DEFAULT_RETRY_DELAYS_MS,
    timeoutMs: env.find('WEBHOOK_TIMEOUT') ?? 30_000,
    allowHttp: env.find('WEBHOOK_ALLOW_HTTP') ?? (localMode ? 'loopback' : false),
    allowCidrs: [...(localMode ? LOOPBACK_CIDRS : []), ...(env.find('WEBHOOK_ALLOW_CIDRS') ?? [])],
    dnsServers: env.find('WEBHOOK_DNS_SERVERS') ?? [],
  };
}
