import { z } from 'zod';
import type { AssetLimits } from '../../db/merchants/withdrawal-limits.js';
import type { AddressWhitelist } from '../../domain/merchants/address-whitelist.js';
import { formatCrypto } from '../../domain/core/money.js';
import type { Shown } from '../requests/reply.js';
import { showWhitelist, whitelistSchema } from './api-keys.js';
import { shownAtomic, shownChainCode, shownCrypto, shownDecimals, shownTokenSymbol } from './fields.js';

const limited = shownCrypto.nullable();
const exact = shownAtomic.nullable();

/** The schema of {@link showWithdrawalTerms}'s answer. */
export const withdrawalTermsSchema = z
  .strictObject({
    limits: z.array(
      z.strictObject({
        chainCode: shownChainCode,
        tokenSymbol: shownTokenSymbol,
        decimals: shownDecimals,
        perWithdrawalCrypto: limited.meta({ description: 'The largest withdrawal; null: no limit.' }),
        perWithdrawalAtomic: exact,
        perDayCrypto: limited.meta({ description: 'The most in any 24 hours; null: no limit.' }),
        perDayAtomic: exact,
        leftOfDayCrypto: limited.meta({
          description: 'The amount that is left of the daily limit now; null: no limit.',
        }),
        leftOfDayAtomic: exact,
      }),
    ),
    whitelist: whitelistSchema.meta({
      description: 'The addresses to which you may withdraw; empty: any address.',
    }),
  })
  .meta({ id: 'WithdrawalTerms' });

/** Shows the limits of a merchant, the amounts that are left of them, and the addresses to which it may withdraw. */
export function showWithdrawalTerms(
  limits: readonly (AssetLimits & { readonly takenAtomic: bigint })[],
  whitelist: AddressWhitelist,
  nowMs: number,
): Shown<typeof withdrawalTermsSchema> {
  return {
    limits: limits.map(({ asset, decimals, perWithdrawalAtomic, perDayAtomic, takenAtomic }) => {
      const show = (atomic: bigint | null): string | null =>
        atomic === null ? null : formatCrypto(atomic, decimals);
      const rest = perDayAtomic === null ? null : perDayAtomic - takenAtomic;
      const left = rest !== null && rest < 0n ? 0n : rest;
      return {
        ...asset,
        decimals,
        perWithdrawalCrypto: show(perWithdrawalAtomic),
        perWithdrawalAtomic: perWithdrawalAtomic?.toString() ?? null,
        perDayCrypto: show(perDayAtomic),
        perDayAtomic: perDayAtomic?.toString() ?? null,
        leftOfDayCrypto: show(left),
        leftOfDayAtomic: left?.toString() ?? null,
      };
    }),
    whitelist: showWhitelist(whitelist, nowMs),
  };
}
