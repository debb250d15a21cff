/** How webhooks are delivered. */
export interface WebhookConfig {
  /** The wait before each attempt, in ms: as many attempts as entries. */
  readonly retryDelaysMs: readonly number[];
  readonly timeoutMs: number;
  readonly allowHttp: boolean;
  readonly allowCidrs: readonly string[];
  /** `address`, `address:port` or `[address]:port`; empty: the system's. */
  readonly dnsServers: readonly string[];
}
