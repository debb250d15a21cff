import type { Balance } from '../../db/balances.js';
import { formatCrypto } from '../../domain/money.js';
import { getKnownAsset, type Chains } from './assets.js';

const FIELDS = ['available', 'pending', 'held', 'reserved', 'deficit'] as const;

/** A balance, each figure as a decimal and again in base units. */
export function showBalance(balance: Balance, books: Chains): object {
  const { decimals } = getKnownAsset(books, balance).asset;
  return {
    chainCode: balance.chainCode,
    tokenSymbol: balance.tokenSymbol,
    ...Object.fromEntries(FIELDS.map((field) => [field, formatCrypto(balance[field], decimals)])),
    ...Object.fromEntries(FIELDS.map((field) => [`${field}Atomic`, balance[field].toString()])),
  };
}
