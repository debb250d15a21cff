import { z } from 'zod';
import {
  findCheckout,
  listCheckoutInvoices,
  listCheckouts,
  type Checkout,
} from '../../../db/checkouts/checkouts.js';
import { cancelCheckout } from '../../../db/checkouts/decide-checkout.js';
import type { Queryable } from '../../../db/core/database.js';
import { listInvoicesById, viewInvoices } from '../../../db/invoices/invoices.js';
import { searchCheckouts } from '../../../db/invoices/search-invoices.js';
import { CHECKOUT_STATUSES } from '../../../domain/checkouts/checkout-state.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { auditActor, merchants } from '../../requests/caller.js';
import { csvRoute } from '../../requests/csv-route.js';
import { given } from '../../requests/given-fields.js';
import { pageFields, pageReply } from '../../requests/pagination.js';
import { dataOf, dataReply, pageOf, type Shown } from '../../requests/reply.js';
import { orderRoute, readRoute } from '../../requests/route.js';
import {
  chainCode,
  idOf,
  merchantReference,
  moment,
  oneOrMore,
  searched,
  tokenSymbol,
  yesOrNo,
} from '../../requests/schemas.js';
import { isAlteredInvoice } from '../../views/altered-invoices.js';
import { checkoutSchema, showCheckout } from '../../views/checkouts.js';

const params = z.strictObject({ checkoutId: idOf('chk') });

interface WithInvoices {
  readonly checkout: Checkout;
  readonly invoices: Awaited<ReturnType<typeof viewInvoices>>;
}

/** Adds the current invoices of each checkout, the oldest first. */
async function addInvoices(
  { chains }: AppDeps,
  q: Queryable,
  checkouts: readonly Checkout[],
): Promise<readonly WithInvoices[]> {
  const choices = await listCheckoutInvoices(
    q,
    checkouts.map(({ checkoutId }) => checkoutId),
  );
  const ids = [...choices.values()].flat().map(({ invoiceId }) => invoiceId);
  const views = await viewInvoices(q, ids.length === 0 ? [] : await listInvoicesById(q, ids), chains);
  const byAge = views.toSorted((a, b) => (a.invoice.invoiceId < b.invoice.invoiceId ? -1 : 1));
  return checkouts.map((checkout) => ({
    checkout,
    invoices: byAge.filter(({ invoice }) => invoice.checkoutId === checkout.checkoutId),
  }));
}

async function showOne(
  deps: AppDeps,
  q: Queryable,
  checkout: Checkout,
): Promise<Shown<typeof checkoutSchema>> {
  const [found] = await addInvoices(deps, q, [checkout]);
  if (found === undefined) throw new Error('A checkout that was read is not shown');
  return showCheckout(found.checkout, found.invoices, deps);
}

/** GET /v1/checkouts */
export const listCheckoutsRoute = readRoute({
  path: '/v1/checkouts',
  summary: 'List checkouts',
  description:
    'Newest first. `chainCode` and `tokenSymbol` find checkouts for which the customer has chosen an asset on this chain or with this token. A checkout with an invoice whose deposit address was altered in the database is left out, and the operator is told. Read it by its id to see why.',
  access: merchants('invoices:read'),
  rateLimit: 'GET /v1/invoices*',
  reply: pageOf(checkoutSchema),
  query: z.strictObject({
    ...pageFields('chk'),
    status: oneOrMore(CHECKOUT_STATUSES).optional(),
    merchantReference: merchantReference.optional(),
    chainCode: chainCode.optional(),
    tokenSymbol: tokenSymbol.optional(),
    held: yesOrNo.meta({ description: 'Whether money of one of its invoices is held.' }).optional(),
    createdFrom: moment.optional(),
    createdTo: moment.optional(),
    search: searched.optional(),
  }),
  async read(deps, { query, caller: { merchantId } }) {
    const { limit, cursor, createdFrom, createdTo, search, ...filters } = query;
    const found = search === undefined ? undefined : await searchCheckouts(deps.db, { merchantId, search });
    const checkouts = await listCheckouts(deps.db, {
      merchantId,
      limit: limit + 1,
      ...given({ ...filters, found, createdFromMs: createdFrom, createdToMs: createdTo, afterId: cursor }),
    });
    return pageReply(await addInvoices(deps, deps.db, checkouts), {
      limit,
      idOf: ({ checkout }) => checkout.checkoutId,
      isRefused: ({ invoices }) => invoices.some(({ invoice }) => isAlteredInvoice(invoice, deps)),
      show: ({ checkout, invoices }) => showCheckout(checkout, invoices, deps),
    });
  },
});

/** GET /v1/checkouts.csv */
export const exportCheckoutsRoute = csvRoute(listCheckoutsRoute, {
  name: 'checkouts',
  columns: [
    ...['checkoutId', 'publicId', 'merchantReference', 'description', 'status', 'amountFiat', 'fiatCurrency'],
    ...['amountCrypto', 'tokenSymbol', 'createdAt', 'expiresAt', 'completedAt', 'completedBy', 'metadata'],
  ],
});

/** GET /v1/checkouts/{checkoutId} */
export const getCheckoutRoute = readRoute({
  path: '/v1/checkouts/:checkoutId',
  summary: 'Read a checkout',
  access: merchants('invoices:read'),
  rateLimit: 'GET /v1/invoices*',
  reply: dataOf(checkoutSchema),
  errors: ['deposit_address_altered'],
  params,
  async read(deps, { params: { checkoutId }, caller: { merchantId } }) {
    const checkout = await findCheckout(deps.db, { checkoutId, merchantId });
    if (checkout === undefined) throw new QuittanceError('not_found', `There is no checkout ${checkoutId}.`);
    return dataReply(await showOne(deps, deps.db, checkout));
  },
});

/** POST /v1/checkouts/{checkoutId}/cancel */
export const cancelCheckoutRoute = orderRoute({
  path: '/v1/checkouts/:checkoutId/cancel',
  summary: 'Cancel a checkout',
  description:
    'Only while it is `open` and no payment was seen. Its invoices are cancelled a moment later. Money that still arrives is held.',
  access: merchants('invoices:write'),
  reply: dataOf(checkoutSchema),
  errors: ['invalid_state', 'deposit_address_altered'],
  params,
  async order(deps, trx, { params: { checkoutId }, caller }) {
    const { merchantId } = caller;
    const actor = auditActor(caller);
    const cancelled = await cancelCheckout(trx, { checkoutId, merchantId, actor, nowMs: deps.now() });
    return dataReply(await showOne(deps, trx, cancelled));
  },
});
