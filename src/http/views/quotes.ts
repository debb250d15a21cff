import { z } from 'zod';
import type { InvoiceRate } from '../../db/invoices/invoices.js';
import type { Asset } from '../../domain/core/asset.js';
import type { QuittanceError } from '../../domain/core/errors.js';
import { formatCrypto } from '../../domain/core/money.js';
import type { Shown } from '../requests/reply.js';
import { shownAtomic, shownChainCode, shownCrypto, shownRate, shownTokenSymbol } from './fields.js';
import { iso } from './iso.js';

/** An amount in one asset, or the reason why an invoice of it would be refused. */
interface AssetQuote {
  readonly asset: Asset;
  readonly quoted: { readonly amountAtomic: bigint; readonly rate: InvoiceRate | null } | QuittanceError;
}

/** The schema of {@link showQuote}'s answer. */
export const quoteSchema = z
  .strictObject({
    chainCode: shownChainCode,
    tokenSymbol: shownTokenSymbol,
    amountCrypto: shownCrypto.nullable(),
    amountAtomic: shownAtomic.nullable(),
    rate: shownRate.nullable(),
    refused: z
      .strictObject({
        code: z.string().meta({ examples: ['amount_too_small'] }),
        message: z.string().meta({ examples: ['An invoice asks for at least 0.010000 USDC.'] }),
      })
      .nullable()
      .meta({
        description: 'Why an invoice of it would be refused. Then there is no amount.',
        examples: [null],
      }),
  })
  .meta({ id: 'Quote' });

/** Shows an amount in one asset. */
export function showQuote({ asset, quoted }: AssetQuote): Shown<typeof quoteSchema> {
  const ofAsset = { chainCode: asset.chainCode, tokenSymbol: asset.tokenSymbol };
  if (quoted instanceof Error) {
    const refused = { code: quoted.code, message: quoted.message };
    return { ...ofAsset, amountCrypto: null, amountAtomic: null, rate: null, refused };
  }
  const { amountAtomic, rate } = quoted;
  return {
    ...ofAsset,
    amountCrypto: formatCrypto(amountAtomic, asset.decimals),
    amountAtomic: amountAtomic.toString(),
    rate: rate === null ? null : { rate: rate.rate, source: rate.source, asOf: iso(rate.asOfMs) },
    refused: null,
  };
}
