import type { Schemas } from '../../../client/client.js';
import { addFigures, localDay } from '../data/figures.js';
import { Amount } from '../parts/figures.js';

type Day = Schemas['DayVolume'];

const HEIGHT = 96;
const WIDTH = 12;

/** What came in all these days, by coin, the same coin of several networks together. */
function totalsOf(days: readonly Day[]): readonly (readonly [symbol: string, figure: string])[] {
  const assets = days.flatMap((day) => day.assets);
  return [...new Set(assets.map(({ tokenSymbol }) => tokenSymbol))].map((symbol) => [
    symbol,
    addFigures(
      assets.filter(({ tokenSymbol }) => tokenSymbol === symbol).map(({ amountCrypto }) => amountCrypto),
    ),
  ]);
}

/** A bar for each day, by the number of its completed invoices. The table beneath says the same in figures. */
export function DayBars({ days }: { readonly days: readonly Day[] }) {
  const most = Math.max(1, ...days.map(({ invoices }) => invoices));
  const shown = [...days].sort((one, other) => one.day.localeCompare(other.day));
  return (
    <figure className="bars">
      <p className="totals">
        {totalsOf(days).map(([symbol, figure]) => (
          <Amount key={symbol} figure={figure} symbol={symbol} large />
        ))}
        <span className="muted">
          in {days.length} days, by {days.reduce((sum, { invoices }) => sum + invoices, 0)} invoices
        </span>
      </p>
      <svg
        viewBox={`0 0 ${shown.length * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`At most ${most} on one day`}
      >
        {shown.map(({ day, invoices }, at) => {
          const height = invoices === 0 ? 1 : Math.max(3, (invoices / most) * (HEIGHT - 4));
          return (
            <rect
              key={day}
              className={invoices === 0 ? 'none' : 'some'}
              x={at * WIDTH + 2}
              y={HEIGHT - height}
              width={WIDTH - 4}
              height={height}
              rx="1"
            >
              <title>{`${localDay(day)}: ${invoices}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption>
        {[shown[0], shown.at(-1)].map(
          (each, end) => each !== undefined && <span key={end}>{localDay(each.day)}</span>,
        )}
      </figcaption>
    </figure>
  );
}
