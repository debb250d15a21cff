import { useState } from 'react';
import type { Schemas } from '../../../client/client.js';
import { addFigures, groupDigits, localDay, trimZeros } from '../data/figures.js';
import { Amount } from '../parts/figures.js';

type Day = Schemas['DayVolume'];

const HEIGHT = 96;
const WIDTH = 12;

/** Adds up the amounts of all days by coin. The same coin on several networks is one sum. */
function totalsOf(days: readonly Day[]): readonly (readonly [symbol: string, figure: string])[] {
  const assets = days.flatMap((day) => day.assets);
  return [...new Set(assets.map(({ tokenSymbol }) => tokenSymbol))].map((symbol) => [
    symbol,
    addFigures(
      assets.filter(({ tokenSymbol }) => tokenSymbol === symbol).map(({ amountCrypto }) => amountCrypto),
    ),
  ]);
}

/** `12 Nov: 3 invoices, 750.00 USDC`. */
function dayWords(day: Day): string {
  const invoices = `${day.invoices} ${day.invoices === 1 ? 'invoice' : 'invoices'}`;
  const sums = totalsOf([day]).map(([symbol, figure]) => `${groupDigits(trimZeros(figure))} ${symbol}`);
  return `${localDay(day.day)}: ${[invoices, ...sums].join(', ')}`;
}

function Bars({
  days,
  most,
  point,
}: {
  readonly days: readonly Day[];
  readonly most: number;
  readonly point: (day: string | null) => void;
}) {
  return (
    <svg
      viewBox={`0 0 ${days.length * WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`At most ${most} on one day`}
      onPointerLeave={() => point(null)}
    >
      {days.map((each, at) => {
        const height = each.invoices === 0 ? 0 : Math.max(3, (each.invoices / most) * (HEIGHT - 4));
        return (
          <g key={each.day} onPointerEnter={() => point(each.day)}>
            <rect className="column" x={at * WIDTH} y="0" width={WIDTH} height={HEIGHT} />
            <rect
              className="some"
              x={at * WIDTH + 2}
              y={HEIGHT - height}
              width={WIDTH - 4}
              height={height}
              rx="1"
            />
          </g>
        );
      })}
    </svg>
  );
}

/**
 * A bar for each day, as high as its number of completed invoices. The day under the pointer is described in words. The
 * table below has the same figures.
 */
export function DayBars({ days }: { readonly days: readonly Day[] }) {
  const [day, point] = useState<string | null>(null);
  const most = Math.max(1, ...days.map(({ invoices }) => invoices));
  const shown = [...days].sort((one, other) => one.day.localeCompare(other.day));
  const pointed = shown.find((each) => each.day === day);
  const [first, last] = [shown[0], shown.at(-1)];
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
      <Bars days={shown} most={most} point={point} />
      <figcaption>
        <span>{first !== undefined && localDay(first.day)}</span>
        {pointed !== undefined && <span className="day">{dayWords(pointed)}</span>}
        <span>{last !== undefined && localDay(last.day)}</span>
      </figcaption>
    </figure>
  );
}
