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
  /** The hash of the confirmed transaction that has sent it back. Null: it was not sent back. */
  readonly sentBackBy: string | null;
  /** ISO 8601. */
  readonly seenAt: string;
}

/** How far a chain is read. `behind` and `halted` mean that a payment may stay unseen for a while. */
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
  /** Without a trailing slash. Null: the chain has no explorer. */
  readonly explorerUrl: string | null;
  /** The coin that gas is paid in. */
  readonly nativeSymbol: string | null;
  /** An RPC that may be given to a wallet. Null: there is none. */
  readonly walletRpcUrl: string | null;
  readonly tokenSymbol: string;
  /** EIP-55; null: the native coin. */
  readonly tokenAddress: string | null;
  readonly decimals: number;
  /** EIP-55. */
  readonly depositAddress: string;
  /** Base units. */
  readonly amountAtomic: string;
  /** The amount that was seen on time. */
  readonly amountPaidAtomic: string;
  /** The amount received for it so far. It includes accepted late money, and excludes money that was sent back. */
  readonly receivedAtomic: string;
  /** The amount that is still to be paid, in base units. "0": nothing is. */
  readonly missingAtomic: string;
  /** The EIP-681 URI that pays the missing amount. Null: nothing is missing. */
  readonly missingUri: string | null;
  /**
   * Whether the transfers that count are enough. A paid payment without enough waits for its undone transfers to come
   * back.
   */
  readonly isEnough: boolean;
  /** Whether more was seen on time than the amount and the tolerance. */
  readonly isTooMuch: boolean;
  /**
   * Whether the API shows the shop the same status. The API shows the settled status, which follows a stored transfer
   * by a moment.
   */
  readonly isSettled: boolean;
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
  /** `halted`: it can't be chosen now. */
  readonly chainReading: ChainReading;
  /** In whole coins. Null: it has no price now. */
  readonly amountCrypto: string | null;
}

/** The merchant who is paid. All of this comes from the merchant. */
export interface MerchantFacts {
  readonly name: string;
  /** An email address, a link or any text. Null: none is given. */
  readonly contact: string | null;
  /** A data URL of a raster image. Null: none. */
  readonly logoUrl: string | null;
  /** `#rrggbb`; null: the page's own colour. */
  readonly color: string | null;
}

/** The checkout for which an invoice was chosen. */
export interface ChoiceOf {
  readonly publicId: string;
  /** Whether the customer can choose something there now. */
  readonly isOpen: boolean;
  /** Why this choice is not to be paid: another one was chosen, or has paid. Null: no other one counts. */
  readonly other: 'chosen' | 'paid' | null;
}

/** All data that a checkout page shows. */
export interface CheckoutFacts {
  readonly publicId: string;
  readonly merchant: MerchantFacts;
  /** The origins that may show the page in a frame. Empty: none may. */
  readonly frameOrigins: readonly string[];
  readonly description: string | null;
  /** With two decimals. Null: the amount was given in crypto. */
  readonly amountFiat: string | null;
  readonly fiatCurrency: string | null;
  /** The amount of a checkout in whole coins of a token, on any network. Null: it is in fiat, or this is an invoice. */
  readonly amountCrypto: string | null;
  readonly tokenSymbol: string | null;
  readonly redirectUrl: string | null;
  readonly cancelUrl: string | null;
  /** The status of a checkout. Null: this is an invoice that was made without a choice. */
  readonly checkout: 'open' | 'processing' | 'completed' | 'expired' | 'cancelled' | null;
  /** The language that the merchant asks for (BCP 47). Null: the customer's browser decides. */
  readonly locale: string | null;
  /** The coins that may be chosen now. Empty: nothing may. */
  readonly choices: readonly Choice[];
  /** The public id of the invoice of the latest choice. Null: nothing is chosen. */
  readonly chosen: string | null;
  /** Null: nothing is chosen yet. */
  readonly payment: PaymentFacts | null;
  /** Null: this is a checkout, or an invoice that was made without a choice. */
  readonly choiceOf: ChoiceOf | null;
  /** All transactions seen for any choice of the checkout, also those that were undone. */
  readonly seenHashes: readonly string[];
  /** Transfers for other choices of the same checkout. They do not count for this payment. */
  readonly elsewhere: readonly PaymentTransfer[];
  /** Whether the merchant takes new payments. */
  readonly isTakingPayments: boolean;
  /** The end of the checkout, ISO 8601. Null: this is an invoice without a checkout. */
  readonly checkoutExpiresAt: string | null;
  /** Local mode: coins are worthless, and a demo customer can pay. */
  readonly isLocal: boolean;
}
