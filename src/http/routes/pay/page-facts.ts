import { setImmediate, setTimeout } from 'node:timers/promises';
import { readCheckoutPages, type CheckoutPage } from '../../../db/checkouts/checkouts.js';
import { readChainViews } from '../../../db/invoices/chain-views.js';
import { readCustomerViews, type CustomerView } from '../../../db/invoices/customer-views.js';
import type { InvoiceView } from '../../../db/invoices/invoices.js';
import type { Transfer } from '../../../db/invoices/transfers.js';
import type { ChainViews } from '../../../domain/chains/finality.js';
import { currentInvoice, presentChoice } from '../../../domain/checkouts/checkout-state.js';
import { sameAsset, type AssetId, type Chain } from '../../../domain/core/asset.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { formatCrypto } from '../../../domain/core/money.js';
import {
  customerMoney,
  receivedAtomic,
  type CustomerMoney,
} from '../../../domain/invoices/customer-money.js';
import type { PaymentStatus } from '../../../domain/invoices/settlement.js';
import type { Booking } from '../../../domain/ledger/postings.js';
import type { MerchantProfile } from '../../../domain/merchants/merchant-profile.js';
import type {
  ChainReading,
  CheckoutFacts,
  Choice,
  ChoiceOf,
  PaymentFacts,
  PaymentTransfer,
} from '../../../pages/checkout/facts.js';
import { isOfOther } from '../../../pages/checkout/phase.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { showPublicCheckout } from '../../views/checkouts.js';
import { getKnownAsset } from '../../views/assets.js';
import { iso } from '../../views/iso.js';
import { paymentsOf } from '../../views/payments-of.js';
import { chainStatusOf, showPublicInvoice } from '../../views/public-invoice.js';
import { listOffers } from '../checkouts/offers.js';
import { mayChoose } from '../checkouts/public-checkout.js';

type Page = readonly [publicId: string, facts: CheckoutFacts];
const NO_VIEWS: ChainViews = new Map();
type ShownInvoice = ReturnType<typeof showPublicInvoice>;

/** So long a page that can be shown without the prices of its choices waits for them, in ms. */
const PRICES_WITHIN_MS = 300;

/** Ends the wait of one reading for prices, however many pages it is of. */
export function endOfWait(): Promise<unknown> {
  return setTimeout(PRICES_WITHIN_MS, undefined, { ref: false });
}

/** What is known when pages are read. */
export interface PageReading {
  /** The pages with what they have told last. */
  readonly known: ReadonlyMap<string, CheckoutFacts>;
  /** See {@link endOfWait}. */
  readonly isLate: Promise<unknown>;
}

/**
 * Reads what these pages show. A page that does not exist is left out. The statements, however many pages there are:
 * - one for the pages of invoices, and two more where one of them is a choice of a checkout;
 * - three for the pages of checkouts.
 *
 * Where present prices are slow, a page that is known has those that it has told, and one of a choice that can be paid has
 * none: so it tells its payment meanwhile, and no other page waits for it.
 *
 * @throws QuittanceError `deposit_address_altered`, where it is the only page asked for.
 */
export async function readPageFacts(
  deps: AppDeps,
  publicIds: readonly string[],
  { known, isLate }: PageReading = { known: new Map(), isLate: endOfWait() },
): Promise<ReadonlyMap<string, CheckoutFacts>> {
  const isOfCheckout = (publicId: string): boolean => publicId.startsWith('cs_');
  const ofCheckouts = publicIds.filter(isOfCheckout);
  const ofInvoices = publicIds.filter((publicId) => !isOfCheckout(publicId));
  const [ownCheckouts, chainViews, ownViews] = await Promise.all([
    readCheckoutPages(deps.db, { publicIds: ofCheckouts }),
    ofCheckouts.length === 0 ? NO_VIEWS : readChainViews(deps.db, deps.chains),
    readCustomerViews(deps.db, { publicIds: ofInvoices }, deps.chains),
  ]);
  // Invoices that were made without a choice need nothing more.
  const checkoutIds = ownViews.flatMap(({ view }) => view.invoice.checkoutId ?? []);
  const checkouts = [...ownCheckouts, ...(await readCheckoutPages(deps.db, { checkoutIds }))];
  const invoiceIds = checkouts.flatMap((page) => {
    const { current, elsewhere } = shownInvoices(page);
    return current === undefined ? [] : [current, ...elsewhere];
  });
  const views = [...ownViews, ...(await readCustomerViews(deps.db, { invoiceIds }, deps.chains))];
  const byCheckout = new Map(checkouts.map((page) => [page.checkout.checkoutId, page]));
  const byInvoice = new Map(views.map((view) => [view.view.invoice.invoiceId, view]));
  /** An altered address refuses its own page, and no other one that is read with it. */
  const alone = async (
    publicId: string,
    facts: () => CheckoutFacts | Promise<CheckoutFacts>,
  ): Promise<readonly Page[]> => {
    try {
      return [[publicId, await facts()]];
    } catch (error) {
      if (publicIds.length === 1 || !(error instanceof QuittanceError)) throw error;
      return [];
    }
  };
  const pages = await Promise.all([
    ...ownViews.map((view) => {
      const { publicId, checkoutId } = view.view.invoice;
      const page = byCheckout.get(checkoutId ?? '');
      return alone(publicId, () => invoiceFacts(view, { byInvoice, page }, deps));
    }),
    ...ownCheckouts.map((page) => {
      const { publicId } = page.checkout;
      const before = known.get(publicId);
      return alone(publicId, () => checkoutFacts(page, { byInvoice, before, isLate, chainViews }, deps));
    }),
  ]);
  return new Map(pages.flat());
}

/** The invoice that is shown, and the other ones that money was seen for. */
function shownInvoices({ checkout, choices }: CheckoutPage): {
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

/** The transactions that were seen for these invoices. */
function hashesOf(views: readonly (CustomerView | undefined)[]): readonly string[] {
  const hashes = views.flatMap((of) => of?.view.transfers.map(({ txHash }) => txHash) ?? []);
  return [...new Set(hashes)].filter((hash) => hash !== null);
}

/** What was seen for all choices of a checkout, and what stands of it for others than `invoiceId`. */
function ofChoices(
  { choices }: CheckoutPage,
  { invoiceId, byInvoice }: { readonly invoiceId: string | undefined; readonly byInvoice: Read['byInvoice'] },
  deps: AppDeps,
): Pick<CheckoutFacts, 'seenHashes' | 'elsewhere'> {
  const others = choices.filter((choice) => choice.invoiceId !== invoiceId);
  return {
    seenHashes: hashesOf(choices.map((choice) => byInvoice.get(choice.invoiceId))),
    elsewhere: others.flatMap((choice) => cameElsewhere(byInvoice.get(choice.invoiceId), deps)),
  };
}

/** What an invoice's checkout makes of it: where another choice counts, its page asks for nothing. */
function choiceOf(page: CheckoutPage, invoiceId: string, nowMs: number): ChoiceOf {
  const { checkout, choices } = page;
  const { publicId, status, completedBy } = checkout;
  const isOpen = checkout.assets.some((asset) => mayChoose(page, asset, nowMs));
  if (completedBy !== null) return { publicId, isOpen, other: completedBy === invoiceId ? null : 'paid' };
  const goesOn = status === 'open' || status === 'processing';
  const isCurrent = currentInvoice(checkout, choices)?.invoiceId === invoiceId;
  return { publicId, isOpen, other: goesOn && !isCurrent ? 'chosen' : null };
}

function invoiceFacts(
  of: CustomerView,
  { page, byInvoice }: { readonly page: CheckoutPage | undefined; readonly byInvoice: Read['byInvoice'] },
  deps: AppDeps,
): CheckoutFacts {
  const { view, merchant } = of;
  const { invoiceId } = view.invoice;
  const choice = page === undefined ? null : choiceOf(page, invoiceId, deps.now());
  const seen =
    page === undefined
      ? { seenHashes: hashesOf([of]), elsewhere: [] }
      : ofChoices(page, { invoiceId, byInvoice }, deps);
  const shown = showPublicInvoice(view, merchant, deps);
  return {
    publicId: shown.publicId,
    merchant: merchantFacts(merchant),
    frameOrigins: merchant.frameOrigins,
    description: view.invoice.description,
    ...{ amountFiat: shown.amountFiat, fiatCurrency: shown.fiatCurrency },
    ...{ amountCrypto: null, tokenSymbol: null },
    ...{ redirectUrl: shown.redirectUrl, cancelUrl: null, locale: null },
    ...{ checkout: null, choices: [], chosen: null, checkoutExpiresAt: null },
    isTakingPayments: true,
    seenHashes: seen.seenHashes,
    choiceOf: choice,
    // Where another choice counts, what came for that one is no money beside.
    elsewhere: isOfOther({ choiceOf: choice }) ? [] : seen.elsewhere,
    payment: paymentOf(of, shown, deps),
    isLocal: deps.demoCustomer !== null,
  };
}

/** What is read for the page of a checkout besides its row. */
interface Read {
  readonly byInvoice: ReadonlyMap<string, CustomerView>;
  /** What the page has told last; undefined: nothing. */
  readonly before: CheckoutFacts | undefined;
  readonly isLate: PageReading['isLate'];
  readonly chainViews: ChainViews;
}

async function checkoutFacts(page: CheckoutPage, read: Read, deps: AppDeps): Promise<CheckoutFacts> {
  const { checkout, merchant } = page;
  const { current } = shownInvoices(page);
  const chosen = read.byInvoice.get(current ?? '');
  const choices = await choicesOf(page, { ...read, chosen }, deps);
  // One choice was cancelled, and nothing was ever paid for any: the customer chooses again.
  const isChosen =
    chosen !== undefined && !(chosen.view.settlement.status === 'cancelled' && choices.choices.length > 0);
  return {
    publicId: checkout.publicId,
    merchant: merchantFacts(merchant),
    frameOrigins: merchant.frameOrigins,
    description: checkout.description,
    ...{ redirectUrl: checkout.redirectUrl, cancelUrl: checkout.cancelUrl, locale: checkout.locale },
    checkout: checkout.status,
    ...choices,
    chosen: presentChoice(checkout, page.choices)?.publicId ?? null,
    payment: isChosen ? paymentOf(chosen, showPublicInvoice(chosen.view, merchant, deps), deps) : null,
    ...{ ...ofChoices(page, { invoiceId: current, byInvoice: read.byInvoice }, deps), choiceOf: null },
    isTakingPayments: !page.isSuspended,
    isLocal: deps.demoCustomer !== null,
  };
}

type ChoiceFacts = Pick<
  CheckoutFacts,
  'amountFiat' | 'fiatCurrency' | 'amountCrypto' | 'tokenSymbol' | 'choices' | 'checkoutExpiresAt'
>;

/**
 * How soon a payment of a choice would be seen. A chain that does not match its configuration is as one that is halted: it
 * is not offered. The page of an invoice does not ask for that, and says that such a chain is behind, for nobody reads it.
 */
function readingOf(
  chainCode: string,
  { stopped, chainViews }: Pick<CheckoutPage, 'stopped'> & Pick<Read, 'chainViews'>,
  nowMs: number,
): ChainReading {
  if (stopped.has(chainCode)) return 'halted';
  const status = chainStatusOf(chainViews.get(chainCode) ?? null, nowMs);
  return status === 'live' ? 'current' : status;
}

/** What may be chosen, and what is asked for in each coin. */
async function choicesOf(
  page: CheckoutPage,
  { before, isLate, chosen, chainViews }: Read & { readonly chosen: CustomerView | undefined },
  deps: AppDeps,
): Promise<ChoiceFacts> {
  const { checkout, merchant, stopped } = page;
  const nowMs = deps.now();
  // Judged before it is priced: a page where nothing may be chosen asks for no price.
  const assets = checkout.assets.filter((asset) => mayChoose(page, asset, nowMs));
  const asked = { ...checkout, assets };
  const listing = listOffers(deps, asked);
  const isPayable = chosen !== undefined && nowMs < chosen.view.invoice.expiresAtMs;
  const priced =
    before === undefined && !isPayable
      ? await listing
      : // Prices that are there already are taken, also after the wait of the whole reading has ended.
        await Promise.race([listing, isLate.then(() => setImmediate(null))]);
  const offers = priced ?? (await listOffers(deps, asked, () => false));
  const shown = showPublicCheckout(checkout, { offers, merchant, invoice: null, nowMs }, deps);
  const told = (asset: AssetId): Choice | undefined =>
    priced === null ? before?.choices.find((choice) => sameAsset(choice, asset)) : undefined;
  return {
    ...{ amountFiat: shown.amountFiat, fiatCurrency: shown.fiatCurrency },
    ...{ amountCrypto: shown.amountCrypto, tokenSymbol: shown.tokenSymbol },
    choices: shown.assets.map((asset) => ({
      ...(told(asset) ?? asset),
      chainReading: readingOf(asset.chainCode, { stopped, chainViews }, nowMs),
    })),
    checkoutExpiresAt: shown.expiresAt,
  };
}

/** Whose money is the merchant's already, or goes back. */
const SETTLED: readonly Booking[] = ['credited', 'refunding'];

/** What stands of the payments to another choice, and is neither accepted nor on its way back. */
function cameElsewhere(of: CustomerView | undefined, deps: AppDeps): readonly PaymentTransfer[] {
  if (of === undefined) return [];
  const transfers = of.view.transfers.filter(({ booking }) => !SETTLED.includes(booking));
  return transfersOf({ ...of, view: { ...of.view, transfers } }, deps).filter(
    ({ status }) => status !== 'reverted',
  );
}

/** The URLs by which we read a chain may have keys in them: no customer sees them. Those of local mode have none. */
function rpcForWallets(chain: Chain | undefined, isLocal: boolean): string | null {
  return chain?.walletRpcUrl ?? (isLocal ? chain?.rpcUrls[0] : undefined) ?? null;
}

function paymentOf(of: CustomerView, shown: ShownInvoice, deps: AppDeps): PaymentFacts {
  const { view } = of;
  const { demoCustomer, chains } = deps;
  return {
    // A checkout that has ended otherwise is told to its invoices a moment later, or when a worker is back.
    status: view.settlement.status === 'cancelled' ? 'cancelled' : shown.status,
    overpaid: shown.overpaid,
    ...{ chainCode: shown.chainCode, chainId: shown.chainId, chainName: shown.chainName },
    chainReading: shown.chainStatus === 'live' ? 'current' : shown.chainStatus,
    explorerUrl: shown.explorerUrl === null ? null : shown.explorerUrl.replace(/\/$/, ''),
    nativeSymbol: chains.get(shown.chainCode)?.nativeSymbol ?? null,
    walletRpcUrl: rpcForWallets(chains.get(shown.chainCode), demoCustomer !== null),
    ...{ tokenSymbol: shown.tokenSymbol, tokenAddress: shown.tokenAddress, decimals: shown.tokenDecimals },
    ...{ depositAddress: shown.depositAddress, amountAtomic: shown.amountAtomic },
    ...{ amountPaidAtomic: shown.amountPaidAtomic, missingAtomic: shown.amountDueAtomic },
    receivedAtomic: receivedAtomic(seenPaymentsOf(view)).toString(),
    missingUri: shown.amountDueUri,
    rate: shown.rate?.rate ?? null,
    ...{ txHash: shown.txHash, confirmations: shown.confirmations },
    confirmationsRequired: shown.confirmationsRequired,
    ...{ createdAt: shown.createdAt, expiresAt: shown.expiresAt },
    ...{ paidAt: shown.paidAt, completedAt: shown.completedAt },
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

/** The payments of an invoice with what has become of their money. */
function seenPaymentsOf(view: InvoiceView): readonly SeenPayment[] {
  return paymentsOf(view).map(({ transfer, status, confirmations }) => {
    const { amountAtomic, booking } = transfer;
    return { transfer, status, confirmations, amountAtomic, money: customerMoney(status, booking) };
  });
}

function transfersOf({ view, sentBackBy }: CustomerView, { books }: AppDeps): readonly PaymentTransfer[] {
  return seenPaymentsOf(view).map(({ transfer, amountAtomic, ...payment }) => {
    const { chain, asset } = getKnownAsset(books, transfer);
    return {
      ...payment,
      ...{ txHash: transfer.txHash, chainName: chain.name, tokenSymbol: transfer.tokenSymbol },
      amountCrypto: formatCrypto(amountAtomic, asset.decimals),
      sentBackBy: sentBackBy.get(transfer.transferId) ?? null,
      seenAt: iso(transfer.seenAtMs),
    };
  });
}
