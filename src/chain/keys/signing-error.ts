/** `no_signature`: the key's keeper gave none, and may later. `wrong_key`: it gave one of another key. */
export type SigningErrorCode = 'no_signature' | 'wrong_key';

/** A key that is elsewhere was asked for a signature, and nothing was signed by it that could be used. */
export class SigningError extends Error {
  override readonly name = 'SigningError';
  readonly code: SigningErrorCode;

  constructor(code: SigningErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
