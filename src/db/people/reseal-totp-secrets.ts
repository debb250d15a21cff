import { transaction, type Database } from '../core/database.js';
import type { SecretBox } from '../core/secret-box.js';
import { totpPlaceOf } from './totp-secrets.js';

interface SealedRow {
  readonly member_id: string;
  readonly secret_encrypted: Buffer;
}

/**
 * Seals the secret of every authenticator app with the current key. It may be repeated: secrets that are already sealed
 * with the current key stay unchanged.
 *
 * @returns how many were sealed, and the members with a secret that none of the keys opens. Such a secret stays
 * unchanged.
 */
export async function resealTotpSecrets(
  db: Database,
  secretBox: SecretBox,
): Promise<{ readonly sealed: number; readonly unopened: readonly string[] }> {
  let sealed = 0;
  const unopened: string[] = [];
  for (const memberId of await db('totp_secrets').orderBy('member_id').pluck<string[]>('member_id')) {
    await transaction(db, async (trx) => {
      const row = await trx('totp_secrets')
        .where({ member_id: memberId })
        .forNoKeyUpdate()
        .first<SealedRow | undefined>();
      if (row === undefined || secretBox.isCurrent(row.secret_encrypted)) return;
      const place = totpPlaceOf(memberId);
      let secret: string;
      try {
        secret = secretBox.open(row.secret_encrypted, place);
      } catch {
        unopened.push(memberId);
        return;
      }
      await trx('totp_secrets')
        .where({ member_id: memberId })
        .update({ secret_encrypted: secretBox.seal(secret, place) });
      sealed += 1;
    });
  }
  return { sealed, unopened };
}
