import { Secret, TOTP } from 'otpauth';

const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** A code counts one step before and after its own: clocks differ, and people type. */
const WINDOW_STEPS = 1;

/** RFC 6238 with the parameters of every authenticator app: SHA-1, six digits, steps of 30 seconds. */
const KIND = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const;

/** Returns a new secret in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the URI that an authenticator app reads as a QR code. */
export function totpUri(secret: string, { issuer, email }: Readonly<Record<'issuer' | 'email', string>>) {
  return new TOTP({ ...KIND, issuer, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/** Returns the step of a code of six digits; null: the code is for another secret or another time. */
export function findTotpStep(
  secret: string,
  { code, nowMs }: { readonly code: string; readonly nowMs: number },
) {
  const totp = new TOTP({ ...KIND, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: nowMs, window: WINDOW_STEPS });
  return delta === null ? null : Math.floor(nowMs / 1_000 / PERIOD_SECONDS) + delta;
}
