import type { Queryable, Transaction } from '../core/database.js';
import type { SealedPlace, SecretBox } from '../core/secret-box.js';
import { findTotpStep, newTotpSecret } from './totp-codes.js';

interface TotpRow {
  member_id: string;
  secret_encrypted: Buffer;
  created_at: Date;
  confirmed_at: Date | null;
}

/** The secret and the time with which a code is checked. */
interface GivenCode {
  readonly memberId: string;
  /** Six digits. */
  readonly code: string;
  readonly secretBox: SecretBox;
  readonly nowMs: number;
}

/** Returns the column and row that the secret of a member's authenticator app is sealed for. */
export function totpPlaceOf(memberId: string): SealedPlace {
  return { table: 'totp_secrets', column: 'secret_encrypted', row: [memberId] };
}

/**
 * Stores a new secret. It comes into force when a code of it is given. It replaces an earlier secret that never came
 * into force.
 *
 * @returns the secret; undefined when an authenticator app is in force.
 */
export async function prepareTotp(
  trx: Transaction,
  {
    memberId,
    secretBox,
    nowMs,
  }: { readonly memberId: string; readonly secretBox: SecretBox; readonly nowMs: number },
): Promise<string | undefined> {
  await trx('totp_secrets').where({ member_id: memberId, confirmed_at: null }).delete();
  const secret = newTotpSecret();
  const added = await trx('totp_secrets')
    .insert({
      member_id: memberId,
      secret_encrypted: secretBox.seal(secret, totpPlaceOf(memberId)),
      created_at: new Date(nowMs),
    })
    .onConflict('member_id')
    .ignore()
    .returning('member_id');
  return added.length === 1 ? secret : undefined;
}

/** Puts a prepared secret in force if the code is right. That uses the code up. */
export async function confirmTotp(trx: Transaction, given: GivenCode): Promise<boolean> {
  const step = await judge(trx, given, { isConfirmed: false });
  if (step === null) return false;
  const changed = await trx('totp_secrets')
    .where({ member_id: given.memberId, confirmed_at: null })
    .update({ confirmed_at: new Date(given.nowMs), last_used_step: step });
  return changed === 1;
}

/**
 * Uses a code up. It counts once, even if it is given twice at the same moment, and no code of an earlier step counts
 * after it.
 *
 * @returns whether the code counts.
 */
export async function useTotpCode(trx: Transaction, given: GivenCode): Promise<boolean> {
  const step = await judge(trx, given, { isConfirmed: true });
  if (step === null) return false;
  const changed = await trx('totp_secrets')
    .where({ member_id: given.memberId })
    .andWhere('last_used_step', '<', step)
    .update({ last_used_step: step });
  return changed === 1;
}

async function judge(
  q: Queryable,
  { memberId, code, secretBox, nowMs }: GivenCode,
  { isConfirmed }: { readonly isConfirmed: boolean },
): Promise<number | null> {
  const row = await q('totp_secrets').where({ member_id: memberId }).first<TotpRow | undefined>();
  if (row === undefined || (row.confirmed_at !== null) !== isConfirmed) return null;
  return findTotpStep(secretBox.open(row.secret_encrypted, totpPlaceOf(memberId)), { code, nowMs });
}

/** Returns the time since which the member's authenticator app is in force, in epoch ms; null: there is none. */
export async function findTotpConfirmedAtMs(q: Queryable, memberId: string): Promise<number | null> {
  const row = await q('totp_secrets').where({ member_id: memberId }).first<TotpRow | undefined>();
  return row?.confirmed_at?.getTime() ?? null;
}

/** @returns whether one was in force. */
export async function removeTotp(trx: Transaction, memberId: string): Promise<boolean> {
  const removed = await trx('totp_secrets')
    .where({ member_id: memberId })
    .delete()
    .returning<Pick<TotpRow, 'confirmed_at'>[]>('confirmed_at');
  return removed.some(({ confirmed_at }) => confirmed_at !== null);
}
