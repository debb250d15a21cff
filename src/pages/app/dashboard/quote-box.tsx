import { useEffect, useState } from 'react';
import type { Schemas } from '../../../client/client.js';
import { isZero, trimZeros } from '../data/figures.js';
import { useRead } from '../data/queries.js';
import { Amount, FromNow } from '../parts/figures.js';
import { Coin } from '../parts/network.js';
import { FailureBox } from '../parts/states.js';

type Quote = Schemas['Quote'];
type Asset = Schemas['Asset'];

const TYPING_MS = 250;
const AMOUNT = /^\d+(\.\d{1,2})?$/;
/** Nobody compares more rows than these. */
const ROWS_MAX = 4;

/** Returns the value as it was when the typing last stopped. */
function useSteady(value: string): string {
  const [steady, setSteady] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSteady(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return steady;
}

const isOf = (asset: Asset, { chainCode, tokenSymbol }: Quote): boolean =>
  asset.chainCode === chainCode && asset.tokenSymbol === tokenSymbol;

/** The amount in the chosen asset, and the rate. */
function OneQuote({ quote, currency }: { readonly quote: Quote; readonly currency: string }) {
  const { amountCrypto, tokenSymbol, rate, refused } = quote;
  if (amountCrypto === null) return <p>{refused?.message}</p>;
  return (
    <p>
      <Amount
        figure={amountCrypto}
        symbol={tokenSymbol}
        large
        under={
          rate !== null && (
            <>
              1 {tokenSymbol} = {trimZeros(rate.rate)} {currency}, from {rate.source}{' '}
              <FromNow time={rate.asOf} />
            </>
          )
        }
      />
    </p>
  );
}

/** The amount in each asset that the customer may choose. */
function QuoteRows({
  quotes,
  assets,
}: {
  readonly quotes: readonly Quote[];
  readonly assets: readonly Asset[];
}) {
  const payable = quotes.filter(({ amountCrypto }) => amountCrypto !== null);
  if (payable.length === 0) return <p>{quotes[0]?.refused?.message}</p>;
  return (
    <>
      <dl className="facts">
        {payable.slice(0, ROWS_MAX).map((quote) => (
          <div key={`${quote.chainCode}/${quote.tokenSymbol}`}>
            <dt>
              <Coin symbol={quote.tokenSymbol} code={quote.chainCode} /> on{' '}
              {assets.find((asset) => isOf(asset, quote))?.chainName ?? quote.chainCode}
            </dt>
            <dd>
              <Amount figure={quote.amountCrypto ?? ''} symbol={quote.tokenSymbol} />
            </dd>
          </div>
        ))}
      </dl>
      {payable.length > ROWS_MAX && <p className="small muted">and {payable.length - ROWS_MAX} more</p>}
    </>
  );
}

/** Shows what the customer would pay now, before the link is made. */
export function QuoteBox({
  amount,
  currency,
  asset,
  assets,
}: {
  /** The typed text. */
  readonly amount: string;
  /** Null: the amount is in a coin, which needs no rate. */
  readonly currency: string | null;
  /** `chain/TOKEN`; empty: the customer chooses. */
  readonly asset: string;
  readonly assets: readonly Asset[];
}) {
  const asked = useSteady(amount.trim());
  const isQuoted = currency !== null && AMOUNT.test(asked) && !isZero(asked);
  const quotes = useRead(
    '/web/v1/quotes',
    { query: { amountFiat: asked, fiatCurrency: (currency ?? 'USD') as 'USD', limit: 100 } },
    { enabled: isQuoted },
  );
  if (!isQuoted) return null;
  if (quotes.error !== null) return <FailureBox error={quotes.error} retry={() => void quotes.refetch()} />;
  const chosen = quotes.data?.find((one) => `${one.chainCode}/${one.tokenSymbol}` === asset);
  return (
    <section className="quote" aria-label="Quote" aria-busy={quotes.isPending}>
      <p className="small muted">
        {asset === '' ? 'Your customer would pay one of these now' : 'Your customer would pay now'}
      </p>
      {quotes.data === undefined ? (
        <span className="bone" />
      ) : chosen === undefined ? (
        <QuoteRows quotes={quotes.data} assets={assets} />
      ) : (
        <OneQuote quote={chosen} currency={currency} />
      )}
      <p className="small muted">
        {asset === ''
          ? 'The rate is fixed when the customer has chosen.'
          : 'The rate is fixed when you make the link.'}
      </p>
    </section>
  );
}
