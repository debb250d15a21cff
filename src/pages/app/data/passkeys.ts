import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { askPasskey } from './session.js';

/** The browser made no passkey, or got no answer from one. The message says what to do. */
export class PasskeyFailure extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'PasskeyFailure';
  }
}

/** It is loaded on demand, because most pages need no passkey. */
const load = () => import('@simplewebauthn/browser');

function explain(error: unknown): PasskeyFailure {
  const name = error instanceof Error ? error.name : '';
  switch (name) {
    case 'NotAllowedError':
    case 'AbortError':
      return new PasskeyFailure('No passkey was used: it was cancelled, or took too long. Try again.', error);
    case 'InvalidStateError':
      return new PasskeyFailure('This device already has a passkey of yours. Use another device.', error);
    case 'SecurityError':
      return new PasskeyFailure(
        location.hostname === '127.0.0.1'
          ? `A passkey needs a host name. Open this page at ${location.origin.replace('127.0.0.1', 'localhost')}.`
          : 'Passkeys work only at the address that this service is set up for. Open this page there.',
        error,
      );
    default:
      return new PasskeyFailure(
        'This browser could not use a passkey here. Use another browser or device.',
        error,
      );
  }
}

/** Asks for one of the passkeys of the person who is signed in, or is signing in. */
export async function provePasskey(): Promise<AuthenticationResponseJSON> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([load(), askPasskey()]);
  try {
    return await startAuthentication({ optionsJSON });
  } catch (error) {
    throw explain(error);
  }
}

/** Makes a passkey on this device, or on another one that the browser can reach. */
export async function makePasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await load();
  try {
    return await startRegistration({ optionsJSON });
  } catch (error) {
    throw explain(error);
  }
}
