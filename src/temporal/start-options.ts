import { TypedSearchAttributes, type SearchAttributePair } from '@temporalio/common';
import type { WorkflowStartOptions } from '@temporalio/client';
import {
  deliveryWorkflowId,
  followerWorkflowId,
  invoiceWorkflowId,
  reconciliationWorkflowId,
  SEARCH_ATTRIBUTES,
  TASK_QUEUES,
  withdrawalWorkflowId,
  type ChainFollowerInput,
  type InvoiceInput,
  type ReconciliationInput,
  type WebhookDeliveryInput,
  type WithdrawalInput,
} from './messages.js';
import type {
  DeliveryDescription,
  InvoiceDescription,
  WithdrawalDescription,
} from '../db/outbox/outbox-descriptions.js';
import type { Chain } from '../domain/core/asset.js';
import { formatCrypto } from '../domain/core/money.js';

/** Temporal's priorities, 1 to 5. In a task queue the lower number goes first. A workflow without one has 3. */
const KNOWN_TO_ANSWER = 3;
const NOT_KNOWN_TO_ANSWER = 5;

/** The start options of a workflow that takes one input, as `client.workflow.start` takes them. */
export type StartOptions<Input> = WorkflowStartOptions<(input: Input) => Promise<unknown>>;

/** Builds the start options of an invoice's workflow. Operators see its summary from its first moment. */
export function invoiceStartOptions(invoice: InvoiceDescription): StartOptions<InvoiceInput> {
  const amount = amountInWords(invoice);
  return {
    workflowId: invoiceWorkflowId(invoice.targetId),
    taskQueue: TASK_QUEUES.core,
    args: [{ invoiceId: invoice.targetId }],
    staticSummary: `${amount} on ${invoice.chainCode}`,
    staticDetails:
      `Invoice \`${invoice.targetId}\` of merchant \`${invoice.merchantId}\`: **${amount}** on \`${invoice.chainCode}\`, ` +
      `to be paid until ${new Date(invoice.expiresAtMs).toISOString()}.`,
    typedSearchAttributes: keywords({
      merchantId: invoice.merchantId,
      invoiceId: invoice.targetId,
      chainCode: invoice.chainCode,
      businessStatus: invoice.status,
    }),
  };
}

export function withdrawalStartOptions(withdrawal: WithdrawalDescription): StartOptions<WithdrawalInput> {
  const payment = `${amountInWords(withdrawal)} to ${shortAddress(withdrawal.address)}`;
  const refunded = withdrawal.invoiceId ?? null;
  return {
    workflowId: withdrawalWorkflowId(withdrawal.targetId),
    taskQueue: TASK_QUEUES.core,
    args: [{ withdrawalId: withdrawal.targetId, payment }],
    staticSummary: `${refunded === null ? '' : `refund of ${refunded}: `}${payment} on ${withdrawal.chainCode}`,
    staticDetails:
      `Withdrawal \`${withdrawal.targetId}\` of merchant \`${withdrawal.merchantId}\`: **${amountInWords(withdrawal)}** ` +
      `on \`${withdrawal.chainCode}\` to \`${withdrawal.address}\`${refunded === null ? '' : `, a refund of invoice \`${refunded}\``}. ` +
      'Orders are given by the API or the CLI; nothing done here can approve it.',
    typedSearchAttributes: keywords({
      merchantId: withdrawal.merchantId,
      withdrawalId: withdrawal.targetId,
      invoiceId: refunded,
      chainCode: withdrawal.chainCode,
      businessStatus: withdrawal.status,
    }),
  };
}

export function deliveryStartOptions(
  delivery: DeliveryDescription,
  { maxAttempts }: { maxAttempts: number },
): StartOptions<WebhookDeliveryInput> {
  const about = delivery.invoiceId ?? delivery.withdrawalId;
  return {
    workflowId: deliveryWorkflowId(delivery.targetId),
    taskQueue: TASK_QUEUES.webhooks,
    args: [
      {
        deliveryId: delivery.targetId,
        host: delivery.host,
        nextNumber: Math.min(delivery.attemptCount + 1, maxAttempts),
        maxAttempts,
      },
    ],
    priority: { priorityKey: delivery.isHealthy ? KNOWN_TO_ANSWER : NOT_KNOWN_TO_ANSWER },
    staticSummary: `${delivery.eventType} → ${delivery.host}${delivery.isSentAgain ? ' (sent again)' : ''}`,
    staticDetails:
      `Tells endpoint \`${delivery.endpointId}\` of merchant \`${delivery.merchantId}\` of **${delivery.eventType}**` +
      `${about === null ? '' : ` about \`${about}\``}, in at most ${maxAttempts} attempts.` +
      (delivery.isSentAgain ? ' The merchant had it sent again.' : ''),
    typedSearchAttributes: keywords({
      merchantId: delivery.merchantId,
      endpointId: delivery.endpointId,
      eventType: delivery.eventType,
      invoiceId: delivery.invoiceId,
      withdrawalId: delivery.withdrawalId,
      businessStatus: delivery.status,
    }),
  };
}

export function followerStartOptions(chain: Chain): StartOptions<ChainFollowerInput> {
  return {
    workflowId: followerWorkflowId(chain.chainCode),
    taskQueue: TASK_QUEUES.core,
    args: [{ chainCode: chain.chainCode }],
    staticSummary: `follows ${chain.name} (chain id ${chain.chainId})`,
    staticDetails:
      `Reads **${chain.name}** block by block for payments and for our own transactions. ` +
      `A payment counts as confirmed when it is ${chain.confirmations} blocks deep.`,
    typedSearchAttributes: keywords({ chainCode: chain.chainCode, businessStatus: 'following' }),
  };
}

/** A run that an operator asked for. The schedule's own runs have the time in their ids. */
export function reconciliationStartOptions(runId: number): StartOptions<ReconciliationInput> {
  return {
    workflowId: reconciliationWorkflowId(runId),
    taskQueue: TASK_QUEUES.core,
    args: [{ runId }],
    staticSummary: 'do chains, ledger and invoices agree? An operator asks',
    staticDetails:
      `Run \`${runId}\`: compares all balances, the whole ledger and all invoices from the beginning. A shortage ` +
      'freezes the asset; `GET /admin/v1/reconciliation/runs` shows every difference.',
    typedSearchAttributes: keywords({ businessStatus: 'comparing' }),
  };
}

function keywords(
  values: Partial<Record<keyof typeof SEARCH_ATTRIBUTES, string | null>>,
): TypedSearchAttributes {
  const pairs: SearchAttributePair[] = [];
  for (const [name, key] of Object.entries(SEARCH_ATTRIBUTES)) {
    const value = values[name as keyof typeof SEARCH_ATTRIBUTES] ?? null;
    if (value !== null) pairs.push({ key, value });
  }
  return new TypedSearchAttributes(pairs);
}

function amountInWords(asset: {
  readonly amountAtomic: bigint;
  readonly decimals: number;
  readonly tokenSymbol: string;
}): string {
  return `${formatCrypto(asset.amountAtomic, asset.decimals)} ${asset.tokenSymbol}`;
}

/** Shortens an address to `0x12ab…34cd`: enough for an operator to recognise it. */
function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
