import type { Database, Queryable, Transaction } from '../core/database.js';
import { prepareStatement } from '../core/prepared-statement.js';
import type { SealedPlace, SecretBox } from '../core/secret-box.js';

const IDEMPOTENCY_RETENTION_MS = 24 * 3_600_000;

/** A key chosen by the caller, unique for its API key or member. */
export interface IdempotencyKey {
  readonly credentialId: string;
  readonly idempotencyKey: string;
}

export interface KeptAnswer {
  /** SHA-256 of the request. When the answer shows a secret, the hash includes the key or cookie of the request. */
  readonly requestHash: Buffer;
  readonly statusCode: number;
  readonly answerEncrypted: Buffer;
}

interface KeptAnswerRow {
  request_hash: Buffer;
  status_code: number;
  answer_encrypted: Buffer;
}

/** The secrets that are shown only once: a webhook's secret, an API key, the link of an invitation. */
const SHOWN_ONCE = /whsec_|q[ko]_|\/join#/;

export const isShownOnce = (text: string): boolean => SHOWN_ONCE.test(text);

function placeOf(row: readonly string[]): SealedPlace {
  const takesUnbound = (text: string): boolean => !isShownOnce(text);
  return { table: 'idempotency_keys', column: 'answer_encrypted', row, takesUnbound };
}

type BoundTo = IdempotencyKey & Pick<KeptAnswer, 'requestHash'>;

/** Seals an answer. It can be opened only for the request with this hash. */
export function sealAnswer(
  box: SecretBox,
  text: string,
  { credentialId, idempotencyKey, requestHash }: BoundTo,
): Buffer {
  return box.seal(text, placeOf([credentialId, idempotencyKey, requestHash.toString('hex')]));
}

/**
 * Opens an answer. `requestHash` is computed from the present request, and never read from the row. An answer of an
 * earlier version is opened only if it contains no secret, since a thief could have moved any secret of that version
 * here.
 *
 * @throws Error when it was sealed for another request, or its bytes were changed since.
 */
export function openAnswer(
  box: SecretBox,
  sealed: Buffer,
  { credentialId, idempotencyKey, requestHash }: BoundTo,
): string {
  try {
    return box.open(sealed, placeOf([credentialId, idempotencyKey, requestHash.toString('hex')]));
  } catch (error) {
    const text = box.open(sealed, placeOf([credentialId, idempotencyKey]));
    if (isShownOnce(text)) throw error;
    return text;
  }
}

const lockKey = prepareStatement<{ locked: boolean }>(
  'lock-idempotency-key',
  `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked`,
);

/**
 * Locks an idempotency key without waiting: until the transaction ends, no other request with this key runs.
 *
 * @returns false when one runs at this moment.
 */
export async function tryLockIdempotencyKey(trx: Transaction, key: IdempotencyKey): Promise<boolean> {
  const [row] = await lockKey(trx, [`idempotency/${key.credentialId}/${key.idempotencyKey}`]);
  return row?.locked === true;
}

const selectAnswer = prepareStatement<KeptAnswerRow>(
  'kept-answer',
  `SELECT request_hash, status_code, answer_encrypted FROM idempotency_keys
    WHERE api_key_id = $1 AND idempotency_key = $2 AND created_at > $3`,
);

/** Finds the answer to the first request with this key within the last 24 hours. */
export async function findKeptAnswer(
  q: Queryable,
  { credentialId, idempotencyKey, nowMs }: IdempotencyKey & { nowMs: number },
): Promise<KeptAnswer | undefined> {
  const [row] = await selectAnswer(q, [
    credentialId,
    idempotencyKey,
    new Date(nowMs - IDEMPOTENCY_RETENTION_MS),
  ]);
  return row === undefined
    ? undefined
    : { requestHash: row.request_hash, statusCode: row.status_code, answerEncrypted: row.answer_encrypted };
}

const insertAnswer = prepareStatement<{ kept: boolean }>(
  'keep-answer',
  `INSERT INTO idempotency_keys AS k
     (api_key_id, idempotency_key, request_hash, status_code, answer_encrypted, created_at)
   VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (api_key_id, idempotency_key) DO UPDATE SET request_hash = excluded.request_hash,
     status_code = excluded.status_code, answer_encrypted = excluded.answer_encrypted, created_at = excluded.created_at
   WHERE k.created_at <= $7
   RETURNING true AS kept`,
);

/**
 * Stores an answer in the transaction of its effect. It replaces an expired answer.
 *
 * @returns false when another answer is stored already: then the effect must be rolled back.
 */
export async function keepAnswer(
  trx: Transaction,
  answer: IdempotencyKey & KeptAnswer & { readonly nowMs: number },
): Promise<boolean> {
  const { credentialId, idempotencyKey, requestHash, statusCode, answerEncrypted, nowMs } = answer;
  const expiredAt = new Date(nowMs - IDEMPOTENCY_RETENTION_MS);
  const values = [
    credentialId,
    idempotencyKey,
    requestHash,
    statusCode,
    answerEncrypted,
    new Date(nowMs),
    expiredAt,
  ];
  const [row] = await insertAnswer(trx, values);
  return row !== undefined;
}

/** Deletes answers older than 24 hours, at most `limit`. @returns how many. */
export async function deleteExpiredAnswers(
  db: Database,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `WITH expired AS (
       SELECT api_key_id, idempotency_key FROM idempotency_keys
        WHERE created_at <= ? ORDER BY created_at LIMIT ? FOR UPDATE SKIP LOCKED),
     deleted AS (
       DELETE FROM idempotency_keys USING expired
        WHERE idempotency_keys.api_key_id = expired.api_key_id
          AND idempotency_keys.idempotency_key = expired.idempotency_key
       RETURNING 1)
     SELECT count(*) FROM deleted`,
    [new Date(nowMs - IDEMPOTENCY_RETENTION_MS), limit],
  );
  return rows[0]?.count ?? 0;
}
