/** What a withdrawal may wait for, beside the chain and its approval. Stable: operators alert on them. */
export const WAIT_CODES = [
  'not_approved',
  'malformed',
  'not_listed',
  'no_chain',
  'signer_limit',
  'held_back',
  'halted',
  'no_tokens',
  'no_gas',
  'fees_too_high',
  'refused',
  'nonce_used',
  'unread',
  'maybe_paid',
  'paid_outside',
  'unproven',
  'other_wallet',
  'wrong_key',
  'no_signature',
] as const;
export type WaitCode = (typeof WAIT_CODES)[number];

/** What nothing but a person ends: said as an error. */
const FOR_PEOPLE: ReadonlySet<WaitCode> = new Set<WaitCode>([
  'not_approved',
  'malformed',
  'not_listed',
  'no_chain',
  'signer_limit',
  'maybe_paid',
  'paid_outside',
  'unproven',
  'other_wallet',
  'wrong_key',
]);

/** How loudly the log says that a withdrawal waits for it. */
export function levelOfWait(code: WaitCode): 'error' | 'warn' {
  return FOR_PEOPLE.has(code) ? 'error' : 'warn';
}

/** Nobody knows how long these last: the hot wallet keeps no coins beside its ceiling for what waits so. */
export const OPEN_ENDED_WAITS: readonly WaitCode[] = [...FOR_PEOPLE, 'held_back'];
