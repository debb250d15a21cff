import { z } from 'zod';
import {
  addPasskey,
  beginTotp,
  dropPasskey,
  dropTotp,
  putTotpInForce,
  renewRecoveryCodes,
  type FactorOrder,
} from '../../../db/people/factor-orders.js';
import { totpUri } from '../../../db/people/totp-codes.js';
import { parseTotpCode } from '../../../domain/people/second-factors.js';
import type { MemberKind } from '../../../domain/people/roles.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { auditActor } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { orderRoute, type Route } from '../../requests/route.js';
import { idOf, line } from '../../requests/schemas.js';
import { newPasskey, passkeyOfferSchema } from '../../views/passkey-ceremonies.js';
import { passkeySchema, recoveryCodesSchema, showPasskey } from '../../views/security.js';
import { offerPasskey, verifyNewPasskey } from './passkey-ceremonies.js';
import { SECURITY_PATHS as PATHS, SESSION_ACCESS, signedInOf, type SessionCaller } from './session-kinds.js';

const PASSKEY_NAME_MAX = 64;

const ofFirstFactor = recoveryCodesSchema.nullable().meta({
  description:
    'Recovery codes, which are made with the first factor and shown only in this answer. Null: you have some already.',
});
const removedSchema = z.strictObject({ removed: z.literal(true) }).meta({ id: 'FactorRemoved' });

function orderOf(deps: AppDeps, caller: SessionCaller): FactorOrder {
  const { sessionId, member } = signedInOf(caller).session;
  return { memberId: member.memberId, sessionId, actor: auditActor(caller), nowMs: deps.now() };
}

/** The common part of these routes. Only a session may call them, because a key has no member and no factors. */
const shared = (kind: MemberKind) =>
  ({ access: SESSION_ACCESS[kind], needsConfirmation: true, method: 'post' }) as const;

/** POST …/security/totp */
const begin = (kind: MemberKind): Route =>
  orderRoute({
    ...shared(kind),
    path: `${PATHS[kind]}/totp`,
    summary: 'Add an authenticator app',
    description: 'The app is in force after `…/security/totp/confirm`. Show `otpauthUri` as a QR code.',
    reply: dataOf(
      z.strictObject({
        secret: z
          .string()
          .meta({ description: 'In base32.', examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'] }),
        otpauthUri: z.string().meta({ examples: ['otpauth://totp/Quittance:ann%40shop.example?secret=…'] }),
      }),
    ),
    errors: ['invalid_state'],
    async order(deps, trx, { caller }) {
      const secret = await beginTotp(trx, orderOf(deps, caller), deps.secretBox);
      const { email } = signedInOf(caller).session.member;
      const { hostname } = new URL(kind === 'operator' ? deps.adminBaseUrl : deps.publicBaseUrl);
      return dataReply({ secret, otpauthUri: totpUri(secret, { issuer: `Quittance ${hostname}`, email }) });
    },
  });

/** POST …/security/totp/confirm */
const confirm = (kind: MemberKind): Route =>
  orderRoute({
    ...shared(kind),
    path: `${PATHS[kind]}/totp/confirm`,
    summary: 'Put the authenticator app in force',
    description: 'Give the code that the app shows. Ends all your other sessions.',
    reply: dataOf(z.strictObject({ recoveryCodes: ofFirstFactor })),
    errors: ['invalid_state'],
    body: z.strictObject({
      code: z
        .string()
        .regex(/^\d{3} ?\d{3}$/, 'expected six digits')
        .meta({ examples: ['123456'] }),
    }),
    async order(deps, trx, { caller, body }) {
      const code = parseTotpCode(body.code) ?? '';
      const { secretBox } = deps;
      const recoveryCodes = await putTotpInForce(trx, orderOf(deps, caller), { code, secretBox });
      return dataReply({ recoveryCodes });
    },
  });

/** DELETE …/security/totp */
const remove = (kind: MemberKind): Route =>
  orderRoute({
    ...shared(kind),
    method: 'delete',
    path: `${PATHS[kind]}/totp`,
    summary: 'Remove the authenticator app',
    description: 'Ends all your other sessions.',
    reply: dataOf(removedSchema),
    errors: ['not_found'],
    async order(deps, trx, { caller }) {
      await dropTotp(trx, orderOf(deps, caller));
      return dataReply({ removed: true as const });
    },
  });

/** POST …/security/recovery-codes */
const renew = (kind: MemberKind): Route =>
  orderRoute({
    ...shared(kind),
    path: `${PATHS[kind]}/recovery-codes`,
    summary: 'Make new recovery codes',
    description: 'The earlier codes no longer work. Ends all your other sessions.',
    reply: dataOf(z.strictObject({ recoveryCodes: recoveryCodesSchema })),
    errors: ['invalid_state'],
    order: async (deps, trx, { caller }) =>
      dataReply({ recoveryCodes: await renewRecoveryCodes(trx, orderOf(deps, caller)) }),
  });

/** POST …/security/passkeys/options */
const offer = (kind: MemberKind): Route =>
  orderRoute({
    ...shared(kind),
    path: `${PATHS[kind]}/passkeys/options`,
    summary: 'Ask an authenticator for a passkey',
    description:
      'Give the answer to `navigator.credentials.create()`. Send its result to `…/security/passkeys`.',
    reply: dataOf(passkeyOfferSchema),
    order: async (deps, trx, { caller }) =>
      dataReply(await offerPasskey(deps, trx, signedInOf(caller).session)),
  });

/** POST …/security/passkeys */
const register = (kind: MemberKind): Route =>
  orderRoute({
    ...shared(kind),
    path: `${PATHS[kind]}/passkeys`,
    summary: 'Register a passkey',
    description: 'At most 20. Ends all your other sessions.',
    reply: dataOf(z.strictObject({ passkey: passkeySchema, recoveryCodes: ofFirstFactor })),
    errors: ['invalid_state', 'limit_exceeded'],
    body: z.strictObject({
      name: line({ max: PASSKEY_NAME_MAX }).meta({ examples: ['Laptop'] }),
      response: newPasskey,
    }),
    prepare: (deps, { caller, body: { response } }) =>
      verifyNewPasskey(deps, { session: signedInOf(caller).session, response }),
    async order(deps, trx, { caller, body: { name } }, proven) {
      const added = await addPasskey(trx, orderOf(deps, caller), { ...proven, name });
      return dataReply({ passkey: showPasskey(added.passkey), recoveryCodes: added.recoveryCodes });
    },
  });

/** DELETE …/security/passkeys/{passkeyId} */
const unregister = (kind: MemberKind): Route =>
  orderRoute({
    ...shared(kind),
    method: 'delete',
    path: `${PATHS[kind]}/passkeys/:passkeyId`,
    summary: 'Remove a passkey',
    description: 'Ends all your other sessions. An operator who needs a passkey keeps the last one.',
    reply: dataOf(removedSchema),
    errors: ['invalid_state'],
    params: z.strictObject({ passkeyId: idOf('psk') }),
    async order(deps, trx, { caller, params: { passkeyId } }) {
      const needsOne = kind === 'operator' && deps.operatorsNeedPasskeys;
      await dropPasskey(trx, orderOf(deps, caller), { passkeyId, needsOne });
      return dataReply({ removed: true as const });
    },
  });

export const beginMerchantTotpRoute = begin('merchant');
export const confirmMerchantTotpRoute = confirm('merchant');
export const removeMerchantTotpRoute = remove('merchant');
export const renewMerchantRecoveryCodesRoute = renew('merchant');
export const offerMerchantPasskeyRoute = offer('merchant');
export const registerMerchantPasskeyRoute = register('merchant');
export const removeMerchantPasskeyRoute = unregister('merchant');
export const beginOperatorTotpRoute = begin('operator');
export const confirmOperatorTotpRoute = confirm('operator');
export const removeOperatorTotpRoute = remove('operator');
export const renewOperatorRecoveryCodesRoute = renew('operator');
export const offerOperatorPasskeyRoute = offer('operator');
export const registerOperatorPasskeyRoute = register('operator');
export const removeOperatorPasskeyRoute = unregister('operator');
