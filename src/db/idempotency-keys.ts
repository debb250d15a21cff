import type { Database, Queryable, Transaction } from './database.js';

export const IDEMPOTENCY_RETENTION_MS = 24 * 3_600_000;

/** A key of the caller's choice: unique within its API key. */
export interface IdempotencyKey {
  readonly apiKeyId: string;
  readonly idempotencyKey: string;
}

export interface KeptAnswer {
  /** SHA-256 of what was asked. */
  readonly requestHash: Buffer;
  readonly statusCode: number;
  readonly answerEncrypted: Buffer;
}

interface KeptAnswerRow {
  request_hash: Buffer;
  status_code: number;
  answer_encrypted: Buffer;
}

/**
 * Until the transaction ends nobody else runs a request of this key. It doesn't wait.
 *
 * @returns false when somebody does at this moment.
 */
export async function tryLockIdempotencyKey(trx: Transaction, key: IdempotencyKey): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { locked: boolean }[] }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0)) AS locked`,
    [`idempotency/${key.apiKeyId}/${key.idempotencyKey}`],
  );
  return rows[0]?.locked === true;
}

/** The answer that was given to the first request of this key within the last 24 hours. */
export async function findKeptAnswer(
  q: Queryable,
  { apiKeyId, idempotencyKey, nowMs }: IdempotencyKey & { nowMs: number },
): Promise<KeptAnswer | undefined> {
  const row = await q('idempotency_keys')
    .where({ api_key_id: apiKeyId, idempotency_key: idempotencyKey })
    .where('created_at', '>', new Date(nowMs - IDEMPOTENCY_RETENTION_MS))
    .first<KeptAnswerRow | undefined>('request_hash', 'status_code', 'answer_encrypted');
  return row === undefined
    ? undefined
    : { requestHash: row.request_hash, statusCode: row.status_code, answerEncrypted: row.answer_encrypted };
}

/** Keeps an answer in the transaction of its effect; one that has expired makes room. */
export async function keepAnswer(
  trx: Transaction,
  answer: IdempotencyKey & KeptAnswer & { readonly nowMs: number },
): Promise<void> {
  await trx('idempotency_keys')
    .insert({
      api_key_id: answer.apiKeyId,
      idempotency_key: answer.idempotencyKey,
      request_hash: answer.requestHash,
      status_code: answer.statusCode,
      answer_encrypted: answer.answerEncrypted,
      created_at: new Date(answer.nowMs),
    })
    .onConflict(['api_key_id', 'idempotency_key'])
    .merge();
}

/** Deletes answers older than 24 hours, `limit` at a time. @returns how many. */
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
