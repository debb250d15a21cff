import { readCustomerViews, type CustomerView } from '../../../db/invoices/customer-views.js';
import type { CheckoutFacts, PaymentFacts } from '../../../pages/checkout/facts.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { showPublicInvoice } from '../../views/public-invoice.js';

type FactsDeps = Pick<
  AppDeps,
  'db' | 'chains' | 'books' | 'publicBaseUrl' | 'depositAddress' | 'demoCustomer' | 'now'
>;
type ShownInvoice = ReturnType<typeof showPublicInvoice>;

/** Reads what these pages show, with one statement for all. A page that does not exist is left out. */
export async function readPageFacts(
  deps: FactsDeps,
  publicIds: readonly string[],
): Promise<ReadonlyMap<string, CheckoutFacts>> {
  const views = await readCustomerViews(deps.db, publicIds, deps.chains);
  return new Map([...views].map(([publicId, view]) => [publicId, factsOf(view, deps)]));
}

/** @throws QuittanceError `deposit_address_altered` */
function factsOf({ view, merchant }: CustomerView, deps: FactsDeps): CheckoutFacts {
  const shown = showPublicInvoice(view, merchant, deps);
  return {
    publicId: shown.publicId,
    merchant: {
      name: merchant.name,
      contact: merchant.contact,
      logoUrl: merchant.look.logoUrl,
      color: merchant.look.color,
    },
    frameOrigins: merchant.frameOrigins,
    description: view.invoice.description,
    amountFiat: shown.amountFiat,
    fiatCurrency: shown.fiatCurrency,
    redirectUrl: shown.redirectUrl,
    cancelUrl: null,
    checkout: null,
    choices: [],
    payment: paymentOf(shown, deps),
    checkoutExpiresAt: null,
    isLocal: deps.demoCustomer !== null,
  };
}

function paymentOf(shown: ShownInvoice, { demoCustomer, chains }: FactsDeps): PaymentFacts {
  return {
    ...{ status: shown.status, overpaid: shown.overpaid },
    ...{ chainCode: shown.chainCode, chainId: shown.chainId, chainName: shown.chainName },
    chainReading: shown.chainStatus === 'live' ? 'current' : shown.chainStatus,
    explorerUrl: shown.explorerUrl === null ? null : shown.explorerUrl.replace(/\/$/, ''),
    // The URLs of configured RPCs may have keys in them. Those of local mode have none.
    walletRpcUrl: demoCustomer === null ? null : (chains.get(shown.chainCode)?.rpcUrls[0] ?? null),
    ...{ tokenSymbol: shown.tokenSymbol, tokenAddress: shown.tokenAddress, decimals: shown.tokenDecimals },
    ...{ depositAddress: shown.depositAddress, amountAtomic: shown.amountAtomic },
    ...{ amountPaidAtomic: shown.amountPaidAtomic, missingAtomic: shown.amountDueAtomic },
    missingUri: shown.amountDueUri,
    rate: shown.rate?.rate ?? null,
    ...{ txHash: shown.txHash, confirmations: shown.confirmations },
    confirmationsRequired: shown.confirmationsRequired,
    ...{ createdAt: shown.createdAt, expiresAt: shown.expiresAt },
    ...{ paidAt: shown.paidAt, completedAt: shown.completedAt },
    transfers: shown.payments,
  };
}
