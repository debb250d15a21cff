import { setTimeout } from 'node:timers/promises';
import { readCheckoutPages, type CheckoutPage } from '../../../db/checkouts/checkouts.js';
import { readCustomerViews, type CustomerView } from '../../../db/invoices/customer-views.js';
import type { InvoiceView } from '../../../db/invoices/invoices.js';
import { currentInvoice, judgeChoice } from '../../../domain/checkouts/checkout-state.js';
import { sameAsset, type Chain } from '../../../domain/core/asset.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import type { MerchantProfile } from '../../../domain/merchants/look.js';
import type { CheckoutFacts, Choice, PaymentFacts, PaymentTransfer } from '../../../pages/checkout/facts.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { showPublicCheckout } from '../../views/checkouts.js';
import { showInvoiceState } from '../../views/invoices.js';
import { showPublicInvoice } from '../../views/public-invoice.js';
import { listOffers } from '../checkouts/offers.js';

type Page = readonly [publicId: string, facts: CheckoutFacts];
type ShownInvoice = ReturnType<typeof showPublicInvoice>;

/** So long a page that is known already waits for the prices of its choices, in ms. */
const PRICES_WITHIN_MS = 300;

/**
 * Reads what these pages show: with one statement for all invoices, and one more for all checkouts. A page that does not
 * exist is left out. The prices of a page that is `known` are those that it has told, while present ones are slow: so it
 * tells its payment meanwhile, and no other page waits for it.
 *
 * @throws QuittanceError `deposit_address_altered`, where it is the only page asked for.
 */
export async function readPageFacts(
  deps: AppDeps,
  publicIds: readonly string[],
  known: ReadonlyMap<string, CheckoutFacts> = new Map(),
): Promise<ReadonlyMap<string, CheckoutFacts>> {
  const isOfCheckout = (publicId: string): boolean => publicId.startsWith('cs_');
  const checkouts = await readCheckoutPages(deps.db, publicIds.filter(isOfCheckout));
  const asked = {
    publicIds: publicIds.filter((publicId) => !isOfCheckout(publicId)),
    invoiceIds: checkouts.flatMap((page) => {
      const { current, elsewhere } = shownInvoices(page);
      return current === undefined ? [] : [current, ...elsewhere];
    }),
  };
  const views = await readCustomerViews(deps.db, asked, deps.chains);
  const byInvoice = new Map(views.map((view) => [view.view.invoice.invoiceId, view]));
  const isLate = setTimeout(PRICES_WITHIN_MS, 'late' as const, { ref: false });
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
    ...views
      .filter(({ view }) => asked.publicIds.includes(view.invoice.publicId))
      .map((view) => alone(view.view.invoice.publicId, () => invoiceFacts(view, deps))),
    ...checkouts.map((page) => {
      const { publicId } = page.checkout;
      const before = known.get(publicId);
      return alone(publicId, () => checkoutFacts(page, { byInvoice, before, isLate }, deps));
    }),
  ]);
  return new Map(pages.flat());
}

/** The invoice that is shown, and the other ones that money came to. */
function shownInvoices({ checkout, choices }: CheckoutPage): {
  readonly current: string | undefined;
  readonly elsewhere: readonly string[];
} {
  const current = currentInvoice(checkout, choices)?.invoiceId;
  const others = choices.filter(({ invoiceId, isPaidTo }) => isPaidTo && invoiceId !== current);
  return { current, elsewhere: others.map(({ invoiceId }) => invoiceId) };
}

function merchantFacts({ name, contact, look }: MerchantProfile): CheckoutFacts['merchant'] {
  return { name, contact, logoUrl: look.logoUrl, color: look.color };
}

function invoiceFacts({ view, merchant }: CustomerView, deps: AppDeps): CheckoutFacts {
  const shown = showPublicInvoice(view, merchant, deps);
  return {
    publicId: shown.publicId,
    merchant: merchantFacts(merchant),
    frameOrigins: merchant.frameOrigins,
    description: view.invoice.description,
    ...{ amountFiat: shown.amountFiat, fiatCurrency: shown.fiatCurrency },
    ...{ redirectUrl: shown.redirectUrl, cancelUrl: null, locale: null },
    ...{ checkout: null, choices: [], checkoutExpiresAt: null, elsewhere: [], isTakingPayments: true },
    payment: paymentOf(view, shown, deps),
    isLocal: deps.demoCustomer !== null,
  };
}

/** What is read for the page of a checkout besides its row. */
interface Read {
  readonly byInvoice: ReadonlyMap<string, CustomerView>;
  /** What the page has told last; undefined: nothing. */
  readonly before: CheckoutFacts | undefined;
  /** Ends the wait for prices. */
  readonly isLate: Promise<'late'>;
}

async function checkoutFacts(page: CheckoutPage, read: Read, deps: AppDeps): Promise<CheckoutFacts> {
  const { checkout, merchant } = page;
  const { current, elsewhere } = shownInvoices(page);
  const chosen = read.byInvoice.get(current ?? '');
  return {
    publicId: checkout.publicId,
    merchant: merchantFacts(merchant),
    frameOrigins: merchant.frameOrigins,
    description: checkout.description,
    ...{ redirectUrl: checkout.redirectUrl, cancelUrl: checkout.cancelUrl, locale: checkout.locale },
    checkout: checkout.status,
    ...(await choicesOf(page, read, deps)),
    payment:
      chosen === undefined
        ? null
        : paymentOf(chosen.view, showPublicInvoice(chosen.view, merchant, deps), deps),
    elsewhere: elsewhere.flatMap((invoiceId) => cameElsewhere(read.byInvoice.get(invoiceId), deps)),
    isTakingPayments: !page.isSuspended,
    isLocal: deps.demoCustomer !== null,
  };
}

type ChoiceFacts = Pick<CheckoutFacts, 'amountFiat' | 'fiatCurrency' | 'choices' | 'checkoutExpiresAt'>;

/** What may be chosen, and what is asked for in each coin. */
async function choicesOf(
  { checkout, merchant, choices, isSuspended }: CheckoutPage,
  { before, isLate }: Read,
  deps: AppDeps,
): Promise<ChoiceFacts> {
  const nowMs = deps.now();
  // Judged before it is priced: a page where nothing may be chosen asks for no price.
  const assets = checkout.assets.filter(
    (asset) => !isSuspended && judgeChoice(checkout, choices, asset, nowMs).kind !== 'refused',
  );
  const listing = listOffers(deps, { ...checkout, assets });
  const offers = await (before === undefined ? listing : Promise.race([listing, isLate]));
  const shown = showPublicCheckout(checkout, {
    ...{ offers: offers === 'late' ? [] : offers, merchant, invoice: null, nowMs },
  });
  const isStill = (choice: Choice): boolean => assets.some((asset) => sameAsset(asset, choice));
  return {
    ...{ amountFiat: shown.amountFiat, fiatCurrency: shown.fiatCurrency },
    choices: offers === 'late' ? (before?.choices.filter(isStill) ?? []) : shown.assets,
    checkoutExpiresAt: shown.expiresAt,
  };
}

/** What stands of the payments to another choice, and is not on its way back. */
function cameElsewhere(of: CustomerView | undefined, deps: AppDeps): readonly PaymentTransfer[] {
  if (of === undefined) return [];
  const transfers = of.view.transfers.filter(({ booking }) => booking !== 'refunding');
  const { payments } = showInvoiceState({ ...of.view, transfers }, deps);
  return transfersOf(payments, deps).filter(({ status }) => status !== 'reverted');
}

/** The URLs by which we read a chain may have keys in them: no customer sees them. Those of local mode have none. */
function rpcForWallets(chain: Chain | undefined, isLocal: boolean): string | null {
  return chain?.walletRpcUrl ?? (isLocal ? chain?.rpcUrls[0] : undefined) ?? null;
}

function paymentOf({ settlement }: InvoiceView, shown: ShownInvoice, deps: AppDeps): PaymentFacts {
  const { demoCustomer, chains } = deps;
  return {
    // A checkout that has ended otherwise is told to its invoices a moment later, or when a worker is back.
    status: settlement.status === 'cancelled' ? settlement.status : shown.status,
    overpaid: shown.overpaid,
    ...{ chainCode: shown.chainCode, chainId: shown.chainId, chainName: shown.chainName },
    chainReading: shown.chainStatus === 'live' ? 'current' : shown.chainStatus,
    explorerUrl: shown.explorerUrl === null ? null : shown.explorerUrl.replace(/\/$/, ''),
    nativeSymbol: chains.get(shown.chainCode)?.nativeSymbol ?? null,
    walletRpcUrl: rpcForWallets(chains.get(shown.chainCode), demoCustomer !== null),
    ...{ tokenSymbol: shown.tokenSymbol, tokenAddress: shown.tokenAddress, decimals: shown.tokenDecimals },
    ...{ depositAddress: shown.depositAddress, amountAtomic: shown.amountAtomic },
    ...{ amountPaidAtomic: shown.amountPaidAtomic, missingAtomic: shown.amountDueAtomic },
    missingUri: shown.amountDueUri,
    rate: shown.rate?.rate ?? null,
    ...{ txHash: shown.txHash, confirmations: shown.confirmations },
    confirmationsRequired: shown.confirmationsRequired,
    ...{ createdAt: shown.createdAt, expiresAt: shown.expiresAt },
    ...{ paidAt: shown.paidAt, completedAt: shown.completedAt },
    transfers: transfersOf(shown.payments, deps),
  };
}

function transfersOf(payments: ShownInvoice['payments'], { books }: AppDeps): readonly PaymentTransfer[] {
  return payments.map(({ txHash, chainCode, tokenSymbol, amountCrypto, confirmations, status, seenAt }) => ({
    ...{ txHash, chainName: books.get(chainCode)?.name ?? chainCode, tokenSymbol, amountCrypto },
    ...{ confirmations, status, seenAt },
  }));
}
