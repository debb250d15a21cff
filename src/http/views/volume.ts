import { z } from 'zod';
import { formatCrypto, formatFiat } from '../../domain/core/money.js';
import type { DayVolume } from '../../domain/invoices/volume-by-day.js';
import type { Shown } from '../requests/reply.js';
import { getKnownAsset, type Chains } from './assets.js';
import { shownAtomic, shownChainCode, shownCount, shownCrypto, shownTokenSymbol } from './fields.js';

/** The schema of {@link showDayVolume}'s answer. */
export const dayVolumeSchema = z
  .strictObject({
    day: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d$/)
      .meta({ format: 'date', examples: ['2026-01-31'] }),
    invoices: shownCount.meta({ description: 'How many invoices were completed.' }),
    assets: z
      .array(
        z.strictObject({
          chainCode: shownChainCode,
          tokenSymbol: shownTokenSymbol,
          invoices: shownCount,
          amountCrypto: shownCrypto,
          amountAtomic: shownAtomic,
        }),
      )
      .meta({ description: 'The amounts credited for these invoices, by asset.' }),
    fiat: z
      .array(
        z.strictObject({
          currency: z.string().meta({ examples: ['USD'] }),
          amount: z
            .string()
            .regex(/^\d+\.\d\d$/)
            .meta({ examples: ['1250.00'] }),
        }),
      )
      .meta({
        description:
          'The fiat amounts of these invoices, by currency. Invoices without a fiat amount are left out.',
      }),
  })
  .meta({ id: 'DayVolume', description: 'The completed invoices of one day.' });

/** Shows the volume of a day. */
export function showDayVolume(volume: DayVolume, books: Chains): Shown<typeof dayVolumeSchema> {
  return {
    day: volume.day,
    invoices: volume.invoices,
    assets: volume.assets.map(({ amountAtomic, ...asset }) => ({
      ...asset,
      amountCrypto: formatCrypto(amountAtomic, getKnownAsset(books, asset).asset.decimals),
      amountAtomic: amountAtomic.toString(),
    })),
    fiat: volume.fiat.map(({ currency, cents }) => ({ currency, amount: formatFiat(cents) })),
  };
}
