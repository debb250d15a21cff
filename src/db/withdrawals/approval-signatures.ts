import type { AuditActor } from '../audit/audit-log.js';
import type { Queryable, Transaction } from '../core/database.js';
import { findOperatorOfAddress } from '../people/approver-addresses.js';

/** An approver's signature as it was given. It proves nothing until it is verified. */
export interface ApprovalSignature {
  /** The address that is said to have signed, lower-case: that of a key, or of a contract (ERC-1271). */
  readonly approver: string;
  /** In lower-case hex, with `0x`. */
  readonly signature: string;
  /** Epoch seconds, as in the signed message. */
  readonly validUntil: number;
}

export interface StoredSignature extends ApprovalSignature {
  readonly withdrawalId: string;
  /** The operator who gave it. Null: it was given at the command line, with an address that belongs to no operator. */
  readonly operatorId: string | null;
  readonly givenAtMs: number;
}

interface SignatureRow {
  withdrawal_id: string;
  approver: string;
  signature: string;
  valid_until: string | number;
  operator_id: string | null;
  given_at: Date;
}

/**
 * The most signatures of one operator for one approver that are read. The signature of a contract can't be verified when
 * it is given, so an operator may give as many as they like. They displace none of others.
 */
const SIGNATURES_OF_GIVER_MAX = 3;
/** The most signatures of one withdrawal that are read. Only somebody who writes to the database gives that many. */
const SIGNATURES_MAX = 64;

/**
 * Lists signatures of withdrawals, in the order in which they were given; of each withdrawal the latest ones. A row
 * with a time that a number or a date can't hold is left out. The driver would refuse all rows because of it, so one
 * such row would stop every payment.
 */
export async function listApprovalSignatures(
  q: Queryable,
  withdrawalIds: readonly string[],
): Promise<StoredSignature[]> {
  const { rows } = await q.raw<{ rows: SignatureRow[] }>(
    `SELECT s.withdrawal_id, s.approver, s.signature, s.valid_until, s.operator_id, s.given_at
       FROM unnest(:withdrawalIds::text[]) AS asked (withdrawal_id)
       CROSS JOIN LATERAL (
         SELECT * FROM (
           SELECT *, row_number() OVER (PARTITION BY approver, operator_id ORDER BY signature_id DESC) AS newest
             FROM approval_signatures
            WHERE withdrawal_id = asked.withdrawal_id AND valid_until <= ${Number.MAX_SAFE_INTEGER}
              AND given_at BETWEEN '2000-01-01' AND '9999-12-31') of_givers
          WHERE newest <= :ofGiver
          ORDER BY signature_id DESC LIMIT :limit) s
      ORDER BY s.signature_id`,
    { withdrawalIds: [...withdrawalIds], ofGiver: SIGNATURES_OF_GIVER_MAX, limit: SIGNATURES_MAX },
  );
  return rows.map((row) => ({
    withdrawalId: row.withdrawal_id,
    approver: row.approver,
    signature: row.signature,
    validUntil: Number(row.valid_until),
    operatorId: row.operator_id,
    givenAtMs: row.given_at.getTime(),
  }));
}

/** Stores a signature, once however often it is given. */
export async function addApprovalSignature(
  trx: Transaction,
  {
    withdrawalId,
    given: { approver, signature, validUntil },
    actor,
    nowMs,
  }: { withdrawalId: string; given: ApprovalSignature; actor: AuditActor; nowMs: number },
): Promise<void> {
  await trx('approval_signatures')
    .insert({
      withdrawal_id: withdrawalId,
      approver,
      signature,
      valid_until: validUntil,
      // The command line does not know who runs it. The address that signed tells whose signature it is.
      operator_id: actor.kind === 'operator' ? actor.id : await findOperatorOfAddress(trx, approver),
      given_at: new Date(nowMs),
    })
    .onConflict()
    .ignore();
}
