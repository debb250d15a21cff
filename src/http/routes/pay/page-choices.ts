import { setImmediate } from 'node:timers/promises';
import type { CheckoutPage } from '../../../db/checkouts/checkouts.js';
import type { ChainViews } from '../../../domain/chains/finality.js';
import { sameAsset, type AssetId } from '../../../domain/core/asset.js';
import type { ChainReading, CheckoutFacts, Choice } from '../../../pages/checkout/facts.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { showPublicCheckout, type Offer } from '../../views/checkouts.js';
import { chainStatusOf } from '../../views/public-invoice.js';
import { listOffers } from '../checkouts/offers.js';
import { mayChoose } from '../checkouts/public-checkout.js';

type Deps = Pick<AppDeps, 'chains' | 'rates' | 'now' | 'publicBaseUrl'>;

/** What may be chosen on a page now. */
export interface PageChoices {
  readonly offers: readonly (Offer & { readonly reading: ChainReading })[];
  /** What was told last, where present prices are slow; else empty. */
  readonly told: readonly Choice[];
  /** Two of the same key show the same, on the same checkout. */
  readonly key: string | symbol;
}

/**
 * How soon a payment of a choice would be seen. A chain that does not match its configuration is as one that is halted: it
 * is not offered. The page of an invoice does not ask for that, and says that such a chain is behind, for nobody reads it.
 */
function readingOf(
  chainCode: string,
  { stopped, chainViews }: Pick<CheckoutPage, 'stopped'> & { readonly chainViews: ChainViews | null },
  nowMs: number,
): ChainReading {
  if (stopped.has(chainCode)) return 'halted';
  const status = chainStatusOf(chainViews?.get(chainCode) ?? null, nowMs);
  return status === 'live' ? 'current' : status;
}

/**
 * Reads what may be chosen, and what is asked for in each coin.
 *
 * @param read.before what the page has told last; undefined: nothing.
 * @param read.isLate ends the wait for prices.
 * @param read.isPayable the page shows something that can be paid, and waits no longer than that for prices.
 */
export async function readChoices(
  page: CheckoutPage,
  read: {
    readonly before: CheckoutFacts | undefined;
    readonly isLate: Promise<unknown>;
    readonly isPayable: boolean;
    readonly chainViews: ChainViews | null;
  },
  deps: Deps,
): Promise<PageChoices> {
  const { checkout, stopped } = page;
  const { before, isLate, isPayable, chainViews } = read;
  const nowMs = deps.now();
  // Judged before it is priced: a page where nothing may be chosen asks for no price.
  const assets = checkout.assets.filter((asset) => mayChoose(page, asset, nowMs));
  const asked = { ...checkout, assets };
  const listing = listOffers(deps, asked);
  const priced =
    before === undefined && !isPayable
      ? await listing
      : // Prices that are there already are taken, also after the wait of the whole reading has ended.
        await Promise.race([listing, isLate.then(() => setImmediate(null))]);
  const found = priced ?? (await listOffers(deps, asked, () => false));
  const offers = found.map((offer) => ({
    ...offer,
    reading: readingOf(offer.chain.chainCode, { stopped, chainViews }, nowMs),
  }));
  const partOf = ({ asset, amountAtomic, reading }: (typeof offers)[number]): string =>
    `${asset.chainCode}/${asset.tokenSymbol} ${String(amountAtomic)} ${reading}`;
  return {
    offers,
    told: priced === null ? (before?.choices ?? []) : [],
    // What shows prices from before is made anew each time.
    key: priced === null ? Symbol('slow') : offers.map(partOf).join(),
  };
}

/** Shows what may be chosen. */
export function showChoices(
  { checkout, merchant }: CheckoutPage,
  { offers, told }: PageChoices,
  deps: Deps,
): Pick<
  CheckoutFacts,
  'amountFiat' | 'fiatCurrency' | 'amountCrypto' | 'tokenSymbol' | 'choices' | 'checkoutExpiresAt'
> {
  const shown = showPublicCheckout(checkout, { offers, merchant, invoice: null, nowMs: deps.now() }, deps);
  const toldOf = (asset: AssetId): Choice | undefined => told.find((choice) => sameAsset(choice, asset));
  return {
    ...{ amountFiat: shown.amountFiat, fiatCurrency: shown.fiatCurrency },
    ...{ amountCrypto: shown.amountCrypto, tokenSymbol: shown.tokenSymbol },
    choices: shown.assets.map((asset, at) => ({
      ...(toldOf(asset) ?? asset),
      chainReading: offers[at]?.reading ?? 'halted',
    })),
    checkoutExpiresAt: shown.expiresAt,
  };
}
