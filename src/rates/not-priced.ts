import { QuittanceError } from '../domain/core/errors.js';

/** Builds the refusal of a pair without any price. It is a mistake in the request, so waiting does not help. */
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
