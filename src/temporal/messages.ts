import { defineSearchAttributeKey } from '@temporalio/common';
import { defineSignal } from '@temporalio/workflow';

/**
 * What is said between the program and its workflows. A message carries ids and words for operators: no secret, and
 * nothing that authorises. Every fact and order is a row first.
 */

export const TASK_QUEUES = {
  /** Workflows of invoices, withdrawals and chains, and their steps in the database. */
  core: 'quittance-core',
  /** The long activities that read the chains. */
  chain: 'quittance-chain',
  /** Only here are keys of the hot wallets. */
  signer: 'quittance-signer',
  /** Workflows of deliveries and their attempts. */
  webhooks: 'quittance-webhooks',
} as const;
export type TaskQueue = (typeof TASK_QUEUES)[keyof typeof TASK_QUEUES];

/** "Look again": all that a signal ever says. */
export const wake = defineSignal('wake');

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
  /** For the summary of the run's first attempt; what was recorded decides which it is. */
  readonly nextNumber: number;
  readonly maxAttempts: number;
}

export interface ChainFollowerInput {
  readonly chainCode: string;
}

export interface SweepInput {
  readonly chainCode: string;
  /** It goes on with an earlier run's, and plans once in a quarter of an hour. Default false: at first in each turn. */
  readonly plansSeldom?: boolean;
}

/** The workflows by the names that operators see: the exports of workflows/index. */
export const WORKFLOW_TYPES = {
  invoice: 'invoice',
  withdrawal: 'withdrawal',
  delivery: 'webhookDelivery',
  follower: 'chainFollower',
  reconciliation: 'reconciliation',
  sweep: 'sweep',
} as const;

/** The ids by which operators find a workflow, and by which there is never a second one. */
export const invoiceWorkflowId = (invoiceId: string): string => `invoice-${invoiceId}`;
export const withdrawalWorkflowId = (withdrawalId: string): string => `withdrawal-${withdrawalId}`;
export const deliveryWorkflowId = (deliveryId: string): string => `webhook-${deliveryId}`;
/** Of the schedule and of its workflows; Temporal adds the time of each run to the latter. */
export const RECONCILIATION_ID = 'reconciliation';
export const followerWorkflowId = (chainCode: string): string => `chain-${chainCode}`;

/** Of a schedule; each run's id adds its time. */
export const sweepScheduleId = (chainCode: string): string => `sweep-${chainCode}`;

/** Registered with the namespace before anything starts; all are keywords. */
export const SEARCH_ATTRIBUTES = {
  merchantId: defineSearchAttributeKey('MerchantId', 'KEYWORD'),
  invoiceId: defineSearchAttributeKey('InvoiceId', 'KEYWORD'),
  withdrawalId: defineSearchAttributeKey('WithdrawalId', 'KEYWORD'),
  endpointId: defineSearchAttributeKey('EndpointId', 'KEYWORD'),
  eventType: defineSearchAttributeKey('EventType', 'KEYWORD'),
  chainCode: defineSearchAttributeKey('ChainCode', 'KEYWORD'),
  businessStatus: defineSearchAttributeKey('BusinessStatus', 'KEYWORD'),
} as const;
