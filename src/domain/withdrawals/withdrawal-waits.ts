/** Why a withdrawal waits, besides the chain and its approval. The codes are stable: operators alert on them. */
export const WAIT_CODES = [
  'not_approved',
  'wrong_signature',
  'unsigned',
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
  'unpayable',
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

/** Waits that only a person can end. They are logged as errors, and operators are told of each. */
const FOR_PEOPLE: ReadonlySet<WaitCode> = new Set<WaitCode>([
  'not_approved',
  'wrong_signature',
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

/** Says whether only a person can end the wait. */
export function needsPerson(code: WaitCode): boolean {
  return FOR_PEOPLE.has(code);
}

/** Returns the log level of a wait. */
export function levelOfWait(code: WaitCode): 'error' | 'warn' {
  return needsPerson(code) ? 'error' : 'warn';
}

/** Waits of unknown length. The hot wallet keeps no coins above its ceiling for withdrawals that wait for these. */
export const OPEN_ENDED_WAITS: readonly WaitCode[] = [
  ...FOR_PEOPLE,
  ...(['unsigned', 'held_back', 'unpayable'] as const),
];

/** Waits during which it can't be known whether the chain still refuses the payment. */
export const KEEPS_REFUSAL: ReadonlySet<WaitCode> = new Set<WaitCode>([
  'refused',
  'unread',
  'halted',
  'no_chain',
]);

const FIRST_LOOK_MS = 15_000;
const LONGEST_LOOK_MS = 300_000;

/**
 * Returns how long a withdrawal waits until it is looked at again, in ms, while its asset is frozen or the chain
 * refuses it. It is half of the time that it has waited so far, from 15 seconds to 5 minutes: each check adds a dozen
 * events to the workflow's history. A release causes a check at once, so no payment is delayed.
 */
export function growingLookMs(waitedMs: number): number {
  return Math.min(LONGEST_LOOK_MS, Math.max(FIRST_LOOK_MS, waitedMs / 2));
}
