/** Every error code of the API with its HTTP status and meaning. Docs and routes follow this table. */
export const ERROR_CODES = {
  invalid_json: { status: 400, meaning: 'The body is not valid JSON.' },
  validation_failed: {
    status: 400,
    meaning: 'A field is missing, unknown or malformed; `details` names each.',
  },
  unauthenticated: {
    status: 401,
    meaning: 'No API key or session was given, or the given one is wrong, unknown or has ended.',
  },
  key_not_approved: { status: 403, meaning: 'An operator has not approved the API key yet.' },
  key_disabled: { status: 403, meaning: 'The API key was disabled, by its merchant or by an operator.' },
  missing_scope: { status: 403, meaning: 'The API key lacks the scope that this endpoint needs.' },
  ip_not_allowed: { status: 403, meaning: "The request's address is not on the API key's list." },
  merchant_suspended: { status: 403, meaning: 'An operator has suspended the merchant.' },
  csrf_failed: {
    status: 403,
    meaning: 'A request of a session came from another site, or without its `X-CSRF-Token`.',
  },
  confirmation_needed: {
    status: 403,
    meaning: 'The last confirmation is more than 10 minutes old: confirm again.',
  },
  second_factor_needed: {
    status: 403,
    meaning: 'The member has a second factor, and it was not given.',
  },
  passkey_needed: {
    status: 403,
    meaning: 'The operator has no passkey, and this instance requires one.',
  },
  not_found: { status: 404, meaning: 'There is no such object, or it belongs to another merchant.' },
  method_not_allowed: { status: 405, meaning: 'The path exists, with other methods; see `Allow`.' },
  payload_too_large: { status: 413, meaning: 'The body exceeds 64 KiB.' },
  unsupported_media_type: { status: 415, meaning: 'The body must be sent as application/json.' },
  idempotency_key_reused: { status: 409, meaning: 'The Idempotency-Key was used for another request.' },
  idempotency_in_progress: { status: 409, meaning: 'The first request of this Idempotency-Key still runs.' },
  invalid_state: { status: 409, meaning: 'The object is not in a state that allows this.' },
  chain_not_read: {
    status: 409,
    meaning: 'The newest blocks of the chain are not read yet; wait for `Retry-After` seconds.',
  },
  unsupported_asset: {
    status: 422,
    meaning: 'The chain or token is not offered here, or has no price in the currency; see GET /v1/assets.',
  },
  unsupported_time_zone: { status: 422, meaning: 'There is no time zone of this name.' },
  amount_too_small: { status: 422, meaning: "The amount is below the asset's minimum." },
  amount_too_precise: { status: 422, meaning: 'The amount has more digits than can be held exactly.' },
  invalid_address: {
    status: 422,
    meaning: 'The address is malformed, fails its EIP-55 checksum or can not be paid.',
  },
  invalid_signature: {
    status: 422,
    meaning: "The approver's signature can not be verified, or its validUntil is not within the next 7 days.",
  },
  address_not_whitelisted: {
    status: 422,
    meaning: 'The address is not on the whitelist of the API key or of its merchant.',
  },
  insufficient_balance: { status: 422, meaning: 'The available balance does not cover the amount.' },
  limit_exceeded: {
    status: 422,
    meaning: 'The request exceeds a limit of withdrawals, webhook endpoints or passkeys.',
  },
  url_not_allowed: { status: 422, meaning: 'The service is not allowed to call this webhook URL.' },
  rate_limited: { status: 429, meaning: 'Too many requests; wait for `Retry-After` seconds.' },
  internal_error: { status: 500, meaning: 'Something failed on our side; quote the request id.' },
  deposit_address_altered: {
    status: 500,
    meaning: 'The deposit address on record is not the one made for the invoice. Do not pay to any of them.',
  },
  withdrawal_altered: {
    status: 500,
    meaning: 'The withdrawal was altered in the database. Do not approve it.',
  },
  rate_unavailable: { status: 503, meaning: 'There is no recent price for this currency pair.' },
  temporarily_unavailable: { status: 503, meaning: 'A part of the service is not available; try again.' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

export interface ErrorDetail {
  /** Dotted path of the field, e.g. `metadata.orderId`. */
  readonly path: string;
  readonly message: string;
}

/** A refusal that the caller can act on. `message` is public: it has no internal text and no secret. */
export class QuittanceError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  /** Seconds to wait, for `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: readonly ErrorDetail[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'QuittanceError';
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

/** Ends a `switch` over a closed set. The code does not compile while a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}

/** Checks what must be true. A failure is a bug of ours, never bad input. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant violated: ${message}`);
}
