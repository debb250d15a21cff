import type { Queryable, Transaction } from '../core/database.js';
import { newId } from '../core/new-id.js';

/** A passkey of a member. Times in epoch ms. */
export interface Passkey {
  readonly passkeyId: string;
  readonly memberId: string;
  /** In base64url. */
  readonly credentialId: string;
  /** A COSE key. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** The number of its signatures; 0: its authenticator does not count them. */
  readonly counter: number;
  /** The transports by which browsers reach its authenticator, as the browser reported them. */
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

interface PasskeyRow {
  passkey_id: string;
  member_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

function toPasskey(row: PasskeyRow): Passkey {
  return {
    passkeyId: row.passkey_id,
    memberId: row.member_id,
    credentialId: row.credential_id,
    publicKey: Uint8Array.from(row.public_key),
    counter: row.counter,
    transports: row.transports,
    name: row.name,
    createdAtMs: row.created_at.getTime(),
    lastUsedAtMs: row.last_used_at?.getTime() ?? null,
  };
}

/** Lists the passkeys of a member, in the order of their registration. */
export async function listPasskeys(q: Queryable, memberId: string): Promise<Passkey[]> {
  const rows = await q('passkeys')
    .where({ member_id: memberId })
    .orderBy('passkey_id')
    .select<PasskeyRow[]>('*');
  return rows.map(toPasskey);
}

/**
 * Stores a passkey. In the database, a credential belongs to one member only.
 *
 * @returns undefined when somebody has the credential already.
 */
export async function insertPasskey(
  trx: Transaction,
  passkey: Pick<Passkey, 'memberId' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name'>,
  nowMs: number,
): Promise<Passkey | undefined> {
  const [row] = await trx('passkeys')
    .insert({
      passkey_id: newId('psk', nowMs),
      member_id: passkey.memberId,
      credential_id: passkey.credentialId,
      public_key: Buffer.from(passkey.publicKey),
      counter: passkey.counter,
      transports: [...passkey.transports],
      name: passkey.name,
      created_at: new Date(nowMs),
    })
    .onConflict('credential_id')
    .ignore()
    .returning<PasskeyRow[]>('*');
  return row === undefined ? undefined : toPasskey(row);
}

/**
 * Notes a signature by its count.
 *
 * @returns false when the count does not rise: another signature was noted at the same moment, or the key was copied.
 */
export async function notePasskeyUse(
  trx: Transaction,
  {
    passkeyId,
    counter,
    nowMs,
  }: { readonly passkeyId: string; readonly counter: number; readonly nowMs: number },
): Promise<boolean> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `UPDATE passkeys SET counter = :counter, last_used_at = :now
      WHERE passkey_id = :passkeyId AND (counter < :counter OR (counter = 0 AND :counter = 0))`,
    { passkeyId, counter, now: new Date(nowMs) },
  );
  return rowCount === 1;
}

/** @returns the passkey; undefined when the member has none of this id. */
export async function deletePasskey(
  trx: Transaction,
  { memberId, passkeyId }: Readonly<Record<'memberId' | 'passkeyId', string>>,
): Promise<Passkey | undefined> {
  const [row] = await trx('passkeys')
    .where({ member_id: memberId, passkey_id: passkeyId })
    .delete()
    .returning<PasskeyRow[]>('*');
  return row === undefined ? undefined : toPasskey(row);
}

export async function deletePasskeysOf(trx: Transaction, memberId: string): Promise<void> {
  await trx('passkeys').where({ member_id: memberId }).delete();
}
