import type { CheckoutAmount } from '../../../domain/checkouts/checkout-amount.js';
import { amountInAsset } from '../../../domain/checkouts/checkout-amount.js';
import type { Asset, AssetId, Chain } from '../../../domain/core/asset.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { findAsset, getOfferedAsset } from '../../views/assets.js';
import type { Offer } from '../../views/checkouts.js';
import { requireLeast, type QuotedPrice } from '../invoices/new-invoice.js';

/**
 * Returns the amount of a checkout in one asset. The rate is one that this process has requested recently. So many
 * viewers of a checkout cause no additional requests to the price sources.
 *
 * @throws QuittanceError `unsupported_asset`, `rate_unavailable`, `amount_too_small`, `amount_too_precise`.
 */
export async function quoteCheckout(
  { rates }: Pick<AppDeps, 'rates'>,
  amount: CheckoutAmount,
  asset: Asset,
): Promise<QuotedPrice> {
  const rate = 'fiatCurrency' in amount ? await rates.rate(asset.tokenSymbol, amount.fiatCurrency) : null;
  const amountAtomic = amountInAsset(amount, asset.decimals, rate?.price ?? null);
  requireLeast(asset, amountAtomic);
  return {
    amountAtomic,
    amountFiatCents: 'amountFiatCents' in amount ? amount.amountFiatCents : null,
    fiatCurrency: 'fiatCurrency' in amount ? amount.fiatCurrency : null,
    rate: rate === null ? null : { rate: rate.text, source: rate.source, asOfMs: rate.asOfMs },
  };
}

/**
 * Returns the assets of a checkout with the amount in each. An asset that is no longer offered is omitted.
 *
 * @param amountOf returns a fixed amount in base units. Null: the asset has no amount now. Undefined: the amount is
 *   computed at the current price.
 */
export async function listOffers(
  deps: Pick<AppDeps, 'chains' | 'rates'>,
  { assets, amount }: { readonly assets: readonly AssetId[]; readonly amount: CheckoutAmount },
  amountOf: (asset: AssetId) => bigint | null | undefined,
): Promise<readonly Offer[]> {
  const found = assets.flatMap((id) => findAsset(deps.chains, id) ?? []);
  return Promise.all(
    found.map(async ({ chain, asset }) => {
      const known = amountOf(asset);
      const amountAtomic = known === undefined ? await amountOrNull(deps, amount, asset) : known;
      return { chain, asset, amountAtomic };
    }),
  );
}

async function amountOrNull(
  deps: Pick<AppDeps, 'rates'>,
  amount: CheckoutAmount,
  asset: Asset,
): Promise<bigint | null> {
  try {
    return (await quoteCheckout(deps, amount, asset)).amountAtomic;
  } catch (error) {
    if (error instanceof QuittanceError) return null;
    throw error;
  }
}

/**
 * Returns the assets from which a customer may choose. Each asset that the merchant names must be possible now. If the
 * merchant names none, all possible ones are returned.
 *
 * @throws QuittanceError `unsupported_asset`, `amount_too_small`, `amount_too_precise`, `rate_unavailable`.
 */
export async function assetsOfCheckout(
  deps: AppDeps,
  amount: CheckoutAmount,
  named: readonly AssetId[] | undefined,
): Promise<readonly AssetId[]> {
  const isAsked = ({ tokenSymbol }: AssetId): boolean =>
    !('tokenSymbol' in amount) || tokenSymbol === amount.tokenSymbol;
  const candidates: readonly { readonly chain: Chain; readonly asset: Asset }[] =
    named === undefined
      ? [...deps.chains.values()].flatMap((chain) => chain.assets.map((asset) => ({ chain, asset })))
      : named.map((id) => getOfferedAsset(deps.chains, id));
  const strange = candidates.find(({ asset }) => !isAsked(asset));
  if (named !== undefined && strange !== undefined)
    throw new QuittanceError('unsupported_asset', 'With tokenSymbol, every asset must be that token.');
  const asked = candidates.filter(({ asset }) => isAsked(asset));
  const quotes = await Promise.allSettled(asked.map(({ asset }) => quoteCheckout(deps, amount, asset)));
  const refused = quotes.find((quoted) => quoted.status === 'rejected');
  if (refused !== undefined) {
    if (named !== undefined || !(refused.reason instanceof QuittanceError)) throw refused.reason;
    if (quotes.every(({ status }) => status === 'rejected')) throw refused.reason;
  }
  const possible = asked.filter((_one, i) => quotes[i]?.status === 'fulfilled');
  if (possible.length === 0)
    throw new QuittanceError('unsupported_asset', 'No such token is offered; GET /v1/assets lists what is.');
  const ids = possible.map(({ asset: { chainCode, tokenSymbol } }) => ({ chainCode, tokenSymbol }));
  return [...new Map(ids.map((id) => [`${id.chainCode}/${id.tokenSymbol}`, id])).values()];
}
