/**
 * - `body_not_raw`: what was passed is not the body's bytes, but parsed JSON, or nothing.
 * - `body_changed`: the content is genuine and the bytes are not: it was parsed and written again.
 * - `body_not_json`: the signature is genuine and the body is no event.
 * - `header_missing`, `header_malformed`: a header of the signature is not there, or is nothing that we send.
 * - `secret_malformed`: what was passed is no secret of an endpoint.
 * - `signature_mismatch`: another secret, another body, or a forgery.
 * - `timestamp_out_of_tolerance`: genuine, and too old or from the future.
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
 * The request is not one of ours, or is not handled as it must be. The message says what to change. Answer 400 or 401.
 */
export class WebhookVerificationError extends Error {
  readonly code: WebhookVerificationCode;

  constructor(code: WebhookVerificationCode, message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
    this.code = code;
  }
}
