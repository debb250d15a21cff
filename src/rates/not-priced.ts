import { QuittanceError } from '../domain/core/errors.js';

/** Makes the refusal of a pair that nobody has a price of. It is a mistake of the request, which waiting won't mend. */
export function notPriced({
  symbol,
  fiat,
}: {
  readonly symbol: string;
  readonly fiat: string;
}): QuittanceError {
  return new QuittanceError(
    'unsupported_asset',
    `No price of ${symbol} in ${fiat} is known here. Ask for amountCrypto instead, or for another currency.`,
  );
}
