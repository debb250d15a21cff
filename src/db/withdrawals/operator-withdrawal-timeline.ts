import { readSubjectFacts, type SubjectFact } from '../invoices/subject-facts.js';
import type { Queryable } from '../core/database.js';
import type { MovementKind, SentTransaction } from '../wallets/sent-transactions.js';

/** The purposes of a withdrawal's transactions. */
export type WithdrawalPurpose = Exclude<SentTransaction['purpose'], MovementKind>;

/** One fact about a withdrawal. Times in epoch ms. */
export type OperatorWithdrawalFact =
  | ({ readonly atMs: number } & SubjectFact)
  | {
      readonly kind: 'named_order';
      readonly atMs: number;
      readonly action: string;
      readonly actorKind: string;
      /** The name of the actor: that of a member, an operator or a key. */
      readonly name: string | null;
      readonly reason: string | null;
    }
  | { readonly kind: 'approval_signed'; readonly atMs: number; readonly approver: string }
  | {
      readonly kind: 'transaction_signed' | 'transaction_sent' | 'transaction_mined';
      readonly atMs: number;
      readonly txHash: string;
      readonly nonce: number;
      /** A cancellation uses its nonce up, so that no payment can be made with that nonce. */
      readonly purpose: WithdrawalPurpose;
      /** The transaction that it replaces; null: it is the first one. */
      readonly replaces: string | null;
      /** Null while it is in no block. */
      readonly blockNumber: number | null;
      readonly succeeded: boolean | null;
    };

interface OrderRow {
  at: Date;
  action: string;
  actor_kind: string;
  name: string | null;
  reason: string | null;
}

interface TransactionRow {
  tx_hash: string;
  nonce: number;
  purpose: WithdrawalPurpose;
  replaces: string | null;
  signed_at: Date;
  first_sent_at: Date | null;
  block_number: number | null;
  block_time: Date | null;
  succeeded: boolean | null;
}

/**
 * Reads every fact about a withdrawal after its request, in order of time: orders, signatures, transactions, bookings,
 * events, deliveries.
 */
export async function readOperatorWithdrawalTimeline(
  q: Queryable,
  withdrawalId: string,
): Promise<OperatorWithdrawalFact[]> {
  const facts = [
    ...(await readOrders(q, withdrawalId)),
    ...(await readSignatures(q, withdrawalId)),
    ...(await readTransactions(q, withdrawalId)),
    ...(await readSubjectFacts(q, { column: 'withdrawal_id', id: withdrawalId })),
  ];
  return facts.sort((a, b) => a.atMs - b.atMs);
}

async function readOrders(q: Queryable, withdrawalId: string): Promise<OperatorWithdrawalFact[]> {
  const { rows } = await q.raw<{ rows: OrderRow[] }>(
    `SELECT a.at, a.action, a.actor_kind, a.reason, coalesce(b.name, o.name, k.name, a.actor_id) AS name
       FROM audit_log a
       LEFT JOIN members b ON b.member_id = a.api_key_id
       LEFT JOIN api_keys k ON k.api_key_id = a.api_key_id
       LEFT JOIN operators o ON o.operator_id = a.actor_id AND a.actor_kind = 'operator'
      WHERE a.object_kind = 'withdrawal' AND a.object_id = ? AND a.action <> 'withdrawal.create' ORDER BY a.audit_id`,
    [withdrawalId],
  );
  return rows.map(({ at, action, actor_kind: actorKind, name, reason }) => ({
    kind: 'named_order',
    atMs: at.getTime(),
    action,
    actorKind,
    name,
    reason,
  }));
}

async function readSignatures(q: Queryable, withdrawalId: string): Promise<OperatorWithdrawalFact[]> {
  const rows = await q('approval_signatures')
    .where({ withdrawal_id: withdrawalId })
    .orderBy('signature_id')
    .select<{ approver: string; given_at: Date }[]>('approver', 'given_at');
  return rows.map(({ approver, given_at }) => ({
    kind: 'approval_signed',
    atMs: given_at.getTime(),
    approver,
  }));
}

async function readTransactions(q: Queryable, withdrawalId: string): Promise<OperatorWithdrawalFact[]> {
  const rows = await q('sent_transactions')
    .where({ withdrawal_id: withdrawalId })
    .orderBy('signed_at')
    .select<TransactionRow[]>('*');
  return rows.flatMap((row) => {
    const { tx_hash: txHash, nonce, purpose, replaces, block_number: blockNumber, succeeded } = row;
    const about = { txHash, nonce, purpose, replaces, blockNumber, succeeded };
    const stages = [
      ['transaction_signed', row.signed_at],
      ['transaction_sent', row.first_sent_at],
      ['transaction_mined', blockNumber === null ? null : row.block_time],
    ] as const;
    return stages.flatMap(([kind, at]): OperatorWithdrawalFact[] =>
      at === null ? [] : [{ kind, atMs: at.getTime(), ...about }],
    );
  });
}
