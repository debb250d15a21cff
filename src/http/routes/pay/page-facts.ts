import type { CheckoutPage } from '../../../db/checkouts/checkouts.js';
import type { CustomerView } from '../../../db/invoices/customer-views.js';
import type { InvoiceView } from '../../../db/invoices/invoices.js';
import type { Transfer } from '../../../db/invoices/transfers.js';
import type { ChainViews } from '../../../domain/chains/finality.js';
import { currentInvoice, presentChoice } from '../../../domain/checkouts/checkout-state.js';
import type { Chain } from '../../../domain/core/asset.js';
import { formatCrypto } from '../../../domain/core/money.js';
import {
  customerMoney,
  receivedAtomic,
  type CustomerMoney,
} from '../../../domain/invoices/customer-money.js';
import type { PaymentStatus } from '../../../domain/invoices/settlement.js';
import { toleranceBounds } from '../../../domain/invoices/tolerance-bounds.js';
import type { Booking } from '../../../domain/ledger/postings.js';
import type { MerchantProfile } from '../../../domain/merchants/merchant-profile.js';
import type {
  CheckoutFacts,
  ChoiceOf,
  PaymentFacts,
  PaymentTransfer,
} from '../../../pages/checkout/facts.js';
import { isOfOther } from '../../../pages/checkout/phase.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { getKnownAsset } from '../../views/assets.js';
import { iso } from '../../views/iso.js';
import { paymentsOf } from '../../views/payments-of.js';
import { chainStatusOf, showPublicInvoice } from '../../views/public-invoice.js';
import { mayChoose } from '../checkouts/public-checkout.js';
import { presentChoices } from '../present-choices.js';
import { readChoices, showChoices, type PageChoices } from './page-choices.js';

type ShownInvoice = ReturnType<typeof showPublicInvoice>;

/** The dependencies of pages. */
export type PageDeps = Pick<
  AppDeps,
  'db' | 'chains' | 'books' | 'rates' | 'now' | 'depositAddress' | 'publicBaseUrl' | 'demoCustomer' | 'log'
>;

/** A page as one read found it. */
export interface ReadPage {
  readonly facts: CheckoutFacts;
  /** The sources of the facts. Undefined: the next read rebuilds the facts. */
  readonly made?: MadeOf;
}

/** The sources of a page's facts. While each source is the same object or value, the facts are the same too. */
interface MadeOf {
  readonly checkout: CheckoutPage | undefined;
  readonly views: readonly CustomerView[];
  /** The values that come from the time, the chains and the prices. */
  readonly besides: readonly unknown[];
}

/** Everything that is read for a page besides its own row. */
interface Read {
  readonly byInvoice: ReadonlyMap<string, CustomerView>;
  /** The current state of each chain. Null: the invoices' views have it. */
  readonly chainViews: ChainViews | null;
  /** The page as the previous read found it. Undefined: there was none. */
  readonly before: ReadPage | undefined;
}

function isSame(made: MadeOf, before: MadeOf | undefined): boolean {
  if (before === undefined) return false;
  const partsOf = ({ checkout, views, besides }: MadeOf): readonly unknown[] => [
    ...[checkout, views.length],
    ...[...views, ...besides],
  ];
  const [parts, others] = [partsOf(made), partsOf(before)];
  return parts.length === others.length && parts.every((part, at) => part === others[at]);
}

/** Returns the earlier page if its sources are the same. Otherwise builds the page again. */
function keepOrMake(before: ReadPage | undefined, made: MadeOf, make: () => CheckoutFacts): ReadPage {
  return before !== undefined && isSame(made, before.made) ? before : { facts: make(), made };
}

/**
 * Returns the view of an invoice with the current state of its chain. The view of an unchanged invoice is an earlier
 * one, with an earlier state.
 */
function viewNow({ view }: CustomerView, chainViews: ChainViews | null): InvoiceView {
  if (chainViews === null) return view;
  return { ...view, chain: chainViews.get(view.invoice.asset.chainCode) ?? null };
}

/**
 * Returns the values in an invoice's facts that depend on the time and the chain: whether it has expired, and how soon
 * a payment is seen.
 */
function momentOf(of: CustomerView | undefined, { chainViews }: Read, nowMs: number): readonly unknown[] {
  if (of === undefined) return [];
  const { invoice, chain } = viewNow(of, chainViews);
  return [nowMs > invoice.expiresAtMs, chainStatusOf(chain, nowMs)];
}

/** Returns the invoice that is shown, and the other ones that have received money. */
export function shownInvoices({ checkout, choices }: CheckoutPage): {
  readonly current: string | undefined;
  readonly elsewhere: readonly string[];
} {
  const current = currentInvoice(checkout, choices)?.invoiceId;
  const others = choices.filter(({ invoiceId, wasPaidTo }) => wasPaidTo && invoiceId !== current);
  return { current, elsewhere: others.map(({ invoiceId }) => invoiceId) };
}

function merchantFacts({ name, contact, look }: MerchantProfile): CheckoutFacts['merchant'] {
  return { name, contact, logoUrl: look.logoUrl, color: look.color };
}

/** Returns the transactions that were seen for these invoices. */
function hashesOf(views: readonly (CustomerView | undefined)[]): readonly string[] {
  const hashes = views.flatMap((of) => of?.view.transfers.map(({ txHash }) => txHash) ?? []);
  return [...new Set(hashes)].filter((hash) => hash !== null);
}

/**
 * Returns all transactions for the choices of a checkout, and the money among them that belongs to choices other than
 * `invoiceId`.
 */
function ofChoices(
  { choices }: CheckoutPage,
  { invoiceId, byInvoice }: { readonly invoiceId: string | undefined; readonly byInvoice: Read['byInvoice'] },
  deps: PageDeps,
): Pick<CheckoutFacts, 'seenHashes' | 'elsewhere'> {
  const others = choices.filter((choice) => choice.invoiceId !== invoiceId);
  return {
    seenHashes: hashesOf(choices.map((choice) => byInvoice.get(choice.invoiceId))),
    elsewhere: others.flatMap((choice) => cameElsewhere(byInvoice.get(choice.invoiceId), deps)),
  };
}

/**
 * Returns the part of an invoice's page that comes from its checkout. If another choice counts, the page requests no
 * payment.
 */
function choiceOf(page: CheckoutPage, invoiceId: string, nowMs: number): ChoiceOf {
  const { checkout, choices } = page;
  const { publicId, status, completedBy } = checkout;
  const isOpen = checkout.assets.some((asset) => mayChoose(page, asset, nowMs));
  if (completedBy !== null) return { publicId, isOpen, other: completedBy === invoiceId ? null : 'paid' };
  const goesOn = status === 'open' || status === 'processing';
  const isCurrent = currentInvoice(checkout, choices)?.invoiceId === invoiceId;
  return { publicId, isOpen, other: goesOn && !isCurrent ? 'chosen' : null };
}

/**
 * Returns the checkout with the status of each choice by all stored payments, including payments that are not settled
 * yet.
 */
function presentPage(page: CheckoutPage, { byInvoice }: Read): CheckoutPage {
  const views = page.choices.flatMap(({ invoiceId }) => byInvoice.get(invoiceId)?.view ?? []);
  const byId = new Map(views.map((view) => [view.invoice.invoiceId, view]));
  return { ...page, choices: presentChoices(page.choices, byId) };
}

/** Returns the invoices of a checkout that were read. */
const viewsOf = (page: CheckoutPage | undefined, { byInvoice }: Read): readonly CustomerView[] =>
  page?.choices.flatMap(({ invoiceId }) => byInvoice.get(invoiceId) ?? []) ?? [];

/**
 * Builds the page of an invoice. `stored` is the checkout of which the invoice is a choice, if there is one.
 *
 * @throws QuittanceError `deposit_address_altered`
 */
export function invoicePage(
  of: CustomerView,
  stored: CheckoutPage | undefined,
  read: Read,
  deps: PageDeps,
): ReadPage {
  const nowMs = deps.now();
  const page = stored === undefined ? undefined : presentPage(stored, read);
  const choice = page === undefined ? null : choiceOf(page, of.view.invoice.invoiceId, nowMs);
  const made = {
    checkout: stored,
    views: [of, ...viewsOf(stored, read)],
    besides: [choice?.isOpen, ...momentOf(of, read, nowMs)],
  };
  return keepOrMake(read.before, made, () => invoiceFacts(of, { page, choice, read }, deps));
}

function invoiceFacts(
  of: CustomerView,
  {
    page,
    choice,
    read,
  }: { readonly page: CheckoutPage | undefined; readonly choice: ChoiceOf | null; readonly read: Read },
  deps: PageDeps,
): CheckoutFacts {
  const { merchant } = of;
  const view = viewNow(of, read.chainViews);
  const { invoiceId, description } = view.invoice;
  const seen =
    page === undefined
      ? { seenHashes: hashesOf([of]), elsewhere: [] }
      : ofChoices(page, { invoiceId, byInvoice: read.byInvoice }, deps);
  const shown = showPublicInvoice(view, merchant, deps);
  return {
    publicId: shown.publicId,
    merchant: merchantFacts(merchant),
    frameOrigins: merchant.frameOrigins,
    description,
    amountFiat: shown.amountFiat,
    fiatCurrency: shown.fiatCurrency,
    amountCrypto: null,
    tokenSymbol: null,
    redirectUrl: shown.redirectUrl,
    cancelUrl: page?.checkout.cancelUrl ?? null,
    locale: page?.checkout.locale ?? null,
    checkout: null,
    choices: [],
    chosen: null,
    checkoutExpiresAt: null,
    isTakingPayments: true,
    seenHashes: seen.seenHashes,
    choiceOf: choice,
    // If another choice counts, its money is the payment, not extra money.
    elsewhere: isOfOther({ choiceOf: choice }) ? [] : seen.elsewhere,
    payment: paymentOf(of, shown, deps),
    isLocal: deps.demoCustomer !== null,
  };
}

/**
 * Builds the page of a checkout.
 *
 * @param isLate ends the wait for prices.
 * @throws QuittanceError `deposit_address_altered`
 */
export async function checkoutPage(
  stored: CheckoutPage,
  read: Read & { readonly isLate: Promise<unknown> },
  deps: PageDeps,
): Promise<ReadPage> {
  const page = presentPage(stored, read);
  const { current } = shownInvoices(page);
  const chosen = read.byInvoice.get(current ?? '');
  const isPayable = chosen !== undefined && deps.now() < chosen.view.invoice.expiresAtMs;
  const choices = await readChoices(page, { ...read, before: read.before?.facts, isPayable }, deps);
  const made = {
    checkout: stored,
    views: viewsOf(stored, read),
    besides: [choices.key, ...momentOf(chosen, read, deps.now())],
  };
  return keepOrMake(read.before, made, () => checkoutFacts(page, { ...read, chosen, choices }, deps));
}

function checkoutFacts(
  page: CheckoutPage,
  {
    chosen,
    choices: read,
    byInvoice,
    chainViews,
  }: Read & { readonly chosen: CustomerView | undefined; readonly choices: PageChoices },
  deps: PageDeps,
): CheckoutFacts {
  const { checkout, merchant } = page;
  const choices = showChoices(page, read, deps);
  // If the chosen invoice was cancelled and choices are possible, the customer chooses again.
  const isChosen =
    chosen !== undefined && !(chosen.view.settlement.status === 'cancelled' && choices.choices.length > 0);
  const shown = isChosen ? showPublicInvoice(viewNow(chosen, chainViews), merchant, deps) : null;
  const invoiceId = chosen?.view.invoice.invoiceId;
  return {
    publicId: checkout.publicId,
    merchant: merchantFacts(merchant),
    frameOrigins: merchant.frameOrigins,
    description: checkout.description,
    redirectUrl: checkout.redirectUrl,
    cancelUrl: checkout.cancelUrl,
    locale: checkout.locale,
    checkout: checkout.status,
    ...choices,
    chosen: presentChoice(checkout, page.choices)?.publicId ?? null,
    payment: isChosen && shown !== null ? paymentOf(chosen, shown, deps) : null,
    ...ofChoices(page, { invoiceId, byInvoice }, deps),
    choiceOf: null,
    isTakingPayments: !page.isSuspended,
    isLocal: deps.demoCustomer !== null,
  };
}

/** Bookings of money that is credited to the merchant or is being refunded. */
const SETTLED: readonly Booking[] = ['credited', 'refunding'];

/** Returns the payments to another choice that are not reverted, and are neither credited nor being refunded. */
function cameElsewhere(of: CustomerView | undefined, deps: PageDeps): readonly PaymentTransfer[] {
  if (of === undefined) return [];
  const transfers = of.view.transfers.filter(({ booking }) => !SETTLED.includes(booking));
  return transfersOf({ ...of, view: { ...of.view, transfers } }, deps).filter(
    ({ status }) => status !== 'reverted',
  );
}

/**
 * Returns the RPC URL that a customer's wallet may use. The URLs in `rpcUrls` may contain keys, so customers must not
 * see them. In local mode they contain none.
 */
function rpcForWallets(chain: Chain | undefined, isLocal: boolean): string | null {
  return chain?.walletRpcUrl ?? (isLocal ? chain?.rpcUrls[0] : undefined) ?? null;
}

function paymentOf(of: CustomerView, shown: ShownInvoice, deps: PageDeps): PaymentFacts {
  const { view } = of;
  const { demoCustomer, chains } = deps;
  return {
    // A checkout that was cancelled or has expired closes its invoices a moment later, or when a worker runs again.
    status: view.settlement.status === 'cancelled' ? 'cancelled' : shown.status,
    overpaid: shown.overpaid,
    chainCode: shown.chainCode,
    chainId: shown.chainId,
    chainName: shown.chainName,
    chainReading: shown.chainStatus === 'live' ? 'current' : shown.chainStatus,
    explorerUrl: shown.explorerUrl === null ? null : shown.explorerUrl.replace(/\/$/, ''),
    nativeSymbol: chains.get(shown.chainCode)?.nativeSymbol ?? null,
    walletRpcUrl: rpcForWallets(chains.get(shown.chainCode), demoCustomer !== null),
    tokenSymbol: shown.tokenSymbol,
    tokenAddress: shown.tokenAddress,
    decimals: shown.tokenDecimals,
    depositAddress: shown.depositAddress,
    amountAtomic: shown.amountAtomic,
    amountPaidAtomic: shown.amountPaidAtomic,
    missingAtomic: shown.amountDueAtomic,
    receivedAtomic: (of.isPartial
      ? view.settlement.amountPaidAtomic
      : receivedAtomic(seenPaymentsOf(view))
    ).toString(),
    missingUri: shown.amountDueUri,
    isEnough: view.settlement.enough,
    isTooMuch: view.settlement.amountPaidAtomic > toleranceBounds(view.invoice).mostAtomic,
    isSettled: shown.status === view.invoice.status,
    rate: shown.rate?.rate ?? null,
    txHash: shown.txHash,
    confirmations: shown.confirmations,
    confirmationsRequired: shown.confirmationsRequired,
    createdAt: shown.createdAt,
    expiresAt: shown.expiresAt,
    paidAt: shown.paidAt,
    completedAt: shown.completedAt,
    transfers: transfersOf(of, deps),
  };
}

interface SeenPayment {
  readonly transfer: Transfer;
  readonly status: PaymentStatus;
  readonly confirmations: number;
  readonly money: CustomerMoney;
  readonly amountAtomic: bigint;
}

/** Returns the payments of an invoice, each with the outcome of its money. */
function seenPaymentsOf(view: InvoiceView): readonly SeenPayment[] {
  return paymentsOf(view).map(({ transfer, status, confirmations }) => {
    const { amountAtomic, booking } = transfer;
    return { transfer, status, confirmations, amountAtomic, money: customerMoney(status, booking) };
  });
}

function transfersOf({ view, sentBackBy }: CustomerView, { books }: PageDeps): readonly PaymentTransfer[] {
  return seenPaymentsOf(view).map(({ transfer, amountAtomic, ...payment }) => {
    const { chain, asset } = getKnownAsset(books, transfer);
    return {
      ...payment,
      txHash: transfer.txHash,
      chainName: chain.name,
      tokenSymbol: transfer.tokenSymbol,
      amountCrypto: formatCrypto(amountAtomic, asset.decimals),
      sentBackBy: sentBackBy.get(transfer.transferId) ?? null,
      seenAt: iso(transfer.seenAtMs),
    };
  });
}
