import { wholeAmount, readableAmount } from './amounts.js';
import type { CheckoutFacts, PaymentFacts } from './facts.js';
import type { Phase } from './phase.js';
import type { PageLocale } from './words/locales.js';
import type { Words } from './words/words.js';

/** The state that every part of the page gets. */
export interface PageState {
  readonly facts: CheckoutFacts;
  readonly phase: Phase;
  readonly words: Words;
  readonly locale: PageLocale;
  /** Epoch ms. */
  readonly nowMs: number;
}

/** The state that the parts about a chosen payment get. */
export interface ShownPayment extends PageState {
  readonly payment: PaymentFacts;
}

/** Writes base units of the payment's coin with all their digits, in the page's language. */
export function coinText(
  { payment, locale }: { readonly payment: Pick<PaymentFacts, 'decimals'>; readonly locale: PageLocale },
  atomic: string,
): string {
  return readableAmount(wholeAmount(atomic, payment.decimals), locale);
}

/** Returns a transaction's page in the explorer. Null: the chain has no explorer, or the transaction is not known. */
export function transactionUrl({ explorerUrl }: PaymentFacts, txHash: string | null): string | null {
  return explorerUrl === null || txHash === null ? null : `${explorerUrl}/tx/${txHash}`;
}
