/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';

interface Mark {
  readonly ground: string;
  /** Lines on a square of 32, white, with how opaque each is. */
  readonly paths: readonly (readonly [d: string, opacity: number])[];
}

/** The marks of well-known coins, by symbol: cryptocurrency-icons (CC0 1.0). */
const MARKS: Readonly<Record<string, Mark>> = {
  USDC: {
    ground: '#2775ca',
    paths: [
      [
        'M20.022 18.124c0-2.124-1.28-2.852-3.84-3.156-1.828-.243-2.193-.728-2.193-1.578 0-.85.61-1.396 1.828-1.396 1.097 0 1.707.364 2.011 1.275a.458.458 0 00.427.303h.975a.416.416 0 00.427-.425v-.06a3.04 3.04 0 00-2.743-2.489V9.142c0-.243-.183-.425-.487-.486h-.915c-.243 0-.426.182-.487.486v1.396c-1.829.242-2.986 1.456-2.986 2.974 0 2.002 1.218 2.791 3.778 3.095 1.707.303 2.255.668 2.255 1.639 0 .97-.853 1.638-2.011 1.638-1.585 0-2.133-.667-2.316-1.578-.06-.242-.244-.364-.427-.364h-1.036a.416.416 0 00-.426.425v.06c.243 1.518 1.219 2.61 3.23 2.914v1.457c0 .242.183.425.487.485h.915c.243 0 .426-.182.487-.485V21.34c1.829-.303 3.047-1.578 3.047-3.217z',
        1,
      ],
      [
        'M12.892 24.497c-4.754-1.7-7.192-6.98-5.424-11.653.914-2.55 2.925-4.491 5.424-5.402.244-.121.365-.303.365-.607v-.85c0-.242-.121-.424-.365-.485-.061 0-.183 0-.244.06a10.895 10.895 0 00-7.13 13.717c1.096 3.4 3.717 6.01 7.13 7.102.244.121.488 0 .548-.243.061-.06.061-.122.061-.243v-.85c0-.182-.182-.424-.365-.546zm6.46-18.936c-.244-.122-.488 0-.548.242-.061.061-.061.122-.061.243v.85c0 .243.182.485.365.607 4.754 1.7 7.192 6.98 5.424 11.653-.914 2.55-2.925 4.491-5.424 5.402-.244.121-.365.303-.365.607v.85c0 .242.121.424.365.485.061 0 .183 0 .244-.06a10.895 10.895 0 007.13-13.717c-1.096-3.46-3.778-6.07-7.13-7.162z',
        1,
      ],
    ],
  },
  USDT: {
    ground: '#26a17b',
    paths: [
      [
        'M17.922 17.383v-.002c-.11.008-.677.042-1.942.042-1.01 0-1.721-.03-1.971-.042v.003c-3.888-.171-6.79-.848-6.79-1.658 0-.809 2.902-1.486 6.79-1.66v2.644c.254.018.982.061 1.988.061 1.207 0 1.812-.05 1.925-.06v-2.643c3.88.173 6.775.85 6.775 1.658 0 .81-2.895 1.485-6.775 1.657m0-3.59v-2.366h5.414V7.819H8.595v3.608h5.414v2.365c-4.4.202-7.709 1.074-7.709 2.118 0 1.044 3.309 1.915 7.709 2.118v7.582h3.913v-7.584c4.393-.202 7.694-1.073 7.694-2.116 0-1.043-3.301-1.914-7.694-2.117',
        1,
      ],
    ],
  },
  DAI: {
    ground: '#f4b731',
    paths: [
      [
        'M9.277 8h6.552c3.985 0 7.006 2.116 8.13 5.194H26v1.861h-1.611c.031.294.047.594.047.898v.046c0 .342-.02.68-.06 1.01H26v1.86h-2.08C22.767 21.905 19.77 24 15.83 24H9.277v-5.131H7v-1.86h2.277v-1.954H7v-1.86h2.277V8zm1.831 10.869v3.462h4.72c2.914 0 5.078-1.387 6.085-3.462H11.108zm11.366-1.86H11.108v-1.954h11.37c.041.307.063.622.063.944v.045c0 .329-.023.65-.067.964zM15.83 9.665c2.926 0 5.097 1.424 6.098 3.528h-10.82V9.666h4.72z',
        1,
      ],
    ],
  },
  ETH: {
    ground: '#627eea',
    paths: [
      ['M16.498 4v8.87l7.497 3.35zm0 17.968v6.027L24 17.616zM9 16.22l7.498 4.353v-7.701z', 0.6],
      ['M16.498 4 9 16.22l7.498-3.35zm0 23.995v-6.028L9 17.616z', 1],
      ['m16.498 20.573 7.497-4.353-7.497-3.348z', 0.2],
    ],
  },
};

/** Each mark as HTML, drawn once. */
const DRAWN: ReadonlyMap<string, string> = new Map(
  Object.entries(MARKS).map(([symbol, { ground, paths }]) => [
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
 * The mark of a coin beside its symbol: screen readers leave it out. A coin without a mark has its first letter, on the
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
