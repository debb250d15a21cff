import { HEALTHY_FOR_MS } from '../../domain/webhooks/webhook-fairness.js';
import { transaction, type Database, type Queryable, type Transaction } from '../core/database.js';
import { prepareStatement } from '../core/prepared-statement.js';
import { shareReads } from '../core/share-reads.js';

/**
 * The target of an outbox row: a workflow that must be woken because of a fact, a delivery whose workflow must start,
 * or an operator's order.
 */
export interface OutboxTarget {
  readonly kind: 'invoice' | 'withdrawal' | 'delivery' | 'sweep' | 'reconciliation';
  /** The id of the invoice, withdrawal or delivery; the code of the chain to sweep; the number of the run. */
  readonly targetId: string;
}

/** Dispatches targets to Temporal. @returns the dispatched targets; the others stay in the outbox. */
export type DispatchTargets = (
  trx: Transaction,
  targets: readonly OutboxTarget[],
) => Promise<readonly OutboxTarget[]>;

interface OutboxRow {
  outbox_id: number;
  kind: OutboxTarget['kind'];
  target_id: string;
}

/** Adds outbox rows in the transaction of a fact, so that it is dispatched to Temporal. */
export async function enqueue(trx: Transaction, targets: readonly OutboxTarget[]): Promise<void> {
  if (targets.length === 0) return;
  await trx('outbox').insert(targets.map(({ kind, targetId }) => ({ kind, target_id: targetId })));
}

/**
 * Adds outbox rows that start the workflows of deliveries, in the transaction that creates them. Deliveries to
 * endpoints without a recent success, or whose last attempt failed, get the mark `unhealthy` and a queue of their own.
 */
export async function enqueueDeliveries(
  trx: Transaction,
  deliveries: readonly { readonly deliveryId: string; readonly endpointId: string }[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await trx.raw(
    `INSERT INTO outbox (kind, target_id, unhealthy)
     SELECT 'delivery', d.delivery_id,
            e.consecutive_failures > 0
              OR coalesce(e.last_success_at, '-infinity') < clock_timestamp() - make_interval(secs => :healthySeconds)
       FROM unnest(cast(:deliveryIds AS text[]), cast(:endpointIds AS text[]))
              WITH ORDINALITY AS d (delivery_id, endpoint_id, position)
       JOIN webhook_endpoints e USING (endpoint_id)
      ORDER BY d.position`,
    {
      deliveryIds: deliveries.map(({ deliveryId }) => deliveryId),
      endpointIds: deliveries.map(({ endpointId }) => endpointId),
      healthySeconds: HEALTHY_FOR_MS / 1000,
    },
  );
}

/**
 * Lists the deliveries whose first attempt is not over, and whether it is under way. A delivery that is queued for a
 * slot is left out: it is woken when it has one.
 */
export async function listFirstAttempts(
  q: Queryable,
  deliveryIds: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await q.raw<{ rows: { delivery_id: string; is_begun: boolean }[] }>(
    `SELECT delivery_id, leased_until IS NOT NULL AS is_begun FROM deliveries
      WHERE delivery_id = ANY (:deliveryIds) AND status = 'pending' AND attempt_count = 0
        AND (leased_until > clock_timestamp() OR leased_until IS NULL AND queued_at IS NULL)`,
    { deliveryIds: [...deliveryIds] },
  );
  return new Map(rows.map((row) => [row.delivery_id, row.is_begun]));
}

/**
 * Takes the oldest rows and, when there is more than one batch, as many of the newest. So a new fact does not wait for
 * a backlog of events that are sent again or cancelled, nor for rows that can't be dispatched.
 */
const TAKE = `
  WITH oldest AS MATERIALIZED (
    SELECT outbox_id, kind, target_id FROM outbox
     WHERE unhealthy = :unhealthy AND kind = ANY (:kinds) AND created_at <= clock_timestamp() - make_interval(secs => :ageSeconds)
     ORDER BY outbox_id LIMIT :limit FOR UPDATE SKIP LOCKED),
  newest AS MATERIALIZED (
    SELECT outbox_id, kind, target_id FROM outbox
     WHERE unhealthy = :unhealthy AND kind = ANY (:kinds) AND created_at <= clock_timestamp() - make_interval(secs => :ageSeconds)
     ORDER BY outbox_id DESC LIMIT CASE WHEN (SELECT count(*) FROM oldest) < :limit THEN 0 ELSE :limit END
       FOR UPDATE SKIP LOCKED)
  SELECT * FROM oldest UNION SELECT * FROM newest ORDER BY outbox_id`;

/**
 * Returns the lanes that have rows. A lane is written as its mark `unhealthy`, a blank, and its kinds separated by
 * commas.
 */
const selectFilled = prepareStatement<{ lane: string }>(
  'outbox-filled',
  `SELECT lane FROM unnest($1::text[]) AS lane
    WHERE EXISTS (
      SELECT FROM outbox WHERE unhealthy = split_part(lane, ' ', 1)::boolean
         AND kind = ANY (string_to_array(split_part(lane, ' ', 2), ',')))`,
);

/** All lanes check at the same moment, after each commit, so they share one statement. */
const findFilled = shareReads(
  (q, lanes) => selectFilled(q, [lanes]),
  ({ lane }) => lane,
);

/**
 * Takes rows of these kinds that no other process is taking, dispatches each target once and deletes its rows in the
 * same transaction. After a crash in between, a target is dispatched twice, but it is always dispatched.
 *
 * @param options.unhealthy true: only deliveries to endpoints that are not healthy. False: only all others.
 * @param options.limit the number of the oldest rows; of a backlog, as many of the newest are taken too.
 * @returns how many rows were taken, and how many of them are done.
 */
export async function takeOutbox(
  db: Database,
  {
    kinds,
    unhealthy = false,
    limit,
    olderThanMs,
  }: {
    kinds: readonly OutboxTarget['kind'][];
    unhealthy?: boolean;
    limit: number;
    olderThanMs: number;
  },
  dispatch: DispatchTargets,
): Promise<{ readonly taken: number; readonly done: number }> {
  // After most commits two of the three lanes have nothing: that needs no transaction.
  if ((await findFilled(db, `${unhealthy} ${kinds.join(',')}`)) === undefined) return { taken: 0, done: 0 };
  return transaction(db, async (trx) => {
    const { rows } = await trx.raw<{ rows: OutboxRow[] }>(TAKE, {
      kinds: [...kinds],
      unhealthy,
      ageSeconds: olderThanMs / 1000,
      limit,
    });
    if (rows.length === 0) return { taken: 0, done: 0 };
    const targets = new Map(rows.map((row) => [key(row.kind, row.target_id), toTarget(row)]));
    const told = await dispatch(trx, [...targets.values()]);
    const toldKeys = new Set(told.map(({ kind, targetId }) => key(kind, targetId)));
    const doneIds = rows
      .filter((row) => toldKeys.has(key(row.kind, row.target_id)))
      .map((row) => row.outbox_id);
    if (doneIds.length > 0) await trx('outbox').whereIn('outbox_id', doneIds).delete();
    return { taken: rows.length, done: doneIds.length };
  });
}

function toTarget(row: OutboxRow): OutboxTarget {
  return { kind: row.kind, targetId: row.target_id };
}

function key(kind: string, targetId: string): string {
  return `${kind} ${targetId}`;
}
