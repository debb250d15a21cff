/** One attempt as operators see it: no headers, no body, no URL. Times in epoch ms. */
export interface DeliveryAttempt {
  readonly number: number;
  readonly startedAtMs: number;
  /** Null: it is under way, or a crash interrupted it and it will be repeated under this number. */
  readonly durationMs: number | null;
  readonly statusCode: number | null;
  readonly errorClass: string | null;
  /** Why there was no success, in a sentence; null: there was one. */
  readonly errorMessage: string | null;
}

export type DeliverySnapshot =
  | { readonly kind: 'succeeded' | 'failed' }
  | { readonly kind: 'cancelled'; readonly reason: string }
  | { readonly kind: 'retry'; readonly number: number; readonly atMs: number }
  /** The attempt is due and waits until other attempts end. `busy` says what it waits for. */
  | { readonly kind: 'queued'; readonly number: number; readonly busy: string };

/** Writes a delivery in Markdown for the operator: each attempt with its result, then the next step and its time. */
export function deliveryDetails(delivery: {
  readonly eventType: string;
  readonly host: string;
  readonly maxAttempts: number;
  readonly attempts: readonly DeliveryAttempt[];
  readonly snapshot: DeliverySnapshot;
}): string {
  const { eventType, host, maxAttempts, attempts, snapshot } = delivery;
  const made = attempts.filter(({ durationMs }) => durationMs !== null);
  const heading = snapshot.kind === 'retry' || snapshot.kind === 'queued' ? 'pending' : snapshot.kind;
  return [
    `**${heading}**: ${eventType} → ${host}`,
    '', // Markdown: a list begins after an empty line
    ...made.map(
      (attempt) =>
        `- attempt ${attempt.number} of ${maxAttempts} at ${timestamp(attempt.startedAtMs)}: ${resultInWords(attempt)}`,
    ),
    `- next: ${nextInWords(snapshot)}`,
  ].join('\n');
}

/**
 * Describes the state of a delivery in one sentence. `waiting` writes how long a delivery waits for its next attempt.
 */
export function deliveryInWords({
  maxAttempts,
  attempts,
  snapshot,
  waiting,
}: {
  readonly maxAttempts: number;
  readonly attempts: readonly DeliveryAttempt[];
  readonly snapshot: DeliverySnapshot;
  readonly waiting: string;
}): string {
  const last = attempts.findLast(({ durationMs }) => durationMs !== null);
  const made = last === undefined ? '' : `attempt ${last.number} of ${maxAttempts} ${resultInWords(last)}`;
  switch (snapshot.kind) {
    case 'succeeded':
      return made === '' ? 'delivered' : `delivered: ${made}`;
    case 'failed':
      return `failed, given up: ${made}`;
    case 'cancelled':
      return `cancelled: ${snapshot.reason}`;
    case 'retry':
    case 'queued':
      return `pending: ${waiting}`;
  }
}

function resultInWords(attempt: DeliveryAttempt): string {
  const after = `after ${attempt.durationMs ?? 0} ms`;
  const cause = causeInWords(attempt);
  return attempt.statusCode === null ? `failed ${after}: ${cause}` : `${cause} ${after}`;
}

/** Describes the result of an attempt, such as `answered 500` or `the connection was refused: …`. */
export function causeInWords({
  statusCode,
  errorMessage,
}: Pick<DeliveryAttempt, 'statusCode' | 'errorMessage'>): string {
  if (statusCode !== null) return `answered ${statusCode}`;
  if (errorMessage === null) return 'no answer';
  // The text is used inside a sentence of ours.
  const [first = ''] = errorMessage;
  return `${first.toLowerCase()}${errorMessage.slice(first.length).replace(/\.$/, '')}`;
}

function nextInWords(snapshot: DeliverySnapshot): string {
  switch (snapshot.kind) {
    case 'succeeded':
      return 'acknowledged; nothing is due';
    case 'failed':
      return 'given up; the merchant can have it sent again';
    case 'cancelled':
      return `nothing is sent any more: ${snapshot.reason}`;
    case 'retry':
      return `attempt ${snapshot.number} at ${timestamp(snapshot.atMs)}`;
    case 'queued':
      return `attempt ${snapshot.number}, as soon as it has a slot: ${snapshot.busy}`;
  }
}

/** Returns the time to the second: that is enough for an operator. */
function timestamp(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
