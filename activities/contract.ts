import type { InvoiceStatus } from '../src/domain/invoices/invoice-state.js';
import type { WithdrawalStatus } from '../src/domain/withdrawals/withdrawal-state.js';

/**
 * What workflows may ask of the world. Ids go in, words and decisions come out: no secret, and no truth that the
 * database doesn't hold. Each may run twice, be cut off anywhere and be tried again.
 */
export interface InvoiceActivities {
  /** Asks what is now true of the invoice and makes it so: status, postings, events, in one transaction. */
  settleInvoice(input: { readonly invoiceId: string }): Promise<InvoiceProgress>;
}

export interface InvoiceProgress {
  readonly status: InvoiceStatus;
  /** Markdown for the operator: where it stands, what comes next and when. */
  readonly details: string;
  /** True when nothing is due: a later fact opens a new run. */
  readonly closed: boolean;
  /** Epoch ms at which to ask again when no signal came before; null when only a signal can change anything. */
  readonly checkAtMs: number | null;
  /** For the timer's summary, e.g. `waits for a payment until 2026-01-02T03:04:05.000Z`. */
  readonly waitingFor: string;
}

export interface WithdrawalActivities {
  /** Reads what was decided and what the chain shows, and makes it so: status, postings, events. */
  advanceWithdrawal(input: { readonly withdrawalId: string }): Promise<WithdrawalProgress>;
}

export interface SignerActivities {
  /** Takes a nonce, signs and commits once; sends the committed bytes, as often as it is called. */
  sendWithdrawal(input: { readonly withdrawalId: string }): Promise<void>;
  /** One turn of sweeping: brings on what is under way, then, unless `plans` is false, signs and sends what is due. */
  sweepChain(input: { readonly chainCode: string; readonly plans?: boolean }): Promise<SweepProgress>;
}

export interface SweepProgress {
  /** Transactions that are not final yet: ask again soon. With none the sweep is done. */
  readonly open: number;
  readonly details: string;
  /** For the timer's summary, e.g. `3 transactions to be final`. */
  readonly waitingFor: string;
  /** Why something could not be moved now, in words for the operator. */
  readonly notes: readonly string[];
}

export interface WithdrawalProgress {
  readonly status: WithdrawalStatus;
  readonly details: string;
  /** `send`: call sendWithdrawal, then ask again; `wait`: for a signal or `checkAtMs`; `closed`: nothing is due. */
  readonly next: 'send' | 'wait' | 'closed';
  readonly checkAtMs: number | null;
  readonly waitingFor: string;
}

export interface ChainActivities {
  /** Follows the chain until it is cancelled; heartbeats with the height read. */
  followChain(input: { readonly chainCode: string }): Promise<void>;
}

export interface WebhookActivities {
  /**
   * Makes one attempt. With `number` (the one the workflow has waited for) it is made now; without it, at the start
   * of a run or after a wake, what was recorded decides: an attempt that isn't due yet is answered with `retry` and the
   * wait. So is one that finds as many under way to its endpoint as may be: it holds nothing while it waits.
   */
  attemptDelivery(input: {
    readonly deliveryId: string;
    readonly number: number | null;
  }): Promise<DeliveryProgress>;
}

export type DeliveryProgress =
  | { readonly state: 'succeeded' | 'failed' | 'cancelled'; readonly details: string }
  | {
      readonly state: 'retry';
      readonly details: string;
      /** The number of the next attempt and how long to wait for it, in ms; a wake ends the wait. */
      readonly number: number;
      readonly delayMs: number;
      /** For the timer's summary, e.g. `retry in 30 minutes`. */
      readonly waitingFor: string;
      readonly maxAttempts: number;
      /** Host of the endpoint, for summaries. */
      readonly host: string;
    };

export interface ReconciliationActivities {
  /** Compares chains, ledger and invoices, keeps what differs, and freezes what has to be. */
  reconcile(): Promise<ReconciliationReport>;
}

export interface ReconciliationReport {
  readonly runId: number;
  readonly outcome: 'clean' | 'differences' | 'incomplete' | 'overtaken';
  /** One line: what was compared, and what came of it. */
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
