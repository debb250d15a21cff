import type { EventType } from '../domain/events.js';
import type { Queryable, Transaction } from './database.js';
import { newId } from './new-id.js';

/** Times in epoch ms. */
export interface WebhookEndpoint {
  readonly endpointId: string;
  readonly merchantId: string;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly description: string | null;
  readonly status: 'enabled' | 'disabled';
  readonly disabledReason: string | null;
  readonly createdAtMs: number;
  readonly lastSuccessAtMs: number | null;
  readonly consecutiveFailures: number;
}

interface WebhookEndpointRow {
  endpoint_id: string;
  merchant_id: string;
  url: string;
  events: EventType[];
  description: string | null;
  status: 'enabled' | 'disabled';
  disabled_reason: string | null;
  created_at: Date;
  last_success_at: Date | null;
  consecutive_failures: number;
}

/** All but the secret: who needs that asks for it by itself. */
const COLUMNS = [
  'endpoint_id',
  'merchant_id',
  'url',
  'events',
  'description',
  'status',
  'disabled_reason',
  'created_at',
  'last_success_at',
  'consecutive_failures',
];

function toWebhookEndpoint(row: WebhookEndpointRow): WebhookEndpoint {
  return {
    endpointId: row.endpoint_id,
    merchantId: row.merchant_id,
    url: row.url,
    events: row.events,
    description: row.description,
    status: row.status,
    disabledReason: row.disabled_reason,
    createdAtMs: row.created_at.getTime(),
    lastSuccessAtMs: row.last_success_at?.getTime() ?? null,
    consecutiveFailures: row.consecutive_failures,
  };
}

export interface NewWebhookEndpoint {
  readonly merchantId: string;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly description: string | null;
  /** The signing secret, sealed with `SECRETS_KEY`. */
  readonly secretEncrypted: Buffer;
  readonly nowMs: number;
}

export async function insertWebhookEndpoint(
  trx: Transaction,
  endpoint: NewWebhookEndpoint,
): Promise<WebhookEndpoint> {
  const [row] = await trx('webhook_endpoints')
    .insert({
      endpoint_id: newId('we', endpoint.nowMs),
      merchant_id: endpoint.merchantId,
      url: endpoint.url,
      events: endpoint.events,
      description: endpoint.description,
      secret_encrypted: endpoint.secretEncrypted,
      created_at: new Date(endpoint.nowMs),
    })
    .returning<WebhookEndpointRow[]>(COLUMNS);
  if (row === undefined) throw new Error('The webhook endpoint was not written');
  return toWebhookEndpoint(row);
}

/** Only that merchant's; a deleted one is not found. */
export async function findWebhookEndpoint(
  q: Queryable,
  { endpointId, merchantId }: { endpointId: string; merchantId: string },
): Promise<WebhookEndpoint | undefined> {
  const row = await q('webhook_endpoints')
    .where({ endpoint_id: endpointId, merchant_id: merchantId, deleted_at: null })
    .first<WebhookEndpointRow | undefined>(COLUMNS);
  return row === undefined ? undefined : toWebhookEndpoint(row);
}

/** Newest first; `afterId` is the last id of the page before. */
export async function listWebhookEndpoints(
  q: Queryable,
  { merchantId, limit, afterId }: { merchantId: string; limit: number; afterId?: string },
): Promise<WebhookEndpoint[]> {
  const rows = await q('webhook_endpoints')
    .where({ merchant_id: merchantId, deleted_at: null })
    .modify((builder) => {
      if (afterId !== undefined) void builder.where('endpoint_id', '<', afterId);
    })
    .orderBy('endpoint_id', 'desc')
    .limit(limit)
    .select<WebhookEndpointRow[]>(COLUMNS);
  return rows.map(toWebhookEndpoint);
}
