import type { InvoiceStatus } from '../invoices/invoice-state.js';
import type { HeldReason } from '../invoices/held-reason.js';
import type { PolicyChangeKind, PolicyPerson } from '../merchants/policy-change.js';
import type { CheckoutStatus } from '../checkouts/checkout-state.js';
import type { ShownWithdrawalKind, WithdrawalStatus } from '../withdrawals/withdrawal-state.js';

/** The events that most shops need. The others are about rarer facts. */
export const BASIC_EVENT_TYPES = [
  'invoice.created',
  'invoice.paid',
  'invoice.completed',
  'invoice.underpaid',
  'invoice.overpaid',
  'invoice.expired',
  'invoice.failed',
  'withdrawal.approved',
  'withdrawal.completed',
] as const;
/** Every event type of the API. An endpoint gets the types that it subscribes to. */
export const EVENT_TYPES = [
  ...BASIC_EVENT_TYPES,
  'invoice.payment_held',
  'invoice.refunded',
  'withdrawal.rejected',
  'withdrawal.cancelled',
  'withdrawal.stopped',
  'withdrawal.failed',
  'endpoint.failing',
  'policy.change_requested',
  'ping',
  'checkout.completed',
  'checkout.expired',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
/** Subscribes an endpoint to every event, also to those of later versions. */
export const EVERY_EVENT = '*';
/** What an endpoint can list in its `events`. */
export type Subscription = EventType | typeof EVERY_EVENT;
export type InvoiceEventType = Extract<EventType, `invoice.${string}`>;
export type CheckoutEventType = Extract<EventType, `checkout.${string}`>;
/** The events whose `data` is the invoice and nothing else. */
export type PlainInvoiceEventType = Exclude<InvoiceEventType, 'invoice.payment_held' | 'invoice.refunded'>;
export type WithdrawalEventType = Extract<EventType, `withdrawal.${string}`>;

/** The merchant's own data, returned unchanged. */
export type Metadata = Readonly<Record<string, string | number | boolean | null>>;

/** Amounts are decimal strings: fiat with two decimals, crypto with six. Times are ISO 8601 in UTC. */
export interface InvoiceEventData {
  readonly invoiceId: string;
  readonly publicId: string;
  readonly status: InvoiceStatus;
  /** Null, like `fiatCurrency`, when the invoice was created with a crypto amount. */
  readonly amountFiat: string | null;
  readonly fiatCurrency: string | null;
  readonly amountCrypto: string;
  /** The payments now on the chain, in the asked asset, on time. */
  readonly amountPaidCrypto: string;
  readonly tokenSymbol: string;
  readonly chainCode: string;
  /** Null while there is no payment on the chain. */
  readonly txHash: string | null;
  readonly confirmations: number;
  readonly depositAddress: string;
  readonly merchantReference: string | null;
  readonly metadata: Metadata;
  readonly paidAt: string | null;
}

/** A confirmed payment that can't be credited as asked. The amount as a decimal string, and in base units. */
export interface HeldMoney {
  readonly chainCode: string;
  readonly tokenSymbol: string;
  readonly amountCrypto: string;
  readonly amountAtomic: string;
  readonly reason: HeldReason;
  /** Null, like `from`, when an audit of the address found it. */
  readonly txHash: string | null;
  readonly from: string | null;
}

/** `held` has the payments of the transaction that the event is about. */
export interface PaymentHeldData extends InvoiceEventData {
  readonly held: readonly HeldMoney[];
}

/** The withdrawal that sent held money back. */
export interface RefundMade {
  readonly withdrawalId: string;
  readonly chainCode: string;
  readonly tokenSymbol: string;
  readonly amountCrypto: string;
  readonly amountAtomic: string;
  readonly address: string;
  readonly txHash: string | null;
}

export interface InvoiceRefundedData extends InvoiceEventData {
  readonly refund: RefundMade;
}

/** Amounts are decimal strings with six decimals. Times are ISO 8601 in UTC. */
export interface WithdrawalEventData {
  readonly withdrawalId: string;
  readonly kind: ShownWithdrawalKind;
  /** The invoice of a refund; null for a withdrawal. */
  readonly invoiceId: string | null;
  readonly status: WithdrawalStatus;
  readonly amountCrypto: string;
  readonly tokenSymbol: string;
  readonly chainCode: string;
  readonly address: string;
  readonly txHash: string | null;
  readonly confirmations: number;
  readonly merchantReference: string | null;
  readonly metadata: Metadata;
  /** The number of operators who have to approve it, and of those who have. */
  readonly approvalsRequired: number;
  readonly approvalsGiven: number;
  readonly createdAt: string;
  readonly approvedAt: string | null;
  readonly completedAt: string | null;
  readonly failureReason: string | null;
  /** Why it has not been sent yet; null when its status already says what it waits for. */
  readonly waitingReason: string | null;
}

/** Amounts are decimal strings: fiat with two decimals, crypto as it was asked for. Times are ISO 8601 in UTC. */
export interface CheckoutEventData {
  readonly checkoutId: string;
  readonly publicId: string;
  readonly status: CheckoutStatus;
  /** Null, like `fiatCurrency`, when the checkout asks for an amount of a token. */
  readonly amountFiat: string | null;
  readonly fiatCurrency: string | null;
  readonly amountCrypto: string | null;
  readonly tokenSymbol: string | null;
  readonly assets: readonly { readonly chainCode: string; readonly tokenSymbol: string }[];
  readonly merchantReference: string | null;
  readonly metadata: Metadata;
  readonly description: string | null;
  readonly checkoutUrl: string;
  readonly redirectUrl: string | null;
  readonly cancelUrl: string | null;
  readonly locale: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly completedAt: string | null;
  /** The invoice that completed it. */
  readonly completedBy: string | null;
}

/**
 * Another endpoint of the merchant has failed every delivery for a day, or was disabled for that. Times are ISO 8601 in
 * UTC.
 */
export interface EndpointFailingData {
  readonly endpointId: string;
  readonly host: string;
  readonly description: string | null;
  readonly failingSince: string;
  readonly lastSuccessAt: string | null;
  readonly consecutiveFailures: number;
  readonly status: 'enabled' | 'disabled';
  /** Null while it is enabled. */
  readonly disabledReason: string | null;
  /** When it was disabled, or will be if no delivery succeeds before. */
  readonly disablesAt: string;
}

/** Somebody has requested a change that would let more of the merchant's money out. Times are ISO 8601 in UTC. */
export interface PolicyChangeData {
  readonly policyChangeId: string;
  readonly kind: PolicyChangeKind;
  /** The merchant or the API key that is changed. */
  readonly objectId: string;
  /** The details of the change. Amounts are in base units. */
  readonly change: Readonly<Record<string, string | number | null>>;
  readonly requestedBy: PolicyPerson['kind'];
  readonly requestedAt: string;
  /** The time when it takes effect, unless it is confirmed or stopped before. */
  readonly holdsFrom: string;
}

export interface PingData {
  readonly endpointId: string;
  readonly message: string;
}

/** The `data` of each event. */
export type EventData = Readonly<
  Record<PlainInvoiceEventType, InvoiceEventData> &
    Record<'invoice.payment_held', PaymentHeldData> &
    Record<'invoice.refunded', InvoiceRefundedData> &
    Record<WithdrawalEventType, WithdrawalEventData> &
    Record<CheckoutEventType, CheckoutEventData> &
    Record<'endpoint.failing', EndpointFailingData> &
    Record<'policy.change_requested', PolicyChangeData> &
    Record<'ping', PingData>
>;

/** An event's type with the data that belongs to it. */
export type TypedEventData =
  | { readonly type: PlainInvoiceEventType; readonly data: InvoiceEventData }
  | { readonly type: 'invoice.payment_held'; readonly data: PaymentHeldData }
  | { readonly type: 'invoice.refunded'; readonly data: InvoiceRefundedData }
  | { readonly type: WithdrawalEventType; readonly data: WithdrawalEventData }
  | { readonly type: CheckoutEventType; readonly data: CheckoutEventData }
  | { readonly type: 'endpoint.failing'; readonly data: EndpointFailingData }
  | { readonly type: 'policy.change_requested'; readonly data: PolicyChangeData }
  | { readonly type: 'ping'; readonly data: PingData };
