import { compareFigures } from '../../data/figures.js';
import { Copyable } from '../../parts/copyable.js';
import { CheckField } from '../../parts/field.js';
import { Amount } from '../../parts/figures.js';
import { Notice } from '../../parts/status.js';
import { assetOfHeld, sumHeld, type Held } from '../../both/invoices/held-money.js';

/** Payers are listed up to this number. Anybody can pay, from any number of addresses. */
const LISTED_MAX = 3;

/** Each payer with their held amounts. The largest come first, because anybody can add small ones. */
function SeveralPayers({ held, count }: { readonly held: readonly Held[]; readonly count: number }) {
  const keyOf = (one: Held): string => `${one.from ?? ''} ${assetOfHeld(one)}`;
  const sums = [...sumHeld(held, keyOf)].sort((a, b) => compareFigures(b.amountCrypto, a.amountCrypto));
  const listed = sums.slice(0, LISTED_MAX);
  const others = count - new Set(listed.map(({ from }) => from)).size;
  return (
    <Notice tone="attention" title={`It was paid from ${count} addresses`}>
      A refund sends all of it to one address. Find out whose money it is first.
      {listed.map((one) => (
        <span key={keyOf(one)} className="payer">
          <span>
            <Amount figure={one.amountCrypto} symbol={one.tokenSymbol} /> from
          </span>
          {one.from === null ? (
            'an address that is not known'
          ) : (
            <Copyable text={one.from} what="address of a payer" whole />
          )}
        </span>
      ))}
      {others > 0 && (
        <span className="payer">
          And {others} {others === 1 ? 'other' : 'others'}.
        </span>
      )}
    </Notice>
  );
}

/**
 * The payers of the held money. The address of a single payer can be used for the refund. With several payers, the page
 * chooses none.
 */
export function PayersOfHeld({
  held,
  address,
  setAddress,
}: {
  readonly held: readonly Held[];
  readonly address: string;
  readonly setAddress: (address: string) => void;
}) {
  const payers = new Set(held.map(({ from }) => from));
  if (payers.size > 1) return <SeveralPayers held={held} count={payers.size} />;
  const [payer] = payers;
  if (payer === undefined || payer === null) return null;
  return (
    <div className="stack">
      <p className="small muted">
        It was paid from <Copyable text={payer} what="address of the payer" whole />
      </p>
      <CheckField
        label="The customer says that this is their own wallet: use it"
        checked={address.trim() === payer}
        onValue={(isTheirs) => setAddress(isTheirs ? payer : '')}
      />
    </div>
  );
}
