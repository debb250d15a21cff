import type { Schemas } from '../../../../client/client.js';
import { assetOfHeld, sumHeld } from '../../both/invoices/held-money.js';

/** The held money as this page shows it. The API refuses the order if other money is held by then. */
export const expectedOf = ({ held }: Pick<Schemas['Invoice'], 'held'>) =>
  sumHeld(held, assetOfHeld).map(({ chainCode, tokenSymbol, amountAtomic }) => ({
    chainCode,
    tokenSymbol,
    amountAtomic,
  }));
