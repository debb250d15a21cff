/**
 * Why a webhook was not verified.
 *
 * - `body_not_raw`: what was passed is not the body's bytes, but parsed JSON, or nothing.
 * - `body_changed`: the content is genuine, but the bytes are not: the body was parsed and written again.
 * - `body_not_json`: the signature is genuine, but the body is not an event.
 * - `header_missing`, `header_malformed`: a header of the signature is missing, or is not as we send it.
 * - `secret_malformed`: what was passed is not the secret of an endpoint.
 * - `signature_mismatch`: another secret, another body, or a forgery.
 * - `timestamp_out_of_tolerance`: genuine, but too old or from the future.
 */
export type WebhookVerificationCode =
  | 'body_not_raw'
  | 'body_changed'
  | 'body_not_json'
  | 'header_missing'
  | 'header_malformed'
  | 'secret_malformed'
  | 'signature_mismatch'
  | 'timestamp_out_of_tolerance';

/**
 * The request is not a webhook of the service, or your program passes it on wrongly. The message says what to change.
 * Answer 400 or 401.
 */
export class WebhookVerificationError extends Error {
  readonly code: WebhookVerificationCode;

  constructor(code: WebhookVerificationCode, message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
    this.code = code;
  }
}
