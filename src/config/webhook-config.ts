/** How webhooks are delivered. */
export interface WebhookConfig {
  /** The wait before each attempt, in ms. There is one attempt for each entry. */
  readonly retryDelaysMs: readonly number[];
  readonly timeoutMs: number;
  readonly allowHttp: boolean;
  readonly allowCidrs: readonly string[];
  /** `address`, `address:port` or `[address]:port`; empty: the servers of the system. */
  readonly dnsServers: readonly string[];
}
