import type { FactorsOfMember } from '../../domain/people/second-factors.js';
import type { Queryable } from '../core/database.js';

/** The columns of {@link FACTOR_COLUMNS}. */
export interface FactorsRow {
  has_totp: boolean;
  passkey_count: number;
  recovery_code_count: number;
}

/** Selects a {@link FactorsRow} for `members b`. */
export const FACTOR_COLUMNS = `
  EXISTS (SELECT 1 FROM totp_secrets t WHERE t.member_id = b.member_id AND t.confirmed_at IS NOT NULL) AS has_totp,
  (SELECT count(*)::int FROM passkeys k WHERE k.member_id = b.member_id) AS passkey_count,
  (SELECT count(*)::int FROM recovery_codes r WHERE r.member_id = b.member_id) AS recovery_code_count`;

export function toFactors(row: FactorsRow): FactorsOfMember {
  return { hasTotp: row.has_totp, passkeys: row.passkey_count, recoveryCodes: row.recovery_code_count };
}

/** Reads the second factors of an existing member. */
export async function readFactors(q: Queryable, memberId: string): Promise<FactorsOfMember> {
  const { rows } = await q.raw<{ rows: FactorsRow[] }>(
    `SELECT ${FACTOR_COLUMNS} FROM members b WHERE b.member_id = ?`,
    [memberId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no member ${memberId}`);
  return toFactors(row);
}
