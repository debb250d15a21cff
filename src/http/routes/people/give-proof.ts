import { z } from 'zod';
import { appendAudit } from '../../../db/audit/audit-log.js';
import type { Transaction } from '../../../db/core/database.js';
import { keepMember } from '../../../db/people/members.js';
import { useRecoveryCode } from '../../../db/people/recovery-codes.js';
import { useTotpCode } from '../../../db/people/totp-secrets.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { parseTotpCode } from '../../../domain/people/second-factors.js';
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
    description: 'Six digits of the authenticator app, or a recovery code. Each counts once.',
    examples: ['123456'],
  });

export const codeProof = z.strictObject({ code: saidCode });
export const passkeyProof = z.strictObject({ passkey: provenPasskey });

/** A second factor as a request gives it. */
export type FactorProof = z.output<typeof codeProof> | z.output<typeof passkeyProof>;

/**
 * Verifies a second factor as far as possible before the order that needs it. This uses up a challenge, even when the
 * answer is refused.
 *
 * @returns a function that uses the factor up, in the transaction of the order: a code and a signature count once.
 * @throws QuittanceError `unauthenticated`, as does the returned function.
 */
export async function verifySecondFactor(
  deps: AppDeps,
  { caller, proof }: { readonly caller: SessionCaller; readonly proof: FactorProof },
): Promise<(trx: Transaction) => Promise<void>> {
  const { session } = signedInOf(caller);
  const use =
    'passkey' in proof
      ? await verifyPasskey(deps, { session, proof: proof.passkey })
      : (trx: Transaction) => useCode(deps, trx, { caller, said: proof.code });
  return async (trx) => {
    // Locked before the factor itself, as in every change of a factor, to avoid a deadlock.
    await keepMember(trx, session.member.memberId);
    await use(trx);
  };
}

async function useCode(
  deps: AppDeps,
  trx: Transaction,
  { caller, said }: { readonly caller: SessionCaller; readonly said: string },
): Promise<void> {
  const { memberId } = signedInOf(caller).session.member;
  const code = parseTotpCode(said);
  const counts =
    code === null
      ? await useRecoveryCode(trx, { memberId, code: said })
      : await useTotpCode(trx, { memberId, code, secretBox: deps.secretBox, nowMs: deps.now() });
  if (!counts)
    throw new QuittanceError(
      'unauthenticated',
      'The code is wrong, or was used before. Wait for the next one of your app.',
    );
  if (code === null)
    await appendAudit(trx, {
      actor: auditActor(caller),
      action: 'member.use_recovery_code',
      objectKind: 'member',
      objectId: memberId,
    });
}
