import type { Schemas } from '../../../../client/client.js';
import { compareFigures, groupDigits, isNever, localTime, trimZeros } from '../../data/figures.js';

export type AskedBalance = Schemas['Balance'];
export type AskingTerms = Schemas['WithdrawalTerms'];

/** A requested withdrawal, with the balance and terms that it is checked against. */
export interface Asked {
  readonly balance: AskedBalance;
  readonly limit: AskingTerms['limits'][number] | undefined;
  readonly whitelist: AskingTerms['whitelist'];
  /** In whole coins, as typed. */
  readonly amount: string;
  readonly address: string;
}

export const assetIdOf = ({ chainCode, tokenSymbol }: AskedBalance): string => `${chainCode}/${tokenSymbol}`;
/** Writes an amount in whole coins with its symbol: `1,250.50 USDC`. */
export const figureOf = (figure: string, symbol: string): string =>
  `${groupDigits(trimZeros(figure))} ${symbol}`;

/** Returns the request with these balances and terms. A missing balance is zero. */
export function measure(
  { balance: before, amount, address }: Pick<Asked, 'balance' | 'amount' | 'address'>,
  { balances, terms }: { readonly balances: readonly AskedBalance[]; readonly terms: AskingTerms },
): Asked {
  const balance = balances.find((each) => assetIdOf(each) === assetIdOf(before)) ?? {
    ...before,
    available: '0',
  };
  const limit = terms.limits.find(
    ({ chainCode, tokenSymbol }) => chainCode === balance.chainCode && tokenSymbol === balance.tokenSymbol,
  );
  return { balance, limit, whitelist: terms.whitelist, amount, address };
}

/** The API takes at most this many decimals in `amountCrypto`, for every asset. */
const DECIMALS_MAX = 6;

const isFigure = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);

/** Says why an amount can't be withdrawn, before the API is asked. Undefined: it can. */
export function wrongAmount({ balance, limit, amount }: Asked): string | undefined {
  if (!isFigure(amount)) return undefined;
  const { tokenSymbol, available } = balance;
  const isAbove = (most: string | null | undefined): most is string =>
    most !== null && most !== undefined && compareFigures(amount, most) > 0;
  const say = (most: string): string => figureOf(most, tokenSymbol);
  if ((amount.split('.')[1]?.length ?? 0) > DECIMALS_MAX)
    return `Write at most ${DECIMALS_MAX} digits after the point.`;
  if (isAbove(available)) return `Only ${say(available)} are available.`;
  if (isAbove(limit?.perWithdrawalCrypto))
    return `One withdrawal can be at most ${say(limit.perWithdrawalCrypto)}.`;
  if (isAbove(limit?.leftOfDayCrypto))
    return `Only ${say(limit.leftOfDayCrypto)} of the limit for 24 hours are left now.`;
  return undefined;
}

/** Returns the whitelist's name for an address. Undefined: it is not on the whitelist. */
export function labelOf({
  balance,
  whitelist,
  address,
}: Pick<Asked, 'whitelist' | 'address'> & {
  readonly balance: Pick<AskedBalance, 'chainCode'>;
}): string | undefined {
  return whitelist.withdrawalAddresses.find(
    (each) => each.chainCode === balance.chainCode && each.address.toLowerCase() === address.toLowerCase(),
  )?.label;
}

/** Returns since when an address of the whitelist can be used, if it can't be used yet. */
export function waitsUntil(
  whitelist: AskingTerms['whitelist'],
  address: Pick<AskingTerms['whitelist']['withdrawalAddresses'][number], 'chainCode' | 'address'>,
): string | undefined {
  return whitelist.pendingWithdrawalAddresses.find(
    (each) =>
      each.chainCode === address.chainCode && each.address.toLowerCase() === address.address.toLowerCase(),
  )?.effectiveAt;
}

/** Says until when an address waits. */
export const waitWords = (until: string): string =>
  isNever(until) ? 'stopped by an operator' : `from ${localTime(until)}`;

/** Says why an address can't be used, before the API is asked. Undefined: it can. */
export function wrongAddress(asked: Asked): string | undefined {
  const { whitelist, balance, address } = asked;
  if (address === '' || whitelist.withdrawalAddresses.length === 0) return undefined;
  if (labelOf(asked) === undefined) return 'The address is not on your whitelist.';
  const until = waitsUntil(whitelist, { chainCode: balance.chainCode, address });
  return until === undefined ? undefined : `The address can't be used yet: ${waitWords(until)}.`;
}
