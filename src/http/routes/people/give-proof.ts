import { z } from 'zod';
import { appendAudit } from '../../../db/audit/audit-log.js';
import type { Transaction } from '../../../db/core/database.js';
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

/** What a second factor is given as. */
export type FactorProof = z.output<typeof codeProof> | z.output<typeof passkeyProof>;

/** Uses a second factor up: a code or a challenge counts once. @throws QuittanceError `unauthenticated`. */
export async function useSecondFactor(
  deps: AppDeps,
  trx: Transaction,
  { caller, proof }: { readonly caller: SessionCaller; readonly proof: FactorProof },
): Promise<void> {
  const { session } = signedInOf(caller);
  if ('passkey' in proof) {
    await verifyPasskey(deps, trx, { session, proof: proof.passkey });
    return;
  }
  const { memberId } = session.member;
  const code = parseTotpCode(proof.code);
  const counts =
    code === null
      ? await useRecoveryCode(trx, { memberId, code: proof.code })
      : await useTotpCode(trx, { memberId, code, secretBox: deps.secretBox, nowMs: deps.now() });
  if (!counts)
    throw new QuittanceError(
      'unauthenticated',
      'The code is wrong, or was used before. Wait for the next one of your app.',
    );
  if (code === null)
    await appendAudit(trx, {
      ...{ actor: auditActor(caller), action: 'member.use_recovery_code' },
      ...{ objectKind: 'member', objectId: memberId },
    });
}
