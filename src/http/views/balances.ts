import { z } from 'zod';
import type { Balance } from '../../db/ledger/balances.js';
import { formatCrypto } from '../../domain/core/money.js';
import type { Shown } from '../requests/reply.js';
import { getKnownAsset, type Chains } from './assets.js';
import { shownAtomic, shownChainCode, shownCrypto, shownTokenSymbol } from './fields.js';

/** The schema of {@link showBalance}'s answer. */
export const balanceSchema = z
  .strictObject({
    chainCode: shownChainCode,
    tokenSymbol: shownTokenSymbol,
    available: shownCrypto.meta({ description: 'Yours to withdraw.' }),
    pending: shownCrypto.meta({ description: 'Seen on the chain, not confirmed yet.' }),
    held: shownCrypto.meta({ description: "Confirmed, and waits for an invoice's `resolve`." }),
    reserved: shownCrypto.meta({ description: 'Reserved for withdrawals under way.' }),
    deficit: shownCrypto.meta({ description: 'Owed after a reversal; later credits repay it first.' }),
    availableAtomic: shownAtomic,
    pendingAtomic: shownAtomic,
    heldAtomic: shownAtomic,
    reservedAtomic: shownAtomic,
    deficitAtomic: shownAtomic,
  })
  .meta({ id: 'Balance', description: 'Your money in one asset.' });

/** Shows a balance, each figure as a decimal and in base units. */
export function showBalance(balance: Balance, books: Chains): Shown<typeof balanceSchema> {
  const { decimals } = getKnownAsset(books, balance).asset;
  const { available, pending, held, reserved, deficit } = balance;
  return {
    chainCode: balance.chainCode,
    tokenSymbol: balance.tokenSymbol,
    available: formatCrypto(available, decimals),
    pending: formatCrypto(pending, decimals),
    held: formatCrypto(held, decimals),
    reserved: formatCrypto(reserved, decimals),
    deficit: formatCrypto(deficit, decimals),
    availableAtomic: available.toString(),
    pendingAtomic: pending.toString(),
    heldAtomic: held.toString(),
    reservedAtomic: reserved.toString(),
    deficitAtomic: deficit.toString(),
  };
}
