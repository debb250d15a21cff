/**
 * - `no_signature`: the service that keeps the key gave no signature. It may give one later.
 * - `wrong_key`: the service gave a signature from another key.
 */
export type SigningErrorCode = 'no_signature' | 'wrong_key';

/** A key outside this process was asked for a signature, and gave no usable one. */
export class SigningError extends Error {
  override readonly name = 'SigningError';
  readonly code: SigningErrorCode;

  constructor(code: SigningErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
