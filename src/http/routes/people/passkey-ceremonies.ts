import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { z } from 'zod';
import type { Transaction } from '../../../db/core/database.js';
import {
  keepChallenge,
  takeChallenge,
  type ChallengePurpose,
} from '../../../db/people/passkey-challenges.js';
import { listPasskeys, notePasskeyUse, type Passkey } from '../../../db/people/passkeys.js';
import type { Session } from '../../../db/people/sessions.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { CHALLENGE_LASTS_MS } from '../../../domain/people/second-factors.js';
import type { AppDeps } from '../../requests/app-deps.js';
import type { Shown } from '../../requests/reply.js';
import type {
  newPasskey,
  passkeyOfferSchema,
  passkeyRequestSchema,
  provenPasskey,
} from '../../views/passkey-ceremonies.js';

/** Loads the library at the first use of a passkey. An API without passkeys saves its 24 MiB. */
const loadLibrary = () => import('@simplewebauthn/server');

/**
 * The host to which a passkey belongs. A passkey does not answer pages of another host, so a false page cannot obtain a
 * signature.
 */
interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

const LOOPBACK = ['127.0.0.1', '[::1]'];

/** Returns the relying party of a member. A passkey needs a host name. A loopback address counts as `localhost`. */
function relyingPartyOf(
  { membership }: Session['member'],
  { publicBaseUrl, adminBaseUrl }: Pick<AppDeps, 'publicBaseUrl' | 'adminBaseUrl'>,
): RelyingParty {
  const url = new URL(membership.kind === 'operator' ? adminBaseUrl : publicBaseUrl);
  if (LOOPBACK.includes(url.hostname)) url.hostname = 'localhost';
  return { id: url.hostname, origin: url.origin };
}

type KnownSession = Pick<Session, 'sessionId' | 'member'>;

const credentialOf = ({ credentialId: id, transports }: Passkey) => ({
  id,
  type: 'public-key' as const,
  transports: [...transports],
});

function keep(
  deps: AppDeps,
  trx: Transaction,
  { sessionId, purpose, challenge }: { sessionId: string; purpose: ChallengePurpose; challenge: string },
): Promise<void> {
  return keepChallenge(trx, { sessionId, purpose, challenge, nowMs: deps.now() });
}

/** Returns the request with which a browser asks for a signature of the member's passkey, and stores its challenge. */
export async function requestPasskey(
  deps: AppDeps,
  trx: Transaction,
  { sessionId, member }: KnownSession,
): Promise<Shown<typeof passkeyRequestSchema>> {
  const passkeys = await listPasskeys(trx, member.memberId);
  if (passkeys.length === 0)
    throw new QuittanceError('invalid_state', 'You have no passkey: give a code or the password.');
  const { id: rpId } = relyingPartyOf(member, deps);
  const { generateAuthenticationOptions } = await loadLibrary();
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId });
  await keep(deps, trx, { sessionId, purpose: 'prove', challenge });
  const allowCredentials = passkeys.map(credentialOf);
  return { challenge, rpId, allowCredentials, timeout: CHALLENGE_LASTS_MS, userVerification: 'required' };
}

/** Returns the request with which a browser asks an authenticator for a new passkey, and stores its challenge. */
export async function offerPasskey(
  deps: AppDeps,
  trx: Transaction,
  { sessionId, member }: KnownSession,
): Promise<Shown<typeof passkeyOfferSchema>> {
  const { id } = relyingPartyOf(member, deps);
  const { generateRegistrationOptions } = await loadLibrary();
  const { challenge, user, pubKeyCredParams } = await generateRegistrationOptions({
    rpID: id,
    rpName: 'Quittance',
    userName: member.email,
    userDisplayName: member.name,
    // With the same id each time, an authenticator keeps one passkey for the member.
    userID: Uint8Array.from(Buffer.from(member.memberId, 'utf8')),
  });
  await keep(deps, trx, { sessionId, purpose: 'register', challenge });
  return {
    challenge,
    rp: { id, name: 'Quittance' },
    user,
    timeout: CHALLENGE_LASTS_MS,
    attestation: 'none',
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
    excludeCredentials: (await listPasskeys(trx, member.memberId)).map(credentialOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  };
}

async function take(
  deps: AppDeps,
  { sessionId, purpose }: { sessionId: string; purpose: ChallengePurpose },
): Promise<string> {
  const challenge = await takeChallenge(deps.db, { sessionId, purpose, nowMs: deps.now() });
  if (challenge === undefined)
    throw refused(
      'There is no open passkey request in this session. A request is valid for 5 minutes. Try again.',
    );
  return challenge;
}

function refused(message: string, cause?: unknown): QuittanceError {
  return new QuittanceError('unauthenticated', message, { cause });
}

/**
 * Verifies the answer of a passkey. The challenge is used up, whatever the answer is.
 *
 * @returns a function that counts the signature, in the transaction of the order that needs it.
 * @throws QuittanceError `unauthenticated`.
 */
export async function verifyPasskey(
  deps: AppDeps,
  {
    session: { sessionId, member },
    proof,
  }: { readonly session: KnownSession; readonly proof: z.output<typeof provenPasskey> },
): Promise<(trx: Transaction) => Promise<void>> {
  const expectedChallenge = await take(deps, { sessionId, purpose: 'prove' });
  const passkey = (await listPasskeys(deps.db, member.memberId)).find(
    ({ credentialId }) => credentialId === proof.id,
  );
  if (passkey === undefined) throw refused('This passkey is not registered for you.');
  const { id: expectedRPID, origin: expectedOrigin } = relyingPartyOf(member, deps);
  const { credentialId: id, publicKey, counter } = passkey;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const proven = await verifyAuthenticationResponse({
    expectedChallenge,
    expectedOrigin,
    expectedRPID,
    response: proof as AuthenticationResponseJSON,
    credential: { id, publicKey, counter },
  }).catch((error: unknown) => {
    throw refused('The passkey did not prove that it is you.', error);
  });
  const { passkeyId } = passkey;
  const { newCounter } = proven.authenticationInfo;
  if (!proven.verified) throw refused('The passkey did not prove that it is you.');
  return async (trx) => {
    if (!(await notePasskeyUse(trx, { passkeyId, counter: newCounter, nowMs: deps.now() })))
      throw refused('Another answer of this passkey came at the same moment. Try again.');
  };
}

/**
 * Verifies a new passkey. The challenge is used up, whatever the answer is. @throws QuittanceError `unauthenticated`.
 */
export async function verifyNewPasskey(
  deps: AppDeps,
  {
    session: { sessionId, member },
    response,
  }: { readonly session: KnownSession; readonly response: z.output<typeof newPasskey> },
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>> {
  const expectedChallenge = await take(deps, { sessionId, purpose: 'register' });
  const { id: expectedRPID, origin: expectedOrigin } = relyingPartyOf(member, deps);
  const { verifyRegistrationResponse } = await loadLibrary();
  const made = await verifyRegistrationResponse({
    expectedChallenge,
    expectedOrigin,
    expectedRPID,
    response: response as RegistrationResponseJSON,
  }).catch((error: unknown) => {
    throw refused('The authenticator did not prove the new passkey.', error);
  });
  if (!made.verified) throw refused('The authenticator did not prove the new passkey.');
  const { id: credentialId, publicKey, counter } = made.registrationInfo.credential;
  return { credentialId, publicKey, counter, transports: response.response.transports ?? [] };
}
