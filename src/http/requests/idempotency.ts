import { createHash } from 'node:crypto';
import { transaction, type Transaction } from '../../db/core/database.js';
import {
  findKeptAnswer,
  isShownOnce,
  keepAnswer,
  openAnswer,
  sealAnswer,
  tryLockIdempotencyKey,
  type IdempotencyKey,
  type KeptAnswer,
} from '../../db/merchants/idempotency-keys.js';
import { QuittanceError, type ErrorCode } from '../../domain/core/errors.js';
import type { AppDeps } from './app-deps.js';
import { idempotencyKey } from './idempotency-key.js';
import { errorReply, type Reply } from './reply.js';
import { validationFailed } from './validate.js';

/** The work of a route in two parts: before its transaction, and within it. */
export interface Work<Plan> {
  /**
   * Does the slow work that depends on other systems, such as reading prices or resolving host names. It changes
   * nothing.
   */
  prepare(): Promise<Plan>;
  /** Makes the change and the answer in the given transaction. */
  effect(trx: Transaction, plan: Plan): Promise<Reply>;
}

/** A request of a known caller, with everything that identifies it. */
export interface IdentifiedRequest {
  readonly credentialId: string;
  /** SHA-256 of the key or the session's token that was sent. */
  readonly secretHash: string;
  readonly idempotencyKey: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly requestId: string;
}

/**
 * The statuses of refusals that are stored as the route's answer. A repeated request with the same key gets them again.
 */
const KEPT_STATUSES: readonly number[] = [404, 409, 422];

/** Reads the header `Idempotency-Key`. @throws QuittanceError `validation_failed`. */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || idempotencyKey.safeParse(header).success) return header;
  throw validationFailed([
    { path: 'Idempotency-Key', message: 'expected 1 to 255 printable ASCII characters' },
  ]);
}

/**
 * Does the work once for each Idempotency-Key. The answer is kept in the same transaction as the effect. For 24 hours,
 * the same request with the same key gets that answer again. Without a key the work is simply done.
 *
 * @throws QuittanceError `idempotency_key_reused`, `idempotency_in_progress`, and the errors of the work.
 */
export async function answerOnce<Plan>(
  deps: AppDeps,
  request: IdentifiedRequest,
  work: Work<Plan>,
): Promise<Reply> {
  const { idempotencyKey } = request;
  const reply =
    idempotencyKey === undefined
      ? await work.prepare().then((plan) => transaction(deps.db, (trx) => work.effect(trx, plan)))
      : await answerKept(deps, { ...request, idempotencyKey }, work);
  if (reply.status < 300) deps.background.run('dispatching the outbox', () => deps.dispatchOutbox());
  return reply;
}

async function answerKept<Plan>(
  deps: AppDeps,
  request: IdentifiedRequest & { readonly idempotencyKey: string },
  work: Work<Plan>,
): Promise<Reply> {
  const hashes = hashesOf(request);
  const nowMs = deps.now();
  const replay = async (): Promise<Reply | undefined> => {
    const kept = await findKeptAnswer(deps.db, { ...request, nowMs });
    return kept === undefined ? undefined : replayed(deps, { ...request, ...kept }, hashes);
  };
  /**
   * Does the work and stores its answer in one transaction. Returns undefined if another request has stored its answer.
   */
  const doOnce = (make: (trx: Transaction) => Promise<Reply>): Promise<Reply | undefined> =>
    transaction(deps.db, async (trx) => {
      if (!(await tryLockIdempotencyKey(trx, request))) throw inProgress();
      const reply = await make(trx);
      const bound = { ...request, requestHash: isShownOnce(reply.body) ? hashes.ofSender : hashes.ofRequest };
      const answerEncrypted = sealAnswer(deps.secretBox, reply.body, bound);
      const kept = { ...bound, statusCode: reply.status, answerEncrypted, nowMs };
      // An earlier holder of the lock may have stored its answer after our look-up. Then our work is rolled back.
      if (!(await keepAnswer(trx, kept))) throw new KeptByAnother();
      return reply;
    }).catch(unlessKept);

  const early = await replay();
  if (early !== undefined) return early;
  // `prepare` runs before the transaction: a slow name server must not hold a database connection.
  const done = await refusalOr(request, async () => {
    const plan = await work.prepare();
    return doOnce((trx) => work.effect(trx, plan));
  });
  // A refusal is stored in its own transaction, because the work before it was rolled back.
  const reply = 'refusal' in done ? await doOnce(() => Promise.resolve(done.refusal)) : done.value;
  const answer = reply ?? (await replay());
  if (answer === undefined) throw inProgress();
  return answer;
}

class KeptByAnother extends Error {}

function unlessKept(error: unknown): undefined {
  if (!(error instanceof KeptByAnother)) throw error;
}

function inProgress(): QuittanceError {
  return new QuittanceError(
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still running. Send the request again in a moment.',
  );
}

/** Temporary refusals. They are not stored, because the next attempt may succeed. */
const PASSING_CODES: readonly ErrorCode[] = ['idempotency_in_progress', 'chain_not_read'];

function isKept({ code, status }: QuittanceError): boolean {
  return KEPT_STATUSES.includes(status) && !PASSING_CODES.includes(code);
}

/** Runs a part of the work. A refusal that is to be stored is returned as an answer. Any other error is thrown. */
async function refusalOr<T>(
  { requestId }: IdentifiedRequest,
  run: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly refusal: Reply }> {
  try {
    return { value: await run() };
  } catch (error) {
    if (error instanceof QuittanceError && isKept(error)) {
      return { refusal: errorReply(error, requestId) };
    }
    throw error;
  }
}

function replayed(deps: AppDeps, kept: KeptAnswer & IdempotencyKey, hashes: RequestHashes): Reply {
  const requestHash = [hashes.ofRequest, hashes.ofSender].find((hash) => kept.requestHash.equals(hash));
  if (requestHash === undefined) {
    throw new QuittanceError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Or its answer contains a secret and was given to another ' +
        'API key or session. Use a new Idempotency-Key for each thing to create.',
    );
  }
  return {
    status: kept.statusCode,
    body: openAnswer(deps.secretBox, kept.answerEncrypted, { ...kept, requestHash }),
    headers: { 'Idempotency-Replayed': 'true' },
  };
}

/** Two hashes of a request. A stored answer is bound to one of them. */
interface RequestHashes {
  /** Of the request alone. Any key or session of the caller gets the stored answer. */
  readonly ofRequest: Buffer;
  /** Of the request and the exact key or token that was sent. It binds an answer that contains a secret. */
  readonly ofSender: Buffer;
}

function hashesOf({ method, path, body, secretHash }: IdentifiedRequest): RequestHashes {
  const asked = [method, path, body ?? null];
  const hash = (of: readonly unknown[]): Buffer => createHash('sha256').update(JSON.stringify(of)).digest();
  return { ofRequest: hash(asked), ofSender: hash([...asked, secretHash]) };
}
