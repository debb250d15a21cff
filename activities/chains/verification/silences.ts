import type { StoredTransfer } from '../../../src/db/chains/stored-transfer.js';

type Payment = Pick<StoredTransfer, 'transferId' | 'revision'>;

const keyOf = ({ transferId, revision }: Payment): string => `${transferId}/${revision}`;

/**
 * Since when no other RPC has answered about a payment. The silence begins with the first unanswered question, and not
 * with the payment. So somebody who silences the other RPCs for a moment does not get an old payment believed. An
 * answer ends it, and so does a new start of the process.
 */
export class Silences {
  readonly #sinceMs = new Map<string, number>();
  readonly #now: () => number;

  /** @param now in ms, by a clock that only goes forward. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Notes whether a question stayed without an answer. @returns for how long none has answered. */
  note(payment: Payment, { isSilent }: { readonly isSilent: boolean }): number {
    const [key, nowMs] = [keyOf(payment), this.#now()];
    if (!isSilent) {
      this.#sinceMs.delete(key);
      return 0;
    }
    const sinceMs = this.#sinceMs.get(key) ?? nowMs;
    this.#sinceMs.set(key, sinceMs);
    return nowMs - sinceMs;
  }

  /** Forgets all payments but these. */
  keepOnly(payments: readonly Payment[]): void {
    const kept = new Set(payments.map(keyOf));
    for (const key of this.#sinceMs.keys()) if (!kept.has(key)) this.#sinceMs.delete(key);
  }
}
