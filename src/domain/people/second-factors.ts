const MINUTE_MS = 60_000;

/** The second factors that a member can use besides the password. */
export type SecondFactor = 'totp' | 'passkey' | 'recovery_code';

/** The second factors that a member has. */
export interface FactorsOfMember {
  /** An authenticator app is in force. */
  readonly hasTotp: boolean;
  readonly passkeys: number;
  readonly recoveryCodes: number;
}

/** Returns the factors that a member can be asked for. A recovery code stands for one of the others, never alone. */
export function secondFactorsOf({
  hasTotp,
  passkeys,
  recoveryCodes,
}: FactorsOfMember): readonly SecondFactor[] {
  if (!hasTotp && passkeys === 0) return [];
  return [
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(hasTotp ? (['totp'] as const) : []),
    ...(recoveryCodes > 0 ? (['recovery_code'] as const) : []),
  ];
}

export const RECOVERY_CODES = 10;
export const PASSKEYS_MAX = 20;

/**
 * After this many refused codes of the authenticator app within {@link REFUSED_CODES_WITHIN_MS}, none completes a
 * sign-in. Without this limit a thief of the password could guess for months: three of a million codes are valid at
 * each moment. As many refused factors end a complete session, because its cookie may be stolen.
 */
export const REFUSED_CODES_MAX = 20;
export const REFUSED_CODES_WITHIN_MS = 24 * 60 * MINUTE_MS;
/** The time for which a member is told about refused factors. */
export const REFUSED_FACTORS_TOLD_MS = 30 * REFUSED_CODES_WITHIN_MS;

/** How long a passkey may take to sign a challenge, in ms. */
export const CHALLENGE_LASTS_MS = 5 * MINUTE_MS;

/** Crockford's alphabet: no two of its characters look alike. */
export const RECOVERY_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** The `after` state in the audit log's entry of a refused second factor. */
export interface RefusedFactor {
  readonly factor: SecondFactor;
  readonly at: 'sign_in' | 'confirmation';
  /** Left out: the entry is from before sessions were named. */
  readonly sessionId?: string;
}

/** Returns a code as it is compared: people leave dashes out, and read an O where a zero is. */
export function normalizeRecoveryCode(said: string): string {
  return said.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
}

/** Returns the text as a code of an authenticator app. Null: it is not such a code, so it may be a recovery code. */
export function parseTotpCode(said: string): string | null {
  const digits = said.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}
