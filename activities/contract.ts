import type { FollowerState, ReconciliationInput } from '../src/temporal/messages.js';
import type { InvoiceStatus } from '../src/domain/invoices/invoice-state.js';
import type { WithdrawalStatus } from '../src/domain/withdrawals/withdrawal-state.js';

/*
 * The activities that workflows may call. The input is ids; the output is texts and decisions. Neither contains a
 * secret, or a fact that is not in the database. Each activity may run twice, be cut off anywhere and be retried.
 */

export interface InvoiceActivities {
  /** Works out the invoice's state from the stored facts, and stores status, postings and events in one transaction. */
  settleInvoice(input: { readonly invoiceId: string }): Promise<InvoiceProgress>;
}

export interface InvoiceProgress {
  /**
   * The state in one sentence, which is the result of a run that closes, e.g. `paid: 10.000000 of … 1 of 3
   * confirmations`.
   */
  readonly said: string;
  readonly status: InvoiceStatus;
  /** The word in lists. Absent: the status. */
  readonly shownStatus?: InvoiceStatus | 'held' | 'refunding' | 'refunded';
  /** Markdown for the operator: its state, what comes next and when. */
  readonly details: string;
  /** True when nothing is due: a later fact starts a new run. */
  readonly closed: boolean;
  /** When to ask again if no signal came before, in epoch ms. Null: only a signal can change anything. */
  readonly checkAtMs: number | null;
  /** For the timer's summary, e.g. `paid, 1 of 3 confirmations; waits until its payment is confirmed`. */
  readonly waitingFor: string;
  /** True: operators see the wait as a timer, even when only a signal ends it. */
  readonly isWaitShown: boolean;
}

export interface WithdrawalActivities {
  /** Reads the decisions and the facts of the chain, and stores their effects: status, postings, events. */
  advanceWithdrawal(input: { readonly withdrawalId: string }): Promise<WithdrawalProgress>;
}

export interface SignerActivities {
  /** Takes a nonce, signs and commits once. Sends the committed bytes each time it is called. */
  sendWithdrawal(input: { readonly withdrawalId: string }): Promise<SendResult>;
  /**
   * Does one round of sweeping: advances the movements under way. Then, unless `plans` is false, it signs and sends the
   * due ones.
   */
  sweepChain(input: { readonly chainCode: string; readonly plans?: boolean }): Promise<SweepProgress>;
}

export interface SendResult {
  /** What was done, in one sentence. */
  readonly said: string;
  /**
   * The reason why it can't be sent or mined now; null: it is sent, or nothing is to be sent. The row has the reason
   * too.
   */
  readonly failed: string | null;
}

export interface SweepProgress {
  /** The state in one sentence, which is the result of a run that ends. */
  readonly said: string;
  /** The steps that failed, with their reasons; null: none. */
  readonly failed: string | null;
  /** `failing`: a step has failed. Otherwise `sweeping`, until nothing is under way. */
  readonly status: 'sweeping' | 'failing' | 'swept';
  /** How many transactions are not final yet: ask again soon. With 0 the sweep is done. */
  readonly open: number;
  /** Markdown for the operator. */
  readonly details: string;
  /** For the timer's summary, e.g. `3 transactions to be final`, with the steps that failed. */
  readonly waitingFor: string;
  /** Reasons why something could not be moved now, in words for the operator. */
  readonly notes: readonly string[];
}

export interface WithdrawalProgress {
  /** The state in one sentence, which is the result of a run that closes. */
  readonly said: string;
  readonly status: WithdrawalStatus;
  /** The word in lists: `waiting` when it is approved and can't go on yet. Absent: the status. */
  readonly shownStatus?: WithdrawalStatus | 'waiting';
  readonly details: string;
  /**
   * `send`: call sendWithdrawal, then ask again. `wait`: wait for a signal or `checkAtMs`. `closed`: nothing is due.
   */
  readonly next: 'send' | 'wait' | 'closed';
  readonly checkAtMs: number | null;
  readonly waitingFor: string;
  /**
   * Equal for all checks that find nothing new. While it stays equal, the checks at `checkAtMs` come later and later.
   */
  readonly waitsAs: string;
}

export interface ChainActivities {
  /**
   * Follows the chain; heartbeats with the height read. Ends when it is cancelled, or when the chain's state is not the
   * one that the workflow `shows`. Without `shows` only a cancellation ends it.
   */
  followChain(input: {
    readonly chainCode: string;
    readonly shows?: FollowerState['status'];
  }): Promise<FollowerState>;
}

export interface WebhookActivities {
  /**
   * Makes one attempt. With a `number` (the attempt that the workflow has waited for), the attempt is made now. Without
   * one, at the start of a run or after a wake, the recorded attempts decide: if none is due yet, the answer is `retry`
   * with the wait. The answer is also `retry` when the endpoint has as many attempts under way as it may have: the
   * delivery holds nothing while it waits.
   */
  attemptDelivery(input: {
    readonly deliveryId: string;
    readonly number: number | null;
  }): Promise<DeliveryProgress>;
}

interface AttemptResult {
  /** The state of the delivery in one sentence, which is the result of a run that ends. */
  readonly said: string;
  /** The failure of the attempt that was made now; null: it succeeded, or none was made. */
  readonly failed: string | null;
  readonly details: string;
}

export type DeliveryProgress =
  | (AttemptResult & { readonly state: 'succeeded' | 'failed' | 'cancelled' })
  | (AttemptResult & {
      readonly state: 'retry';
      /** The number of the next attempt, and how long to wait before it, in ms. A wake ends the wait. */
      readonly number: number;
      readonly delayMs: number;
      /** For the timer's summary, e.g. `retry in 30 minutes`. */
      readonly waitingFor: string;
      readonly maxAttempts: number;
      /** Host of the endpoint, for summaries. */
      readonly host: string;
    });

export interface ReconciliationActivities {
  /**
   * Compares chains, ledger and invoices, stores the differences, and freezes assets that may be short. When an operator
   * asked for the run, it compares everything from the beginning.
   */
  reconcile(asked?: ReconciliationInput): Promise<ReconciliationReport>;
}

export interface ReconciliationReport {
  readonly runId: number;
  readonly outcome: 'clean' | 'differences' | 'incomplete' | 'overtaken';
  /** One line with the compared things and the result. */
  readonly summary: string;
  /** Markdown for the operator: each difference. */
  readonly details: string;
}

export type Activities = InvoiceActivities &
  WithdrawalActivities &
  SignerActivities &
  ChainActivities &
  ReconciliationActivities &
  WebhookActivities;
