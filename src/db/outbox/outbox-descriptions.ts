import { isHealthy } from '../../domain/webhooks/webhook-fairness.js';
import type { Queryable } from '../core/database.js';
import type { OutboxTarget } from './outbox.js';

/** The facts that are needed to start a target's workflow: ids, amounts and states, no secret and no full URL. */
export type TargetDescription =
  InvoiceDescription | WithdrawalDescription | DeliveryDescription | OrderDescription;

/** A sweep or a run that an operator has ordered. It needs no facts besides its target. */
export interface OrderDescription {
  readonly kind: 'sweep' | 'reconciliation';
  readonly targetId: string;
}

export interface InvoiceDescription {
  readonly kind: 'invoice';
  readonly targetId: string;
  readonly merchantId: string;
  readonly chainCode: string;
  readonly tokenSymbol: string;
  readonly decimals: number;
  readonly amountAtomic: bigint;
  readonly status: string;
  readonly expiresAtMs: number;
  /** True when it was just created and no payment is seen: most likely it has no workflow yet. Only a hint. */
  readonly isNew: boolean;
}

export interface WithdrawalDescription {
  readonly kind: 'withdrawal';
  readonly targetId: string;
  readonly merchantId: string;
  readonly chainCode: string;
  readonly tokenSymbol: string;
  readonly decimals: number;
  readonly amountAtomic: bigint;
  readonly status: string;
  /** Lower-case. */
  readonly address: string;
  /** The invoice whose held money it sends back; null or absent: it is no refund. */
  readonly invoiceId?: string | null;
}

export interface DeliveryDescription {
  readonly kind: 'delivery';
  readonly targetId: string;
  readonly merchantId: string;
  readonly endpointId: string;
  /** Host of the endpoint's URL, with its port where it is not the scheme's default. */
  readonly host: string;
  readonly eventType: string;
  readonly invoiceId: string | null;
  readonly withdrawalId: string | null;
  readonly status: string;
  readonly attemptCount: number;
  /** True when the endpoint acknowledged its last attempt. */
  readonly isHealthy: boolean;
  /** True when the merchant asked for the event to be sent again. */
  readonly isSentAgain: boolean;
  /** True when nothing was tried yet and it is not queued: most likely it has no workflow yet. Only a hint. */
  readonly isNew: boolean;
}

/** Describes targets, by target id, with one query per kind. A target that doesn't exist is not in the result. */
export async function describeTargets(
  q: Queryable,
  targets: readonly OutboxTarget[],
): Promise<ReadonlyMap<string, TargetDescription>> {
  const idsOf = (kind: OutboxTarget['kind']): string[] =>
    targets.filter((target) => target.kind === kind).map(({ targetId }) => targetId);
  const found = [
    ...(await describeInvoices(q, idsOf('invoice'))),
    ...(await describeWithdrawals(q, idsOf('withdrawal'))),
    ...(await describeDeliveries(q, idsOf('delivery'))),
    ...targets.flatMap(({ kind, targetId }): OrderDescription[] =>
      kind === 'sweep' || kind === 'reconciliation' ? [{ kind, targetId }] : [],
    ),
  ];
  return new Map(found.map((description) => [description.targetId, description]));
}

interface AmountRow {
  target_id: string;
  merchant_id: string;
  chain_code: string;
  token_symbol: string;
  token_decimals: number;
  amount_atomic: bigint;
  status: string;
}

function toAmount(row: AmountRow): Omit<InvoiceDescription, 'kind' | 'expiresAtMs' | 'isNew'> {
  return {
    targetId: row.target_id,
    merchantId: row.merchant_id,
    chainCode: row.chain_code,
    tokenSymbol: row.token_symbol,
    decimals: row.token_decimals,
    amountAtomic: row.amount_atomic,
    status: row.status,
  };
}

async function describeInvoices(q: Queryable, ids: string[]): Promise<InvoiceDescription[]> {
  if (ids.length === 0) return [];
  const { rows } = await q.raw<{ rows: (AmountRow & { expires_at: Date; is_new: boolean })[] }>(
    `SELECT invoice_id AS target_id, merchant_id, chain_code, token_symbol, token_decimals, amount_atomic, status,
            expires_at,
            status = 'pending' AND created_at > clock_timestamp() - interval '1 minute'
              AND NOT EXISTS (SELECT 1 FROM transfers WHERE transfers.invoice_id = invoices.invoice_id) AS is_new
       FROM invoices WHERE invoice_id = ANY (?)`,
    [ids],
  );
  return rows.map((row) => ({
    kind: 'invoice',
    ...toAmount(row),
    expiresAtMs: row.expires_at.getTime(),
    isNew: row.is_new,
  }));
}

async function describeWithdrawals(q: Queryable, ids: string[]): Promise<WithdrawalDescription[]> {
  if (ids.length === 0) return [];
  const { rows } = await q.raw<{ rows: (AmountRow & { address: string; invoice_id: string | null })[] }>(
    `SELECT withdrawal_id AS target_id, merchant_id, chain_code, token_symbol, token_decimals, amount_atomic, status,
            address, invoice_id
       FROM withdrawals WHERE withdrawal_id = ANY (?)`,
    [ids],
  );
  return rows.map((row) => ({
    kind: 'withdrawal',
    ...toAmount(row),
    address: row.address,
    invoiceId: row.invoice_id,
  }));
}

interface DeliveryRow {
  delivery_id: string;
  merchant_id: string;
  endpoint_id: string;
  url: string;
  event_type: string;
  invoice_id: string | null;
  withdrawal_id: string | null;
  status: string;
  attempt_count: number;
  consecutive_failures: number;
  last_success_at: Date | null;
  is_sent_again: boolean;
  is_new: boolean;
}

async function describeDeliveries(q: Queryable, ids: string[]): Promise<DeliveryDescription[]> {
  if (ids.length === 0) return [];
  const { rows } = await q.raw<{ rows: DeliveryRow[] }>(
    `SELECT d.delivery_id, d.merchant_id, d.endpoint_id, e.url, v.type AS event_type, v.invoice_id, v.withdrawal_id,
            d.status, d.attempt_count, e.consecutive_failures, e.last_success_at, d.origin IN ('redelivery', 'recovery') AS is_sent_again,
            d.status = 'pending' AND d.attempt_count = 0 AND d.leased_until IS NULL AND d.queued_at IS NULL AS is_new
       FROM deliveries d
       JOIN webhook_endpoints e USING (endpoint_id)
       JOIN events v USING (event_id)
      WHERE d.delivery_id = ANY (?)`,
    [ids],
  );
  return rows.map((row) => ({
    kind: 'delivery',
    targetId: row.delivery_id,
    merchantId: row.merchant_id,
    endpointId: row.endpoint_id,
    host: new URL(row.url).host,
    eventType: row.event_type,
    invoiceId: row.invoice_id,
    withdrawalId: row.withdrawal_id,
    status: row.status,
    attemptCount: row.attempt_count,
    isHealthy: isHealthy({
      consecutiveFailures: row.consecutive_failures,
      lastSuccessAtMs: row.last_success_at?.getTime() ?? null,
    }),
    isSentAgain: row.is_sent_again,
    isNew: row.is_new,
  }));
}
