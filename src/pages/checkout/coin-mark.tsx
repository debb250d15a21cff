/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { COIN_MARKS } from '../design/coin-marks.js';

/** Each mark as HTML, drawn once. */
const DRAWN: ReadonlyMap<string, string> = new Map(
  [...COIN_MARKS].map(([symbol, { ground, paths }]) => [
    symbol,
    render(
      <>
        <circle cx="16" cy="16" r="16" fill={ground} />
        {paths.map(([d, opacity]) => (
          <path key={d} d={d} fill="#fff" fill-opacity={opacity} />
        ))}
      </>,
    ),
  ]),
);

/**
 * The mark of a coin, beside its symbol. Screen readers skip it. A coin without a mark shows its first letter on the
 * colour of its network.
 */
export function CoinMark(props: { readonly symbol: string; readonly networkClass: string }): VNode {
  const mark = DRAWN.get(props.symbol);
  return mark === undefined ? (
    <span class={`coin ${props.networkClass}`} aria-hidden="true">
      {props.symbol.slice(0, 1)}
    </span>
  ) : (
    <svg
      class="coin"
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
      dangerouslySetInnerHTML={{ __html: mark }}
    />
  );
}
