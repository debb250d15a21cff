import { readCheckoutPages, type CheckoutPage } from '../../../db/checkouts/checkouts.js';
import { readCustomerViews, type CustomerView } from '../../../db/invoices/customer-views.js';
import { currentInvoice, judgeChoice } from '../../../domain/checkouts/checkout-state.js';
import type { Chain } from '../../../domain/core/asset.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import type { MerchantProfile } from '../../../domain/merchants/look.js';
import type { CheckoutFacts, PaymentFacts } from '../../../pages/checkout/facts.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { showPublicCheckout } from '../../views/checkouts.js';
import { showPublicInvoice } from '../../views/public-invoice.js';
import { listOffers } from '../checkouts/offers.js';

type Page = readonly [publicId: string, facts: CheckoutFacts];
type ShownInvoice = ReturnType<typeof showPublicInvoice>;

/**
 * Reads what these pages show: with one statement for all invoices, and one more for all checkouts. A page that does not
 * exist is left out.
 *
 * @throws QuittanceError `deposit_address_altered`, where it is the only page asked for.
 */
export async function readPageFacts(
  deps: AppDeps,
  publicIds: readonly string[],
): Promise<ReadonlyMap<string, CheckoutFacts>> {
  const isOfCheckout = (publicId: string): boolean => publicId.startsWith('cs_');
  const checkouts = await readCheckoutPages(deps.db, publicIds.filter(isOfCheckout));
  const current = new Map(checkouts.map((page) => [page.checkout.publicId, currentOf(page)]));
  const asked = {
    publicIds: publicIds.filter((publicId) => !isOfCheckout(publicId)),
    invoiceIds: [...current.values()].filter((invoiceId) => invoiceId !== undefined),
  };
  const views = await readCustomerViews(deps.db, asked, deps.chains);
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
    ...views
      .filter(({ view }) => asked.publicIds.includes(view.invoice.publicId))
      .map((view) => alone(view.view.invoice.publicId, () => invoiceFacts(view, deps))),
    ...checkouts.map((page) => {
      const { publicId } = page.checkout;
      return alone(publicId, () => checkoutFacts(page, byInvoice.get(current.get(publicId) ?? ''), deps));
    }),
  ]);
  return new Map(pages.flat());
}

const currentOf = ({ checkout, choices }: CheckoutPage): string | undefined =>
  currentInvoice(checkout.completedBy, choices)?.invoiceId;

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
    ...{ checkout: null, choices: [], checkoutExpiresAt: null },
    payment: paymentOf(shown, deps),
    isLocal: deps.demoCustomer !== null,
  };
}

/** @param current the invoice of the present choice; undefined: nothing is chosen. */
async function checkoutFacts(
  { checkout, merchant, choices }: CheckoutPage,
  current: CustomerView | undefined,
  deps: AppDeps,
): Promise<CheckoutFacts> {
  const nowMs = deps.now();
  // Judged before it is priced: a page where nothing may be chosen asks for no price.
  const assets = checkout.assets.filter(
    (asset) => judgeChoice(checkout, choices, asset, nowMs).kind !== 'refused',
  );
  const offers = await listOffers(deps, { ...checkout, assets });
  const shown = showPublicCheckout(checkout, { offers, merchant, invoice: null, nowMs });
  return {
    publicId: checkout.publicId,
    merchant: merchantFacts(merchant),
    frameOrigins: merchant.frameOrigins,
    description: checkout.description,
    ...{ amountFiat: shown.amountFiat, fiatCurrency: shown.fiatCurrency },
    ...{ redirectUrl: checkout.redirectUrl, cancelUrl: checkout.cancelUrl, locale: checkout.locale },
    checkout: checkout.status,
    choices: shown.assets,
    checkoutExpiresAt: shown.expiresAt,
    payment: current === undefined ? null : paymentOf(showPublicInvoice(current.view, merchant, deps), deps),
    isLocal: deps.demoCustomer !== null,
  };
}

/** The URLs by which we read a chain may have keys in them: no customer sees them. Those of local mode have none. */
function rpcForWallets(chain: Chain | undefined, isLocal: boolean): string | null {
  return chain?.walletRpcUrl ?? (isLocal ? chain?.rpcUrls[0] : undefined) ?? null;
}

function paymentOf(shown: ShownInvoice, { demoCustomer, chains, books }: AppDeps): PaymentFacts {
  return {
    ...{ status: shown.status, overpaid: shown.overpaid },
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
    transfers: shown.payments.map(
      ({ txHash, chainCode, tokenSymbol, amountCrypto, confirmations, status, seenAt }) => ({
        ...{ txHash, chainName: books.get(chainCode)?.name ?? chainCode, tokenSymbol, amountCrypto },
        ...{ confirmations, status, seenAt },
      }),
    ),
  };
}
