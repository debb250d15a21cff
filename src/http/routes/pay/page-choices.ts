import { setImmediate } from 'node:timers/promises';
import type { CheckoutPage } from '../../../db/checkouts/checkouts.js';
import type { ChainViews } from '../../../domain/chains/finality.js';
import { sameAsset, type AssetId } from '../../../domain/core/asset.js';
import type { ChainReading, CheckoutFacts, Choice } from '../../../pages/checkout/facts.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { showPublicCheckout, type Offer } from '../../views/checkouts.js';
import { chainStatusOf } from '../../views/public-invoice.js';
import { listOffers } from '../checkouts/offers.js';
import { fixedAmount, mayChoose } from '../checkouts/public-checkout.js';

type Deps = Pick<AppDeps, 'chains' | 'rates' | 'now' | 'publicBaseUrl'>;

/** The choices that a page offers now. */
export interface PageChoices {
  readonly offers: readonly (Offer & { readonly reading: ChainReading })[];
  /** The choices with earlier prices, while the current prices are slow. Otherwise empty. */
  readonly told: readonly Choice[];
  /** If two keys are equal, the choices of the checkout are equal. */
  readonly key: string | symbol;
}

/**
 * Returns how soon a payment of a choice would be seen. A chain that does not match its configuration counts as halted,
 * so the choice is not offered. The page of an invoice does not check this. It shows such a chain as behind.
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
 * Reads the possible choices and the amount in each.
 *
 * @param read.before the facts that the page has shown last. Undefined: none.
 * @param read.isLate ends the wait for prices.
 * @param read.isPayable true: the page shows an invoice that can be paid, so it does not wait for prices after
 *   `isLate`.
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
  // The rules come before the prices. A page without possible choices reads no price.
  const assets = checkout.assets.filter((asset) => mayChoose(page, asset, nowMs));
  const asked = { ...checkout, assets };
  // A choice that returns an open invoice has the amount of that invoice.
  const fixedOf = (asset: AssetId): bigint | undefined => fixedAmount(page, asset, nowMs);
  const listing = listOffers(deps, asked, fixedOf);
  const priced =
    before === undefined && !isPayable
      ? await listing
      : // Prices that are known already are used, even if the wait of the whole reading has ended.
        await Promise.race([listing, isLate.then(() => setImmediate(null))]);
  const found = priced ?? (await listOffers(deps, asked, (asset) => fixedOf(asset) ?? null));
  const offers = found.map((offer) => ({
    ...offer,
    reading: readingOf(offer.chain.chainCode, { stopped, chainViews }, nowMs),
  }));
  const partOf = ({ asset, amountAtomic, reading }: (typeof offers)[number]): string =>
    `${asset.chainCode}/${asset.tokenSymbol} ${String(amountAtomic)} ${reading}`;
  return {
    offers,
    told: priced === null ? (before?.choices ?? []) : [],
    // A page with earlier prices is rebuilt at each read.
    key: priced === null ? Symbol('slow') : offers.map(partOf).join(),
  };
}

/** Shows the possible choices. */
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
    amountFiat: shown.amountFiat,
    fiatCurrency: shown.fiatCurrency,
    amountCrypto: shown.amountCrypto,
    tokenSymbol: shown.tokenSymbol,
    choices: shown.assets.map((asset, at) => ({
      ...((asset.amountCrypto === null ? toldOf(asset) : undefined) ?? asset),
      chainReading: offers[at]?.reading ?? 'halted',
    })),
    checkoutExpiresAt: shown.expiresAt,
  };
}
