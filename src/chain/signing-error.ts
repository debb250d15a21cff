const SIGNING_ERROR_CODES = ['no_signature', 'wrong_key'] as const;
/** `no_signature`: the key's keeper gave none, and may later. `wrong_key`: it gave one of another key. */
export type SigningErrorCode = (typeof SIGNING_ERROR_CODES)[number];

export function isSigningErrorCode(code: string): code is SigningErrorCode {
  return SIGNING_ERROR_CODES.some((known) => known === code);
}

/** A key that is elsewhere was asked for a signature, and nothing was signed by it that could be used. */
export class SigningError extends Error {
  override readonly name = 'SigningError';
  readonly code: SigningErrorCode;

  constructor(code: SigningErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
