import { useEffect, useState, type ReactNode } from 'react';
import { fromNow, groupDigits, localTime, trimZeros } from '../data/figures.js';

/** An amount: the figure first, the symbol muted after it, fiat beneath. Every digit of the API is shown. */
export function Amount({
  figure,
  symbol,
  large = false,
  under,
}: {
  readonly figure: string;
  readonly symbol: string;
  readonly large?: boolean;
  readonly under?: ReactNode;
}) {
  return (
    <>
      <span className={large ? 'amount large' : 'amount'}>
        <data value={figure}>{groupDigits(trimZeros(figure))}</data>
        <span className="symbol">{symbol}</span>
      </span>
      {under !== undefined && under !== null && <span className="under">{under}</span>}
    </>
  );
}

/** The amount in fiat that an invoice was asked in; null: it was asked in the coin. */
export const fiatWords = (amount: string | null, currency: string | null): string | null =>
  amount === null || currency === null ? null : `${groupDigits(amount)} ${currency}`;

const utcOf = (time: string): string => `${time.replace('T', ' ').replace('Z', '')} UTC`;

/** A time: local, and UTC at the pointer. */
export function At({
  time,
  precision = 'minute',
}: {
  readonly time: string;
  readonly precision?: 'minute' | 'second';
}) {
  return (
    <time dateTime={time} title={utcOf(time)}>
      {localTime(time, precision)}
    </time>
  );
}

/** The time of now, again and again while it is shown. */
export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** How long ago, or in how long. */
export function FromNow({ time }: { readonly time: string }) {
  const now = useNow();
  return (
    <time dateTime={time} title={`${localTime(time, 'second')} · ${utcOf(time)}`}>
      {fromNow(time, now)}
    </time>
  );
}
