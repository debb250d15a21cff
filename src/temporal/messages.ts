import { defineSearchAttributeKey } from '@temporalio/common';
import { defineSignal } from '@temporalio/workflow';

/*
 * The messages between the program and its workflows. A message has ids, and words for operators. It has no secret, and
 * nothing that authorises anything. Every fact and order is a database row first.
 */

export const TASK_QUEUES = {
  /** Workflows of invoices, withdrawals and chains, and their steps in the database. */
  core: 'quittance-core',
  /** The long activities that read the chains. */
  chain: 'quittance-chain',
  /** Activities that sign. Only their workers have keys of the hot wallets. */
  signer: 'quittance-signer',
  /** Workflows of deliveries and their attempts. */
  webhooks: 'quittance-webhooks',
} as const;

/** The only signal. It says "look again", and nothing else. */
export const wake = defineSignal('wake');

/** The failure type of an activity that has done its work without reaching its aim. */
export const NOT_DONE = 'NotDone';

export interface InvoiceInput {
  readonly invoiceId: string;
}

export interface WithdrawalInput {
  readonly withdrawalId: string;
  /** For summaries, e.g. `10.000000 USDC to 0x12…ab`. */
  readonly payment: string;
}

export interface WebhookDeliveryInput {
  readonly deliveryId: string;
  /** The endpoint's host, for summaries; never its URL, whose path may be a secret. */
  readonly host: string;
  /** For the summary of the run's first attempt. The recorded attempts decide which attempt it is. */
  readonly nextNumber: number;
  readonly maxAttempts: number;
}

/** The activity of a chain's follower: it reads blocks, or waits until an operator resumes the chain. */
export type FollowerState =
  | { readonly status: 'following' }
  | {
      readonly status: 'halted';
      /** Epoch ms. */
      readonly sinceMs: number;
      /** For the operator. */
      readonly reason: string;
    };

export interface ChainFollowerInput {
  readonly chainCode: string;
  /** Set when it continues an earlier run: the last state that the earlier run showed. */
  readonly state?: FollowerState;
}

export interface SweepInput {
  readonly chainCode: string;
  /**
   * True when it continues an earlier run: it plans about once in a quarter of an hour. False: at first in every round.
   */
  readonly plansSeldom?: boolean;
}

/** A run that an operator asked for. The schedule gives none. */
export interface ReconciliationInput {
  readonly runId: number;
}

/** The workflow types, as operators see them: the names of the exports of workflows/index. */
export const WORKFLOW_TYPES = {
  invoice: 'invoice',
  withdrawal: 'withdrawal',
  delivery: 'webhookDelivery',
  follower: 'chainFollower',
  reconciliation: 'reconciliation',
  sweep: 'sweep',
} as const;

/** The workflow ids. Operators find a workflow by its id, and there is never a second one with the same id. */
export const invoiceWorkflowId = (invoiceId: string): string => `invoice-${invoiceId}`;
export const withdrawalWorkflowId = (withdrawalId: string): string => `withdrawal-${withdrawalId}`;
export const deliveryWorkflowId = (deliveryId: string): string => `webhook-${deliveryId}`;
/** The id of the schedule and of its workflows. Temporal adds the time of each run to a workflow's id. */
export const RECONCILIATION_ID = 'reconciliation';
export const reconciliationWorkflowId = (runId: number): string => `${RECONCILIATION_ID}-run-${runId}`;
export const followerWorkflowId = (chainCode: string): string => `chain-${chainCode}`;

/** The id of a chain's schedule and of its workflows. Temporal adds the time of each run to a workflow's id. */
export const sweepScheduleId = (chainCode: string): string => `sweep-${chainCode}`;

/** The search attributes. They are registered in the namespace before anything starts; all are keywords. */
export const SEARCH_ATTRIBUTES = {
  merchantId: defineSearchAttributeKey('MerchantId', 'KEYWORD'),
  invoiceId: defineSearchAttributeKey('InvoiceId', 'KEYWORD'),
  withdrawalId: defineSearchAttributeKey('WithdrawalId', 'KEYWORD'),
  endpointId: defineSearchAttributeKey('EndpointId', 'KEYWORD'),
  eventType: defineSearchAttributeKey('EventType', 'KEYWORD'),
  chainCode: defineSearchAttributeKey('ChainCode', 'KEYWORD'),
  businessStatus: defineSearchAttributeKey('BusinessStatus', 'KEYWORD'),
} as const;
