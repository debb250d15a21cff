import { z } from 'zod';
import { fiatAmountOf } from '../../../domain/checkouts/checkout-amount.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { merchants } from '../../requests/caller.js';
import { assetKeyOf, pageOfWhole, wholePageFields } from '../../requests/pagination.js';
import { pageOf } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { fiatCurrency, invoiceAmount } from '../../requests/schemas.js';
import { quoteSchema, showQuote } from '../../views/quotes.js';
import { quoteCheckout } from './offers.js';

/** GET /web/v1/quotes */
export const listQuotesRoute = readRoute({
  path: '/web/v1/quotes',
  summary: 'Quote an amount in every asset that is offered',
  description:
    'The amounts that invoices would have now. Nothing is stored. The rate is fixed when an invoice is created.',
  access: merchants('invoices:write'),
  reply: pageOf(quoteSchema),
  errors: ['amount_too_small', 'amount_too_precise'],
  query: z.strictObject({ ...wholePageFields(), amountFiat: invoiceAmount, fiatCurrency }),
  async read(deps, { query: { amountFiat, fiatCurrency: currency, ...page } }) {
    const amount = fiatAmountOf(amountFiat, currency);
    const offered = [...deps.chains.values()].flatMap((chain) => chain.assets);
    const quotes = await Promise.all(
      offered.map(async (asset) => ({
        asset,
        quoted: await quoteCheckout(deps, amount, asset).catch((error: unknown) => {
          if (error instanceof QuittanceError) return error;
          throw error;
        }),
      })),
    );
    return pageOfWhole(quotes, { ...page, keyOf: ({ asset }) => assetKeyOf(asset), show: showQuote });
  },
});
