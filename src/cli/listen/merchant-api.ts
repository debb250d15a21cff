/** Some of a list, newest first. */
interface ListPage<Item> {
  readonly items: readonly Item[];
  /** Where the list goes on; null: that is all. */
  readonly nextCursor: string | null;
}

/** The API as a merchant's key reaches it. Each call rejects when the API refuses, stays away, or is given up. */
export interface MerchantApi {
  get<Data>(path: string): Promise<Data>;
  getPage<Item>(path: string): Promise<ListPage<Item>>;
  /** The same `idempotencyKey` gets the same answer, however often it has to be asked. */
  post<Data>(
    path: string,
    options: { readonly body?: unknown; readonly idempotencyKey?: string },
  ): Promise<Data>;
  patch<Data>(path: string, options: { readonly body: unknown }): Promise<Data>;
  delete(path: string): Promise<unknown>;
}

/** Where the API is, and how it is spoken to until the signal is aborted. */
export interface ApiAccess {
  readonly baseUrl: string;
  readonly open: (signal: AbortSignal, onAway?: (why: string) => void) => MerchantApi;
}

/** Of an endpoint, what is read here. */
export interface ShownEndpoint {
  readonly id: string;
  readonly description: string | null;
  readonly status: string;
  readonly disabledReason: string | null;
}

/** Of a delivery, what is read here; `body` and `attempts` when it is asked for alone. */
export interface ShownDelivery {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly body: string;
  readonly attempts: readonly {
    readonly requestHeaders: Readonly<Record<string, string>> | null;
    readonly durationMs: number | null;
    readonly errorMessage: string | null;
  }[];
}

export const ENDPOINTS = '/web/v1/webhook-endpoints';
export const DELIVERIES = '/web/v1/webhook-deliveries';
