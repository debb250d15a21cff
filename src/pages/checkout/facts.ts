import type { CustomerMoney } from '../../domain/invoices/customer-money.js';
import type { InvoiceStatus } from '../../domain/invoices/invoice-state.js';
import type { PaymentStatus } from '../../domain/invoices/settlement.js';

/** One transfer to the address of a payment, as its customer sees it. */
export interface PaymentTransfer {
  readonly txHash: string | null;
  readonly chainName: string;
  readonly tokenSymbol: string;
  readonly amountCrypto: string;
  readonly confirmations: number;
  readonly status: PaymentStatus;
  readonly money: CustomerMoney;
  /** The hash of the confirmed transaction that has sent it back; null: none has. */
  readonly sentBackBy: string | null;
  /** ISO 8601. */
  readonly seenAt: string;
}

/** How far a chain is read: `behind` and `halted` mean that a payment may not be seen for a while. */
export type ChainReading = 'current' | 'behind' | 'halted';

/** The one payment that the page asks for: one coin on one network, to one address. */
export interface PaymentFacts {
  readonly status: InvoiceStatus;
  readonly overpaid: boolean;
  readonly chainCode: string;
  /** EIP-155 chain id. */
  readonly chainId: number;
  readonly chainName: string;
  readonly chainReading: ChainReading;
  /** Without a trailing slash; null: the chain has none. */
  readonly explorerUrl: string | null;
  /** The coin that gas is paid in. */
  readonly nativeSymbol: string | null;
  /** An RPC that a wallet may be told of; null: none. */
  readonly walletRpcUrl: string | null;
  readonly tokenSymbol: string;
  /** EIP-55; null: the native coin. */
  readonly tokenAddress: string | null;
  readonly decimals: number;
  /** EIP-55. */
  readonly depositAddress: string;
  /** Base units. */
  readonly amountAtomic: string;
  /** What was seen on time. */
  readonly amountPaidAtomic: string;
  /** What was received for it so far: also what came late and was accepted, less what went back. */
  readonly receivedAtomic: string;
  /** What is still to be paid, in base units; "0": nothing. */
  readonly missingAtomic: string;
  /** EIP-681 for what is missing; null: nothing is. */
  readonly missingUri: string | null;
  /** Fiat per whole token; null: the amount was given in crypto. */
  readonly rate: string | null;
  readonly txHash: string | null;
  readonly confirmations: number;
  readonly confirmationsRequired: number;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly paidAt: string | null;
  readonly completedAt: string | null;
  readonly transfers: readonly PaymentTransfer[];
}

/** A coin on a network that the customer may choose. */
export interface Choice {
  readonly chainCode: string;
  readonly chainId: number;
  readonly chainName: string;
  readonly tokenSymbol: string;
  readonly confirmationsRequired: number;
  /** `halted`: it is not to be chosen now. */
  readonly chainReading: ChainReading;
  /** In whole coins; null: it has no price now. */
  readonly amountCrypto: string | null;
}

/** Who is paid. All of it is text from the merchant. */
export interface MerchantFacts {
  readonly name: string;
  /** An address, a link or any text; null: not said. */
  readonly contact: string | null;
  /** A data URL with a picture of pixels; null: none. */
  readonly logoUrl: string | null;
  /** `#rrggbb`; null: the page's own colour. */
  readonly color: string | null;
}

/** The checkout that an invoice is a choice of. */
export interface ChoiceOf {
  readonly publicId: string;
  /** Whether something can be chosen there now. */
  readonly isOpen: boolean;
  /** Why another choice counts, and this one is not to be paid: another one was chosen, or has paid; null: none does. */
  readonly other: 'chosen' | 'paid' | null;
}

/** Everything that a checkout page shows. */
export interface CheckoutFacts {
  readonly publicId: string;
  readonly merchant: MerchantFacts;
  /** The sites that may show the page within theirs; none: nobody may. */
  readonly frameOrigins: readonly string[];
  readonly description: string | null;
  /** With two digits; null: the amount was given in crypto. */
  readonly amountFiat: string | null;
  readonly fiatCurrency: string | null;
  /** What a checkout asks for in whole coins of a token, on whatever network; null: in fiat, or of an invoice. */
  readonly amountCrypto: string | null;
  readonly tokenSymbol: string | null;
  readonly redirectUrl: string | null;
  readonly cancelUrl: string | null;
  /** The status of a checkout; null: an invoice that was made without a choice. */
  readonly checkout: 'open' | 'processing' | 'completed' | 'expired' | 'cancelled' | null;
  /** The language that the merchant asks for, as BCP 47; null: the customer's browser decides. */
  readonly locale: string | null;
  /** What may be chosen now; empty: nothing. */
  readonly choices: readonly Choice[];
  /** The public id of the invoice of the choice made last: whoever made a later one has not seen it here. Null: none. */
  readonly chosen: string | null;
  /** Null: nothing is chosen yet. */
  readonly payment: PaymentFacts | null;
  /** Null: the page of a checkout, or of an invoice that was made without a choice. */
  readonly choiceOf: ChoiceOf | null;
  /** The transactions that were seen for any choice of the checkout, whatever has become of them. */
  readonly seenHashes: readonly string[];
  /** What came for other choices of the same checkout: it does not count for this payment. */
  readonly elsewhere: readonly PaymentTransfer[];
  /** Whether the merchant takes new payments. */
  readonly isTakingPayments: boolean;
  /** The end of the checkout, ISO 8601; null: an invoice without one. */
  readonly checkoutExpiresAt: string | null;
  /** Coins are worthless, and a demo customer pays. */
  readonly isLocal: boolean;
}
