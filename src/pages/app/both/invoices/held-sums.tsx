import { Amount } from '../../parts/figures.js';
import { assetOfHeld, sumByReason, type Held } from './held-money.js';
import { HELD_WORDS } from './invoice-words.js';

/** What is held, and why: a line for each asset and reason. */
export const HeldSums = ({ held }: { readonly held: readonly Held[] }) =>
  sumByReason(held).map((one) => (
    <span key={`${assetOfHeld(one)} ${one.reason}`} className="block">
      <Amount figure={one.amountCrypto} symbol={one.tokenSymbol} /> {HELD_WORDS[one.reason]}.
    </span>
  ));
