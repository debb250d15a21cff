import type { CustomerMoney } from '../../../domain/invoices/customer-money.js';
import type { Phase } from '../phase.js';

/** The title of a state, and what its customer has to do now. */
export interface PhaseWords {
  readonly title: string;
  readonly now: string;
}

/**
 * Every text of the page. A language that lacks a text does not compile. A text with values is a function, because
 * languages put them in different orders.
 */
export interface Words {
  /** The language's own name for itself. It stands in the switch of languages. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly phases: Readonly<Record<Phase, PhaseWords>>;
  readonly pageTitle: (amount: string, merchant: string) => string;
  readonly payTo: (merchant: string) => string;
  readonly rate: (symbol: string, price: string) => string;
  /** The words before the coin, and between the coin and its network. */
  readonly onlyOn: readonly [before: string, between: string];
  readonly sendExactly: string;
  readonly stillMissing: string;
  readonly received: (amount: string) => string;
  readonly address: string;
  readonly copy: string;
  readonly copyAmount: string;
  readonly copyAddress: string;
  /** Some wallets ignore the network of a code, and open another one. */
  readonly scan: (chain: string) => string;
  readonly scanThenAmount: string;
  readonly openInWallet: string;
  readonly codeWithAmount: string;
  readonly codeWithAmountNote: string;
  readonly token: string;
  readonly fromExchange: string;
  readonly fromExchangeNote: (amount: string) => string;
  readonly timeLeft: string;
  readonly until: (clock: string) => string;
  readonly steps: readonly [pay: string, seen: string, confirmed: string];
  /** Takes the place of the first step when it is done. */
  readonly sent: string;
  readonly progress: string;
  readonly confirmations: (count: number, required: number) => string;
  readonly aboutSeconds: (seconds: number) => string;
  readonly aboutMinutes: (minutes: number) => string;
  readonly transaction: string;
  readonly showTransaction: string;
  readonly backTo: (merchant: string) => string;
  readonly toPayment: string;
  readonly backSoon: string;
  readonly stay: string;
  readonly receipt: string;
  readonly contact: (merchant: string) => string;
  readonly giveBack: string;
  readonly nobodyToAsk: (merchant: string) => string;
  readonly chooseCoin: string;
  readonly changeChoice: string;
  /** Takes its place when the time of the choice is over: the same coin is offered at a new price. */
  readonly chooseAnew: string;
  /** Marks the present choice. */
  readonly chosen: string;
  readonly renewQuote: string;
  /** While it is still being checked whether something arrived in time. */
  readonly chooseIfUnsent: string;
  readonly choiceRefused: string;
  readonly fees: Readonly<Record<'under_cent' | 'cents' | 'dollars' | 'none', string>>;
  readonly noPrice: string;
  /** For the choice of a network that is read late, or not at all. */
  readonly choiceBehind: (chain: string) => string;
  readonly choiceHalted: (chain: string) => string;
  readonly moreChoices: string;
  readonly chainHalted: (chain: string) => string;
  /** Follows `chainHalted` where something is still to be paid. */
  readonly sendLater: string;
  readonly chainBehind: (chain: string) => string;
  readonly connectionLost: string;
  readonly reload: string;
  readonly noScript: string;
  readonly localCoins: string;
  readonly payAsDemo: string;
  readonly demoNote: string;
  readonly demoSent: string;
  readonly noSuchPage: PhaseWords;
  readonly tooMany: PhaseWords;
  readonly ourFault: PhaseWords;
  readonly requestId: string;
  /** A transfer that came. Its outcome, from `money`, follows. */
  readonly came: (amount: string, symbol: string, chain: string) => string;
  readonly money: Readonly<Record<CustomerMoney, string>>;
  /** The transaction that sent it back follows. */
  readonly sentBack: string;
  readonly besidesNote: string;
  readonly elsewhereCame: (amount: string, symbol: string, chain: string) => string;
  readonly elsewhereNote: string;
  /** For a payment that may come back. */
  readonly undone: string;
  /** Follows `undone` where something is still to be paid. */
  readonly undonePayAgain: string;
  /** For a payment that was undone, and is not to be paid again. */
  readonly expiredUndone: string;
  /** For a checkout that ended before anything was chosen. */
  readonly neverChosen: Readonly<Record<'cancelled' | 'expired', string>>;
  /** For the price of the last choice that was possible. */
  readonly lastPriceOver: string;
  /** For a choice after another one of the same checkout was paid. */
  readonly paidOtherwise: PhaseWords;
  readonly overpaidBy: string;
  readonly receiptRows: {
    readonly description: string;
    readonly amount: string;
    readonly received: string;
    readonly rate: string;
    readonly network: string;
    readonly address: string;
    readonly transaction: string;
    readonly created: string;
    readonly paid: string;
    readonly completed: string;
    readonly number: string;
    readonly contact: string;
    readonly worth: string;
  };
  readonly utc: string;
}
