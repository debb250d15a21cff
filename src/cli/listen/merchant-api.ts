/** A part of a list, newest first. */
interface ListPage<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next part. Null: the list ends here. */
  readonly nextCursor: string | null;
}

/**
 * The API with a merchant's key. Each call rejects when the API refuses or does not answer, or when the signal is aborted.
 */
export interface MerchantApi {
  get<Data>(path: string): Promise<Data>;
  getPage<Item>(path: string): Promise<ListPage<Item>>;
  /** Requests with the same `idempotencyKey` get the same answer. */
  post<Data>(
    path: string,
    options: { readonly body?: unknown; readonly idempotencyKey?: string },
  ): Promise<Data>;
  patch<Data>(path: string, options: { readonly body: unknown }): Promise<Data>;
  delete(path: string): Promise<unknown>;
}

/** The address of the API. `open` returns a client that works until the signal is aborted. */
export interface ApiAccess {
  readonly baseUrl: string;
  readonly open: (signal: AbortSignal, onAway?: (why: string) => void) => MerchantApi;
}

/** The fields of an endpoint that are read here. */
export interface ShownEndpoint {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly status: string;
  readonly disabledReason: string | null;
}

/** The fields of a delivery that are read here. Lists leave out `body` and `attempts`. */
export interface ShownDelivery {
  readonly deliveryId: string;
  readonly eventId: string;
  /** Null: it was altered in the database, so the API does not return it. */
  readonly body: string | null;
  readonly attempts: readonly {
    readonly requestHeaders: Readonly<Record<string, string>> | null;
    readonly durationMs: number | null;
    readonly errorMessage: string | null;
  }[];
}

export const ENDPOINTS = '/web/v1/webhook-endpoints';
export const DELIVERIES = '/web/v1/webhook-deliveries';
