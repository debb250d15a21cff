import { createHash, randomInt } from 'node:crypto';
import {
  normalizeRecoveryCode,
  RECOVERY_ALPHABET,
  RECOVERY_CODES,
} from '../../domain/people/second-factors.js';
import type { Queryable, Transaction } from '../core/database.js';

/** Four groups of four letters of 5 bits: 80 bits, which need no slow hash. */
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** The hash includes the member: the same code of another member has another hash. */
function hashRecoveryCode(memberId: string, code: string): Buffer {
  return createHash('sha256')
    .update(`${memberId} ${normalizeRecoveryCode(code)}`, 'utf8')
    .digest();
}

function newRecoveryCode(): string {
  const letter = (): string => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)] ?? '';
  const group = (): string => Array.from({ length: GROUP_LENGTH }, letter).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** Gives a member new recovery codes. The earlier ones count no more. @returns the codes, which are kept nowhere. */
export async function replaceRecoveryCodes(trx: Transaction, memberId: string): Promise<string[]> {
  await deleteRecoveryCodes(trx, memberId);
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await trx('recovery_codes').insert(
    codes.map((code) => ({ member_id: memberId, code_hash: hashRecoveryCode(memberId, code) })),
  );
  return codes;
}

/** Uses a code up. It counts once, even if it is given twice at the same moment. @returns whether it counts. */
export async function useRecoveryCode(
  trx: Transaction,
  { memberId, code }: Readonly<Record<'memberId' | 'code', string>>,
): Promise<boolean> {
  const deleted = await trx('recovery_codes')
    .where({ member_id: memberId, code_hash: hashRecoveryCode(memberId, code) })
    .delete();
  return deleted === 1;
}

export async function countRecoveryCodes(q: Queryable, memberId: string): Promise<number> {
  const { rows } = await q.raw<{ rows: { count: number }[] }>(
    'SELECT count(*)::int AS count FROM recovery_codes WHERE member_id = ?',
    [memberId],
  );
  return rows[0]?.count ?? 0;
}

export async function deleteRecoveryCodes(trx: Transaction, memberId: string): Promise<void> {
  await trx('recovery_codes').where({ member_id: memberId }).delete();
}
