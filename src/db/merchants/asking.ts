import { QuittanceError } from '../../domain/core/errors.js';
import type { AuditActor } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import { STATUS_OF_KEY } from './key-status.js';

/** The proof that a member or a program has shown with an order: the session, or the hash of the key (hexadecimal). */
export type GivenWith = { readonly sessionId: string } | { readonly keyHash: string };

const lockOf = (credentialId: string): string => `asked with ${credentialId}`;

/**
 * Lets nobody request a change with a key or an account, until the transaction ends. It first waits for the running
 * requests, so their changes can be listed afterwards. A request never waits for this lock, so the caller may hold the
 * locks of people. The caller must not hold a lock that the end of a request takes: that of the key or of the audit
 * log.
 */
export async function closeAsking(trx: Transaction, credentialId: string): Promise<void> {
  await trx.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [lockOf(credentialId)]);
}

/**
 * Checks that the key or account of a request was not shut out since the request was admitted, and keeps it from being
 * shut out until the transaction ends.
 *
 * @throws QuittanceError `unauthenticated`.
 */
export async function keepAsking(
  trx: Transaction,
  { apiKeyId = null, memberId = null }: AuditActor,
  givenWith: GivenWith | null,
): Promise<void> {
  const credentialId = memberId ?? apiKeyId;
  if (credentialId === null || givenWith === null) return;
  const { rows } = await trx.raw<{ rows: { is_kept: boolean }[] }>(
    'SELECT pg_try_advisory_xact_lock_shared(hashtextextended(?, 0)) AS is_kept',
    [lockOf(credentialId)],
  );
  // Under the lock, the effects of an earlier transaction that has shut it out are visible.
  if (rows[0]?.is_kept === true && (await isInForce(trx, credentialId, givenWith))) return;
  throw new QuittanceError('unauthenticated', 'The key or account was shut out while the request ran.');
}

async function isInForce(trx: Transaction, credentialId: string, givenWith: GivenWith): Promise<boolean> {
  const found =
    'sessionId' in givenWith
      ? await trx('sessions')
          .where({ session_id: givenWith.sessionId, member_id: credentialId })
          .first<object | undefined>('session_id')
      : await trx('api_key_hashes as h')
          .join('api_keys as k', 'k.api_key_id', 'h.api_key_id')
          .where({ 'k.api_key_id': credentialId })
          .whereRaw(`${STATUS_OF_KEY} = 'approved'`)
          .where({ 'h.key_hash': Buffer.from(givenWith.keyHash, 'hex') })
          .first<object | undefined>('k.api_key_id');
  return found !== undefined;
}
