import { useEffect, useState, type ReactNode } from 'react';
import { fromNow, groupDigits, localTime, trimZeros } from '../data/figures.js';
import { Coin } from './network.js';

/** A longer figure goes on in the next line where it does not fit, because a phone has no room for 18 decimals. */
const LENGTH_OF_ONE_LINE = 16;

/** An amount: the figure, then the muted symbol, and `under` below. Nothing is rounded. */
export function Amount({
  figure,
  symbol,
  code,
  large = false,
  under,
}: {
  readonly figure: string;
  readonly symbol: string;
  /** The coin's network. With it, the coin's mark is shown before the symbol. */
  readonly code?: string;
  readonly large?: boolean;
  readonly under?: ReactNode;
}) {
  const written = groupDigits(trimZeros(figure));
  const isLong = written.length > LENGTH_OF_ONE_LINE;
  return (
    <>
      <span className={`amount${large ? ' large' : ''}${isLong ? ' long' : ''}`}>
        <data value={figure}>{written}</data>
        <span className="symbol">{code === undefined ? symbol : <Coin symbol={symbol} code={code} />}</span>
      </span>
      {under !== undefined && under !== null && <span className="under">{under}</span>}
    </>
  );
}

/** Writes the fiat amount of an invoice. Null: its amount was given in the coin. */
export const fiatWords = (amount: string | null, currency: string | null): string | null =>
  amount === null || currency === null ? null : `${groupDigits(amount)} ${currency}`;

const utcOf = (time: string): string => `${time.replace('T', ' ').replace('Z', '')} UTC`;

/** A local time. The pointer shows UTC. */
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

/**
 * A name that somebody else has chosen, inside our sentence. The quotes set it apart, and it can't reverse the
 * direction of the text.
 */
export const Quoted = ({ name }: { readonly name: string }) => <bdi>“{name}”</bdi>;

/** Returns the present time, and renders again at each interval. */
export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** Says how long ago a time was, or in how long it comes. */
export function FromNow({ time }: { readonly time: string }) {
  const now = useNow();
  return (
    <time dateTime={time} title={`${localTime(time, 'second')} · ${utcOf(time)}`}>
      {fromNow(time, now)}
    </time>
  );
}
