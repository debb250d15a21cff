import { COIN_MARKS } from '../../design/coin-marks.js';
import { networkClass } from '../../design/networks.js';
import { useNetworks } from '../data/networks.js';

/** The first letter of a name on the colour of its network. CSS writes the letter, so that it is never copied. */
function LetterMark({
  name: [letter = ''],
  chainId,
  shape,
}: {
  readonly name: string;
  readonly chainId: number | null;
  readonly shape: 'coin' | 'network';
}) {
  const colour = chainId === null ? 'net' : networkClass(chainId);
  return (
    <span className={`mark of-${shape} ${colour}`} data-letter={letter.toUpperCase()} aria-hidden="true" />
  );
}

function CoinLetter({ symbol, code }: { readonly symbol: string; readonly code: string }) {
  return <LetterMark name={symbol} chainId={useNetworks()(code).chainId} shape="coin" />;
}

/**
 * A coin: its mark, then its symbol. A coin without a mark shows its first letter on the colour of its network. Screen
 * readers skip all marks.
 */
export function Coin({ symbol, code }: { readonly symbol: string; readonly code: string }) {
  const mark = COIN_MARKS.get(symbol);
  return (
    <span className="marked">
      {mark === undefined ? (
        <CoinLetter symbol={symbol} code={code} />
      ) : (
        <svg className="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
          <circle cx="16" cy="16" r="16" fill={mark.ground} />
          {mark.paths.map(([d, opacity]) => (
            <path key={d} d={d} fill="#fff" fillOpacity={opacity} />
          ))}
        </svg>
      )}
      {symbol}
    </span>
  );
}

/** A network: its mark, then its name. `name`: its name, where the API says it beside the code. */
export function Network({ code, name }: { readonly code: string; readonly name?: string }) {
  const known = useNetworks()(code);
  const shown = name ?? known.name;
  return (
    <span className="marked">
      <LetterMark name={shown} chainId={known.chainId} shape="network" />
      {shown}
    </span>
  );
}
