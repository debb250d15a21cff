import type { Queryable, Transaction } from '../core/database.js';

/** An address that an operator signs approvals with, in lower case. Times in epoch ms. */
export interface ApproverAddress {
  readonly operatorId: string;
  readonly address: string;
  readonly status: 'waiting' | 'in_force' | 'removed';
  readonly registeredAtMs: number;
  /**
   * The chain where the address is a contract that accepted the registration (ERC-1271); null: the address's own key
   * signed it.
   */
  readonly chainCode: string | null;
  /** The policy change that makes it count; null: it counted at once. */
  readonly policyChangeId: string | null;
}

interface ApproverAddressRow {
  operator_id: string;
  address: string;
  status: ApproverAddress['status'];
  registered_at: Date;
  chain_code: string | null;
  policy_change_id: string | null;
}

const SELECT_ADDRESSES = `
  SELECT a.operator_id, a.address, a.registered_at, a.chain_code, a.policy_change_id,
    CASE WHEN a.removed_at IS NOT NULL THEN 'removed'
      WHEN c.status = 'waiting' AND c.holds_from > now() THEN 'waiting' ELSE 'in_force' END AS status
  FROM approver_addresses a LEFT JOIN policy_changes c USING (policy_change_id)`;

function toApproverAddress(row: ApproverAddressRow): ApproverAddress {
  return {
    operatorId: row.operator_id,
    address: row.address,
    status: row.status,
    registeredAtMs: row.registered_at.getTime(),
    chainCode: row.chain_code,
    policyChangeId: row.policy_change_id,
  };
}

/** Lists the addresses of some operators that were not removed, in the order of their registration. */
export async function listApproverAddresses(
  q: Queryable,
  operatorIds: readonly string[],
): Promise<ApproverAddress[]> {
  const { rows } = await q.raw<{ rows: ApproverAddressRow[] }>(
    `${SELECT_ADDRESSES} WHERE a.operator_id = ANY (?) AND a.removed_at IS NULL ORDER BY a.approver_address_id`,
    [[...operatorIds]],
  );
  return rows.map(toApproverAddress);
}

/** Finds the operator for whom this address counts. @param address in lower case. */
export async function findOperatorOfAddress(q: Queryable, address: string): Promise<string | null> {
  const { rows } = await q.raw<{ rows: ApproverAddressRow[] }>(
    `SELECT * FROM (${SELECT_ADDRESSES} WHERE a.address = ? AND a.removed_at IS NULL) registered WHERE status = 'in_force'`,
    [address],
  );
  return rows[0]?.operator_id ?? null;
}

/**
 * Stores an address with its proof. In the database, an address belongs to one operator only.
 *
 * @returns false when an operator has it already.
 */
export async function insertApproverAddress(
  trx: Transaction,
  registered: {
    readonly operatorId: string;
    readonly address: string;
    readonly signature: string;
    readonly validUntil: number;
    readonly chainCode: string | null;
    readonly nowMs: number;
    readonly policyChangeId: string | null;
  },
): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: object[] }>(
    `INSERT INTO approver_addresses (operator_id, address, signature, valid_until, chain_code, registered_at, policy_change_id)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (address) WHERE removed_at IS NULL DO NOTHING RETURNING address`,
    [
      registered.operatorId,
      registered.address,
      registered.signature,
      registered.validUntil,
      registered.chainCode,
      new Date(registered.nowMs),
      registered.policyChangeId,
    ],
  );
  return rows.length > 0;
}

/** Removes an address of an operator, whose lock the caller holds. */
export async function removeAddress(
  trx: Transaction,
  { operatorId, address, nowMs }: { operatorId: string; address: string; nowMs: number },
): Promise<void> {
  await trx('approver_addresses')
    .where({ operator_id: operatorId, address, removed_at: null })
    .update({ removed_at: new Date(nowMs) });
}
