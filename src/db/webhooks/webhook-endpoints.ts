import { QuittanceError } from '../../domain/core/errors.js';
import type { Subscription } from '../../domain/webhooks/events.js';
import { sqlState, type Queryable, type Transaction } from '../core/database.js';
import { newId } from '../core/new-id.js';
import type { SecretBox } from '../core/secret-box.js';
import { secretPlaceOf } from './secret-places.js';

/** A webhook endpoint, without its secret. Times in epoch ms. */
export interface WebhookEndpoint {
  readonly endpointId: string;
  readonly merchantId: string;
  readonly url: string;
  readonly events: readonly Subscription[];
  readonly description: string | null;
  readonly status: 'enabled' | 'disabled';
  readonly disabledReason: string | null;
  readonly createdAtMs: number;
  readonly lastSuccessAtMs: number | null;
  readonly consecutiveFailures: number;
  /** Share of successes among the last 100 deliveries that succeeded or failed. Null: there is none. */
  readonly successRate: number | null;
  /** Time of the first failure since the last success. */
  readonly failingSinceMs: number | null;
  /** When the merchant's other endpoints were told of it. */
  readonly failingToldAtMs: number | null;
  /** End of the last rotation's overlap: until then `X-Service-Signature` is made with the old secret. */
  readonly legacySwitchesAtMs: number | null;
  /** How often it was closed. Deliveries created before the last closing are never sent. */
  readonly generation: number;
}

interface WebhookEndpointRow {
  endpoint_id: string;
  merchant_id: string;
  url: string;
  events: Subscription[];
  description: string | null;
  status: 'enabled' | 'disabled';
  disabled_reason: string | null;
  created_at: Date;
  last_success_at: Date | null;
  consecutive_failures: number;
  success_rate: number | null;
  failing_since: Date | null;
  failing_told_at: Date | null;
  legacy_switches_at: Date | null;
  generation: number;
}

const RATED_DELIVERIES = 100;

/** All columns but the secret, which is read only where it is needed. */
const columns = (q: Queryable) => [
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
  'failing_since',
  'failing_told_at',
  'legacy_switches_at',
  'generation',
  q.raw(
    `(SELECT avg((latest.status = 'succeeded')::int)::float8 FROM (
        SELECT d.status FROM deliveries d
         WHERE d.endpoint_id = webhook_endpoints.endpoint_id AND d.status IN ('succeeded', 'failed')
         ORDER BY d.finished_at DESC LIMIT ${RATED_DELIVERIES}) AS latest) AS success_rate`,
  ),
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
    successRate: row.success_rate,
    failingSinceMs: row.failing_since?.getTime() ?? null,
    failingToldAtMs: row.failing_told_at?.getTime() ?? null,
    legacySwitchesAtMs: row.legacy_switches_at?.getTime() ?? null,
    generation: row.generation,
  };
}

export interface NewWebhookEndpoint {
  readonly merchantId: string;
  readonly url: string;
  readonly events: readonly Subscription[];
  readonly description: string | null;
  /** The secret that signs, sealed by the box. */
  readonly secret: string;
  readonly secretBox: SecretBox;
  readonly nowMs: number;
}

export async function insertWebhookEndpoint(
  trx: Transaction,
  endpoint: NewWebhookEndpoint,
): Promise<WebhookEndpoint> {
  const endpointId = newId('we', endpoint.nowMs);
  const place = secretPlaceOf(endpointId, 'secret_encrypted');
  const [row] = await trx('webhook_endpoints')
    .insert({
      endpoint_id: endpointId,
      merchant_id: endpoint.merchantId,
      url: endpoint.url,
      events: endpoint.events,
      description: endpoint.description,
      secret_encrypted: endpoint.secretBox.seal(endpoint.secret, place),
      created_at: new Date(endpoint.nowMs),
    })
    .returning<WebhookEndpointRow[]>(columns(trx));
  if (row === undefined) throw new Error('The webhook endpoint was not written');
  return toWebhookEndpoint(row);
}

/** Longest wait for the lock, in ms. Changes of the endpoint and beginning attempts lock its row for a moment only. */
const LOCK_TIMEOUT_MS = 3_000;
const RETRY_AFTER_SECONDS = 1;

/**
 * Locks the endpoint: until the transaction ends, nobody else changes it or begins an attempt to it. The transaction
 * waits at most 3 s for this lock and for each later one.
 *
 * @throws QuittanceError `not_found`, also when it belongs to another merchant or is deleted; `temporarily_unavailable`
 *   when others hold the lock for too long.
 */
export async function lockWebhookEndpoint(
  trx: Transaction,
  { endpointId, merchantId }: { endpointId: string; merchantId: string },
): Promise<WebhookEndpoint> {
  await trx.raw(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  const row = await trx('webhook_endpoints')
    .where({ endpoint_id: endpointId, merchant_id: merchantId, deleted_at: null })
    .forNoKeyUpdate()
    .first<WebhookEndpointRow | undefined>(columns(trx))
    .catch((error: unknown) => {
      if (sqlState(error) !== '55P03') throw error;
      throw new QuittanceError(
        'temporarily_unavailable',
        `Webhook endpoint ${endpointId} is being changed by others. Nothing was done; try again.`,
        { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error },
      );
    });
  if (row === undefined) throw new QuittanceError('not_found', `There is no webhook endpoint ${endpointId}.`);
  return toWebhookEndpoint(row);
}

/** The fields that a merchant may change. An omitted field stays unchanged. */
export interface EndpointChanges {
  readonly url?: string;
  readonly events?: readonly Subscription[];
  readonly description?: string | null;
}

export async function updateWebhookEndpoint(
  trx: Transaction,
  endpointId: string,
  changes: EndpointChanges,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await trx('webhook_endpoints').where({ endpoint_id: endpointId }).update(changes);
}

/** Resets the endpoint's health, as if nothing had ever been sent to it. */
export async function forgetHealth(trx: Transaction, endpointId: string): Promise<void> {
  await trx('webhook_endpoints').where({ endpoint_id: endpointId }).update({
    consecutive_failures: 0,
    failing_since: null,
    failing_told_at: null,
    last_success_at: null,
  });
}

/** Enables an endpoint and resets its failures: earlier ones do not count any more. */
export async function enableWebhookEndpoint(trx: Transaction, endpointId: string): Promise<void> {
  await trx('webhook_endpoints').where({ endpoint_id: endpointId }).update({
    status: 'enabled',
    disabled_reason: null,
    consecutive_failures: 0,
    failing_since: null,
    failing_told_at: null,
  });
}

/** Marks an endpoint as deleted: it is not found any more, but its deliveries are. */
export async function markEndpointDeleted(
  trx: Transaction,
  { endpointId, reason, nowMs }: { endpointId: string; reason: string; nowMs: number },
): Promise<void> {
  await trx('webhook_endpoints')
    .where({ endpoint_id: endpointId })
    .update({
      deleted_at: new Date(nowMs),
      disabled_reason: reason,
      previous_secret_encrypted: null,
      legacy_switches_at: null,
    });
}

/**
 * Replaces the endpoint's secret. The old secret is sealed again and kept until `legacySwitchesAtMs`, in place of one
 * kept before. It ends at once when that is null, or when the old secret can't be opened any more.
 */
export async function replaceEndpointSecret(
  trx: Transaction,
  rotation: {
    readonly endpointId: string;
    readonly secret: string;
    readonly secretBox: SecretBox;
    readonly legacySwitchesAtMs: number | null;
  },
): Promise<void> {
  const { endpointId, secret, secretBox, legacySwitchesAtMs } = rotation;
  const old = legacySwitchesAtMs === null ? null : await sealAsPrevious(trx, { endpointId, secretBox });
  await trx('webhook_endpoints')
    .where({ endpoint_id: endpointId })
    .update({
      secret_encrypted: secretBox.seal(secret, secretPlaceOf(endpointId, 'secret_encrypted')),
      previous_secret_encrypted: old,
      legacy_switches_at: old === null || legacySwitchesAtMs === null ? null : new Date(legacySwitchesAtMs),
    });
}

/** @returns null when the secret was sealed with a key that is lost. */
async function sealAsPrevious(
  trx: Transaction,
  { endpointId, secretBox }: { endpointId: string; secretBox: SecretBox },
): Promise<Buffer | null> {
  const row = await trx('webhook_endpoints')
    .where({ endpoint_id: endpointId })
    .first<{ secret_encrypted: Buffer } | undefined>('secret_encrypted');
  if (row === undefined) return null;
  let secret: string;
  try {
    secret = secretBox.open(row.secret_encrypted, secretPlaceOf(endpointId, 'secret_encrypted'));
  } catch {
    return null;
  }
  return secretBox.seal(secret, secretPlaceOf(endpointId, 'previous_secret_encrypted'));
}

/** Finds an endpoint; with `merchantId`, only one of that merchant. A deleted one is not found. */
export async function findWebhookEndpoint(
  q: Queryable,
  { endpointId, merchantId }: { endpointId: string; merchantId?: string },
): Promise<WebhookEndpoint | undefined> {
  const row = await q('webhook_endpoints')
    .where({
      endpoint_id: endpointId,
      deleted_at: null,
      ...(merchantId === undefined ? {} : { merchant_id: merchantId }),
    })
    .first<WebhookEndpointRow | undefined>(columns(q));
  return row === undefined ? undefined : toWebhookEndpoint(row);
}

/** Counts the endpoints of a merchant that are not deleted. */
export async function countWebhookEndpoints(q: Queryable, merchantId: string): Promise<number> {
  const { rows } = await q.raw<{ rows: { count: number }[] }>(
    'SELECT count(*) FROM webhook_endpoints WHERE merchant_id = ? AND deleted_at IS NULL',
    [merchantId],
  );
  return rows[0]?.count ?? 0;
}

/** Lists endpoints, newest first; with `merchantId`, only those of that merchant. `afterId`: the last id of the previous page. */
export async function listWebhookEndpoints(
  q: Queryable,
  query: {
    readonly merchantId?: string;
    readonly status?: WebhookEndpoint['status'];
    /** True: only those that are enabled, and failing since their last success. */
    readonly isFailing?: boolean;
    readonly limit: number;
    readonly afterId?: string;
  },
): Promise<WebhookEndpoint[]> {
  const { merchantId, status, isFailing = false, limit, afterId } = query;
  const rows = await q('webhook_endpoints')
    .where({ ...(merchantId === undefined ? {} : { merchant_id: merchantId }), deleted_at: null })
    .modify((builder) => {
      if (status !== undefined) void builder.where({ status });
      if (isFailing) void builder.where({ status: 'enabled' }).whereNotNull('failing_since');
      if (afterId !== undefined) void builder.where('endpoint_id', '<', afterId);
    })
    .orderBy('endpoint_id', 'desc')
    .limit(limit)
    .select<WebhookEndpointRow[]>(columns(q));
  return rows.map(toWebhookEndpoint);
}
