import { Amount } from '../../parts/figures.js';
import { reasonOfHeld, sumHeld, type Held } from './held-money.js';
import { HELD_WORDS } from './invoice-words.js';

/** What is held, and why: a line for each asset and reason. */
export const HeldSums = ({ held }: { readonly held: readonly Held[] }) =>
  sumHeld(held, reasonOfHeld).map((one) => (
    <span key={reasonOfHeld(one)} className="block">
      <Amount figure={one.amountCrypto} symbol={one.tokenSymbol} /> {HELD_WORDS[one.reason]}.
    </span>
  ));
