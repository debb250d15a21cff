import type { AssetId } from '../core/asset.js';
import { assertNever } from '../core/errors.js';
import { asSentence } from '../core/as-sentence.js';
import type { MerchantScope } from './scopes.js';

/** The kinds of problems that a merchant should look at, each with the scope that is needed to see it. */
const NEEDS = {
  money_held: 'invoices:read',
  money_owed: 'balances:read',
  withdrawal_failed: 'withdrawals:read',
  withdrawal_waits: 'withdrawals:read',
  endpoint_disabled: 'webhooks:read',
  endpoint_failing: 'webhooks:read',
  key_to_approve: 'keys:write',
} as const satisfies Record<string, MerchantScope>;

export type AttentionKind = keyof typeof NEEDS;
/** In the order of their urgency. */
export const ATTENTION_KINDS = Object.keys(NEEDS) as readonly AttentionKind[];

/** A problem that a merchant should look at, as the database has it. */
export interface AttentionFact {
  readonly kind: AttentionKind;
  /** The id of its invoice, withdrawal, endpoint or key. Null: it is about a balance. */
  readonly subjectId: string | null;
  readonly sinceMs: number | null;
  /** The name that the merchant gave the object: a URL, a name, the reference of an order. */
  readonly name: string | null;
  /** The reason, in words for the merchant. */
  readonly reason: string | null;
  readonly asset: AssetId | null;
  /** Base units of the asset; for an endpoint, its failures in a row. */
  readonly amount: bigint | null;
}

const timesInARow = (times: bigint): string => (times === 1n ? 'once' : `${String(times)} times in a row`);

/**
 * Describes the problem, and says what to do.
 *
 * @param amount the amount in whole tokens with its symbol.
 */
export function sayAttention(fact: AttentionFact, amount: string): string {
  switch (fact.kind) {
    case 'money_held':
      return `${fact.name === null ? `Invoice ${fact.subjectId ?? ''}` : `Order ${fact.name}`}: ${amount} came ${fact.reason ?? 'and is held'}. Accept it or send it back.`;
    case 'money_owed':
      return `A payment that was credited was reversed by its chain. ${amount} of your next payments repay it.`;
    case 'withdrawal_failed':
      return `The withdrawal of ${amount} failed: ${asSentence(fact.reason)} The amount is available again; a refund's is held again.`;
    case 'withdrawal_waits':
      return `The withdrawal of ${amount}: ${fact.reason ?? 'It waits.'}`;
    case 'endpoint_disabled':
      return `${fact.name ?? 'An endpoint'} gets no webhooks any more: ${fact.reason ?? 'It was disabled.'} Mend it, then enable it and recover what it missed.`;
    case 'endpoint_failing':
      return `${fact.name ?? 'An endpoint'} has failed ${timesInARow(fact.amount ?? 0n)}. Its deliveries say why.`;
    case 'key_to_approve':
      return `The API key "${fact.name ?? ''}" waits until the operator approves it.`;
    default:
      return assertNever(fact.kind);
  }
}

/** Says whether somebody with these scopes sees the problem. */
export function maySee(kind: AttentionKind, scopes: readonly string[]): boolean {
  return scopes.includes(NEEDS[kind]);
}
