import type { CheckoutAmount } from '../checkouts/checkout-amount.js';
import type { CheckoutStatus } from '../checkouts/checkout-state.js';
import type {
  CheckoutEventData,
  EndpointFailingData,
  HeldMoney,
  Metadata,
  InvoiceEventData,
  PingData,
  WithdrawalEventData,
} from './events.js';
import type { InvoiceStatus } from '../invoices/invoice-state.js';
import type { AssetId } from '../core/asset.js';
import { formatCrypto, formatFiat, parseDecimal } from '../core/money.js';
import type { HeldReason } from '../invoices/held-reason.js';
import { shownWithdrawalKind, type WithdrawalStatus } from '../withdrawals/withdrawal-state.js';
import { merchantWaitingReason } from '../withdrawals/merchant-waits.js';

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

/** Returns the `data` of an invoice event. */
export function invoiceEventData(invoice: {
  readonly invoiceId: string;
  readonly publicId: string;
  readonly status: InvoiceStatus;
  readonly amountFiatCents: bigint | null;
  readonly fiatCurrency: string | null;
  readonly amountAtomic: bigint;
  readonly amountPaidAtomic: bigint;
  readonly decimals: number;
  readonly asset: { readonly chainCode: string; readonly tokenSymbol: string };
  readonly txHash: string | null;
  readonly confirmations: number;
  /** As shown: EIP-55. */
  readonly depositAddress: string;
  readonly merchantReference: string | null;
  readonly metadata: Metadata;
  readonly paidAtMs: number | null;
}): InvoiceEventData {
  return {
    invoiceId: invoice.invoiceId,
    publicId: invoice.publicId,
    status: invoice.status,
    amountFiat: invoice.amountFiatCents === null ? null : formatFiat(invoice.amountFiatCents),
    fiatCurrency: invoice.fiatCurrency,
    amountCrypto: formatCrypto(invoice.amountAtomic, invoice.decimals),
    amountPaidCrypto: formatCrypto(invoice.amountPaidAtomic, invoice.decimals),
    tokenSymbol: invoice.asset.tokenSymbol,
    chainCode: invoice.asset.chainCode,
    txHash: invoice.txHash,
    confirmations: invoice.confirmations,
    depositAddress: invoice.depositAddress,
    merchantReference: invoice.merchantReference,
    metadata: invoice.metadata,
    paidAt: isoOrNull(invoice.paidAtMs),
  };
}

/** Returns a held payment as merchants see it. */
export function heldMoney(payment: {
  readonly asset: { readonly chainCode: string; readonly tokenSymbol: string };
  readonly amountAtomic: bigint;
  readonly decimals: number;
  readonly reason: HeldReason;
  readonly txHash: string | null;
  /** As shown: EIP-55. */
  readonly from: string | null;
}): HeldMoney {
  const { asset, amountAtomic, decimals, reason, txHash, from } = payment;
  return {
    chainCode: asset.chainCode,
    tokenSymbol: asset.tokenSymbol,
    amountCrypto: formatCrypto(amountAtomic, decimals),
    amountAtomic: amountAtomic.toString(),
    reason,
    txHash,
    from,
  };
}

/** Returns the `data` of a withdrawal event: the withdrawal as the API shows it, without base units. */
export function withdrawalEventData(withdrawal: {
  readonly withdrawalId: string;
  readonly kind: 'payout' | 'refund';
  readonly invoiceId: string | null;
  readonly status: WithdrawalStatus;
  readonly amountAtomic: bigint;
  readonly decimals: number;
  readonly asset: { readonly chainCode: string; readonly tokenSymbol: string };
  /** As shown: EIP-55. */
  readonly address: string;
  readonly txHash: string | null;
  readonly confirmations: number;
  readonly merchantReference: string | null;
  readonly metadata: Metadata;
  readonly approvalsRequired: number;
  readonly approvalsGiven: number;
  readonly createdAtMs: number;
  readonly approvedAtMs: number | null;
  readonly completedAtMs: number | null;
  readonly failureReason: string | null;
  /** For operators; merchants get {@link merchantWaitingReason}. */
  readonly waitingReason: string | null;
  readonly waitingCode: string | null;
}): WithdrawalEventData {
  return {
    withdrawalId: withdrawal.withdrawalId,
    kind: shownWithdrawalKind(withdrawal.kind),
    invoiceId: withdrawal.invoiceId,
    status: withdrawal.status,
    amountCrypto: formatCrypto(withdrawal.amountAtomic, withdrawal.decimals),
    tokenSymbol: withdrawal.asset.tokenSymbol,
    chainCode: withdrawal.asset.chainCode,
    address: withdrawal.address,
    txHash: withdrawal.txHash,
    confirmations: withdrawal.confirmations,
    merchantReference: withdrawal.merchantReference,
    metadata: withdrawal.metadata,
    approvalsRequired: withdrawal.approvalsRequired,
    approvalsGiven: withdrawal.approvalsGiven,
    createdAt: iso(withdrawal.createdAtMs),
    approvedAt: isoOrNull(withdrawal.approvedAtMs),
    completedAt: isoOrNull(withdrawal.completedAtMs),
    failureReason: withdrawal.failureReason,
    waitingReason: merchantWaitingReason(withdrawal),
  };
}

/** Digits of an amount in crypto, as the API shows it. */
const SHOWN_DIGITS = 6;

/** Returns the `data` of a checkout event: the checkout as the API shows it, without its invoices. */
export function checkoutEventData(checkout: {
  readonly checkoutId: string;
  readonly publicId: string;
  readonly status: CheckoutStatus;
  readonly amount: CheckoutAmount;
  readonly assets: readonly AssetId[];
  readonly merchantReference: string | null;
  readonly metadata: Metadata;
  readonly description: string | null;
  readonly checkoutUrl: string;
  readonly redirectUrl: string | null;
  readonly cancelUrl: string | null;
  readonly locale: string | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly completedAtMs: number | null;
  readonly completedBy: string | null;
}): CheckoutEventData {
  const { amount } = checkout;
  const inFiat = 'amountFiatCents' in amount;
  const shown = { decimals: SHOWN_DIGITS, path: 'amountCrypto' };
  return {
    checkoutId: checkout.checkoutId,
    publicId: checkout.publicId,
    status: checkout.status,
    amountFiat: inFiat ? formatFiat(amount.amountFiatCents) : null,
    fiatCurrency: inFiat ? amount.fiatCurrency : null,
    amountCrypto: inFiat ? null : formatCrypto(parseDecimal(amount.amountCrypto, shown), SHOWN_DIGITS),
    tokenSymbol: inFiat ? null : amount.tokenSymbol,
    assets: checkout.assets.map(({ chainCode, tokenSymbol }) => ({ chainCode, tokenSymbol })),
    merchantReference: checkout.merchantReference,
    metadata: checkout.metadata,
    description: checkout.description,
    checkoutUrl: checkout.checkoutUrl,
    redirectUrl: checkout.redirectUrl,
    cancelUrl: checkout.cancelUrl,
    locale: checkout.locale,
    createdAt: iso(checkout.createdAtMs),
    expiresAt: iso(checkout.expiresAtMs),
    completedAt: isoOrNull(checkout.completedAtMs),
    completedBy: checkout.completedBy,
  };
}

/** Returns the `data` of `endpoint.failing`. It has the host only: the path of the URL may be a secret. */
export function endpointFailingData(endpoint: {
  readonly endpointId: string;
  readonly url: string;
  readonly description: string | null;
  readonly failingSinceMs: number;
  readonly lastSuccessAtMs: number | null;
  readonly consecutiveFailures: number;
  /** Null while it is enabled. */
  readonly disabledReason: string | null;
  /** When it was disabled, or will be if no delivery succeeds before. */
  readonly disablesAtMs: number;
}): EndpointFailingData {
  return {
    endpointId: endpoint.endpointId,
    host: new URL(endpoint.url).host,
    description: endpoint.description,
    failingSince: iso(endpoint.failingSinceMs),
    lastSuccessAt: isoOrNull(endpoint.lastSuccessAtMs),
    consecutiveFailures: endpoint.consecutiveFailures,
    status: endpoint.disabledReason === null ? 'enabled' : 'disabled',
    disabledReason: endpoint.disabledReason,
    disablesAt: iso(endpoint.disablesAtMs),
  };
}

/** Returns the `data` of `ping`, an event that a merchant asks for. */
export function pingData({ endpointId }: { readonly endpointId: string }): PingData {
  return { endpointId, message: 'A test, sent as every event is.' };
}
