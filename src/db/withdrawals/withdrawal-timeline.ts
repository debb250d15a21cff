import type { Queryable } from '../core/database.js';
import {
  readSubjectFacts,
  toOrderFact,
  type OrderFactRow,
  type SubjectFact,
} from '../invoices/subject-facts.js';

/** One fact about a withdrawal. Times in epoch ms. */
export type WithdrawalFact = { readonly atMs: number } & (
  | SubjectFact
  | {
      /** Sent to the chain, or in a block of it. A hash is not shown before its transaction was sent. */
      readonly kind: 'transaction_sent' | 'transaction_mined';
      readonly txHash: string;
      /** The transaction of the same nonce whose fees it raises. */
      readonly replaces: string | null;
      readonly blockNumber: number | null;
      readonly succeeded: boolean | null;
    }
);

interface TransactionRow {
  tx_hash: string;
  replaces: string | null;
  first_sent_at: Date | null;
  block_number: number | null;
  block_time: Date | null;
  succeeded: boolean | null;
}

async function readTransactions(q: Queryable, withdrawalId: string): Promise<WithdrawalFact[]> {
  const rows = await q('sent_transactions')
    .where({ withdrawal_id: withdrawalId, purpose: 'payment' })
    .select<TransactionRow[]>(
      'tx_hash',
      'replaces',
      'first_sent_at',
      'block_number',
      'block_time',
      'succeeded',
    );
  return rows.flatMap((row): WithdrawalFact[] => {
    const sentAt = row.first_sent_at ?? row.block_time;
    if (sentAt === null) return [];
    const told = { txHash: row.tx_hash, replaces: row.replaces };
    return [
      { kind: 'transaction_sent', atMs: sentAt.getTime(), ...told, blockNumber: null, succeeded: null },
      ...(row.block_time === null
        ? []
        : [
            {
              // A block's time may be up to a second before the time of sending, because block times are whole seconds.
              kind: 'transaction_mined' as const,
              atMs: Math.max(row.block_time.getTime(), sentAt.getTime()),
              ...told,
              blockNumber: row.block_number,
              succeeded: row.succeeded,
            },
          ]),
    ];
  });
}

async function readOrdersAbout(
  q: Queryable,
  { withdrawalId, invoiceId }: { readonly withdrawalId: string; readonly invoiceId: string | null },
): Promise<WithdrawalFact[]> {
  // A refund is requested by an order about its invoice.
  const { rows } = await q.raw<{ rows: OrderFactRow[] }>(
    `SELECT at, action, actor_kind, reason FROM audit_log
      WHERE (object_kind = 'withdrawal' AND object_id = :withdrawalId)
         OR (object_kind = 'invoice' AND object_id = :invoiceId AND action = 'invoice.refund'
             AND after ->> 'withdrawalId' = :withdrawalId)`,
    { withdrawalId, invoiceId: invoiceId ?? '' },
  );
  return rows.map(toOrderFact);
}

/** Reads every fact about a withdrawal in order of time: orders, bookings, transactions, events and deliveries. */
export async function readWithdrawalTimeline(
  q: Queryable,
  withdrawal: { readonly withdrawalId: string; readonly invoiceId: string | null },
): Promise<WithdrawalFact[]> {
  const { withdrawalId } = withdrawal;
  const facts = [
    ...(await readOrdersAbout(q, withdrawal)),
    ...(await readTransactions(q, withdrawalId)),
    ...(await readSubjectFacts(q, { column: 'withdrawal_id', id: withdrawalId })),
  ];
  return facts.sort((a, b) => a.atMs - b.atMs);
}
