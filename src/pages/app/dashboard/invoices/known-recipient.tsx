import { useRead } from '../../data/queries.js';
import { Quoted } from '../../parts/figures.js';
import { Read } from '../../parts/states.js';
import { StatusWord } from '../../parts/status.js';
import type { Held } from '../../both/invoices/held-money.js';
import { labelOf, waitsUntil, waitWords, type AskingTerms } from '../withdrawals/withdrawal-request.js';

const isSame = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

/** Says whether the whitelist names the address on every network that the money is held on. */
function Listed({
  held,
  address,
  whitelist,
}: {
  readonly held: readonly Held[];
  readonly address: string;
  readonly whitelist: AskingTerms['whitelist'];
}) {
  const chains = [...new Set(held.map(({ chainCode }) => chainCode))];
  const labels = chains.map((chainCode) => labelOf({ balance: { chainCode }, whitelist, address }));
  const until = chains.map((chainCode) => waitsUntil(whitelist, { chainCode, address })).find(Boolean);
  const isPartly = held.some(({ from }) => isSame(from, address));
  const paid = `It sent ${isPartly ? 'only a part' : 'none'} of this money.`;
  const [label] = labels;
  if (label === undefined || labels.includes(undefined))
    return (
      <>
        <StatusWord tone="attention">Not on your whitelist</StatusWord>
        <span className="under">{paid} The operator who decides is told so.</span>
      </>
    );
  return (
    <>
      <StatusWord tone={until === undefined ? 'done' : 'attention'}>
        {until === undefined ? 'On your whitelist' : 'On your whitelist, not in use yet'}
      </StatusWord>
      <span className="under">
        {label !== '' && (
          <>
            <Quoted name={label} />
            {until === undefined ? '. ' : ', '}
          </>
        )}
        {until !== undefined && `${waitWords(until)}. `}
        {paid}
      </span>
    </>
  );
}

interface Refunded {
  readonly held: readonly Held[];
  readonly address: string;
}

const hasSentAll = ({ held, address }: Refunded): boolean => held.every(({ from }) => isSame(from, address));

/** Reads what is known of a refund's address. `isUnknown`: that could not be read yet. An address that sent all needs no more. */
export function useRecipientTerms(refunded: Refunded) {
  const isNeeded = !hasSentAll(refunded);
  const terms = useRead('/web/v1/withdrawal-terms', {}, { enabled: isNeeded });
  return { terms, isUnknown: isNeeded && terms.data === undefined };
}

/** Says whether the address of a refund sent the money, is on the whitelist, or is not known. */
export function KnownRecipient(refunded: Refunded) {
  const { terms } = useRecipientTerms(refunded);
  if (hasSentAll(refunded)) return <StatusWord tone="done">It sent all of this money</StatusWord>;
  return (
    <Read query={terms} lines={1}>
      {({ whitelist }) => <Listed {...refunded} whitelist={whitelist} />}
    </Read>
  );
}
