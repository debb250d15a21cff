import { z } from 'zod';
import { appendAudit } from '../../../db/audit/audit-log.js';
import { transaction, type Transaction } from '../../../db/core/database.js';
import { keepMember } from '../../../db/people/members.js';
import { useRecoveryCode } from '../../../db/people/recovery-codes.js';
import { countRefusedIn, noteRefusedFactor, waitOfRefusedCodes } from '../../../db/people/refused-factors.js';
import { endSession } from '../../../db/people/sessions.js';
import { useTotpCode } from '../../../db/people/totp-secrets.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import {
  parseTotpCode,
  REFUSED_CODES_MAX,
  REFUSED_CODES_WITHIN_MS,
} from '../../../domain/people/second-factors.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { auditActor } from '../../requests/caller.js';
import { provenPasskey } from '../../views/passkey-ceremonies.js';
import { verifyPasskey } from './passkey-ceremonies.js';
import { signedInOf, type SessionCaller } from './session-kinds.js';

const saidCode = z
  .string()
  .min(1)
  .max(64)
  .meta({
    description: 'Six digits of the authenticator app, or a recovery code. Each works once.',
    examples: ['123456'],
  });

export const codeProof = z.strictObject({ code: saidCode });
export const passkeyProof = z.strictObject({ passkey: provenPasskey });

/** A second factor in a request. */
export type FactorProof = z.output<typeof codeProof> | z.output<typeof passkeyProof>;

/** A second factor, and the session in which it is given. */
interface Proven {
  readonly caller: SessionCaller;
  readonly proof: FactorProof;
}

/**
 * Carries an order out and uses its second factor up, in one transaction. A code or a passkey's signature works once. A
 * challenge is used up before the transaction, even if the answer is refused. A refused factor is written into the
 * audit log. Too many refused factors end the session, so that a thief of the cookie cannot guess a code.
 *
 * @throws QuittanceError `unauthenticated`; `rate_limited` if too many codes of the app were refused; the errors of
 *   `order`.
 */
export async function withSecondFactor<Done>(
  deps: AppDeps,
  proven: Proven,
  order: (trx: Transaction) => Promise<Done>,
): Promise<Done> {
  const factor = { isGiven: false };
  try {
    const use = await verifySecondFactor(deps, proven);
    return await transaction(deps.db, async (trx) => {
      await use(trx);
      factor.isGiven = true;
      return order(trx);
    });
  } catch (error) {
    if (!factor.isGiven && error instanceof QuittanceError && error.code === 'unauthenticated')
      await noteRefused(deps, proven);
    throw error;
  }
}

async function noteRefused(deps: AppDeps, { caller, proof }: Proven): Promise<void> {
  const { member, needsSecondFactor, sessionId } = signedInOf(caller).session;
  const { memberId } = member;
  const byCode = 'code' in proof && parseTotpCode(proof.code) !== null ? 'totp' : 'recovery_code';
  const refused = { factor: 'passkey' in proof ? 'passkey' : byCode } as const;
  const at = needsSecondFactor ? 'sign_in' : 'confirmation';
  await transaction(deps.db, async (trx) => {
    await noteRefusedFactor(trx, { memberId, actor: auditActor(caller) }, { ...refused, at, sessionId });
    if (needsSecondFactor || (await countRefusedIn(trx, { memberId, sessionId })) < REFUSED_CODES_MAX) return;
    await endSession(trx, sessionId);
  });
}

/** @returns a function that uses the factor up, in the transaction of the order. */
async function verifySecondFactor(
  deps: AppDeps,
  { caller, proof }: Proven,
): Promise<(trx: Transaction) => Promise<void>> {
  const { session } = signedInOf(caller);
  const use =
    'passkey' in proof
      ? await verifyPasskey(deps, { session, proof: proof.passkey })
      : (trx: Transaction) => useCode(deps, trx, { caller, said: proof.code });
  return async (trx) => {
    // The member is locked before the factor, as in every change of a factor, to avoid a deadlock.
    await keepMember(trx, session.member.memberId);
    await use(trx);
  };
}

async function useCode(
  deps: AppDeps,
  trx: Transaction,
  { caller, said }: { readonly caller: SessionCaller; readonly said: string },
): Promise<void> {
  const { member, needsSecondFactor } = signedInOf(caller).session;
  const { memberId } = member;
  const code = parseTotpCode(said);
  // Refused codes block only the sign-in. A confirmation needs a complete session, so a person who has only the
  // password cannot block it.
  if (code !== null && needsSecondFactor) await assertCodesCount(trx, memberId);
  const counts =
    code === null
      ? await useRecoveryCode(trx, { memberId, code: said })
      : await useTotpCode(trx, { memberId, code, secretBox: deps.secretBox, nowMs: deps.now() });
  if (!counts)
    throw new QuittanceError(
      'unauthenticated',
      'The code is wrong, or was used before. Wait for the next code of your app.',
    );
  if (code === null)
    await appendAudit(trx, {
      actor: auditActor(caller),
      action: 'member.use_recovery_code',
      objectKind: 'member',
      objectId: memberId,
    });
}

async function assertCodesCount(trx: Transaction, memberId: string): Promise<void> {
  const most = REFUSED_CODES_MAX;
  const waitMs = await waitOfRefusedCodes(trx, { memberId, most, withinMs: REFUSED_CODES_WITHIN_MS });
  if (waitMs === 0) return;
  throw new QuittanceError(
    'rate_limited',
    `${most} codes were refused within a day. Sign in with a passkey or a recovery code.`,
    { retryAfterSeconds: Math.ceil(waitMs / 1_000) },
  );
}
