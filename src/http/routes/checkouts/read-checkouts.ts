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
import { CHECKOUT_STATUSES } from '../../../domain/checkouts/checkout-state.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { auditActor, merchants } from '../../requests/caller.js';
import { given } from '../../requests/given.js';
import { pageFields, pageReply } from '../../requests/page.js';
import { dataOf, dataReply, pageOf, type Shown } from '../../requests/reply.js';
import { orderRoute, readRoute } from '../../requests/route.js';
import { idOf, merchantReference } from '../../requests/schemas.js';
import { checkoutSchema, showCheckout } from '../../views/checkouts.js';

const params = z.strictObject({ checkoutId: idOf('chk') });

/** Adds the invoices of each, the oldest first, as of now. */
async function showAll(
  deps: AppDeps,
  q: Queryable,
  checkouts: readonly Checkout[],
): Promise<readonly Shown<typeof checkoutSchema>[]> {
  const choices = await listCheckoutInvoices(
    q,
    checkouts.map(({ checkoutId }) => checkoutId),
  );
  const ids = [...choices.values()].flat().map(({ invoiceId }) => invoiceId);
  const views = await viewInvoices(q, ids.length === 0 ? [] : await listInvoicesById(q, ids), deps.chains);
  const byAge = views.toSorted((a, b) => (a.invoice.invoiceId < b.invoice.invoiceId ? -1 : 1));
  return checkouts.map((checkout) =>
    showCheckout(
      checkout,
      byAge.filter(({ invoice }) => invoice.checkoutId === checkout.checkoutId),
      deps,
    ),
  );
}

async function showOne(
  deps: AppDeps,
  q: Queryable,
  checkout: Checkout,
): Promise<Shown<typeof checkoutSchema>> {
  const [shown] = await showAll(deps, q, [checkout]);
  if (shown === undefined) throw new Error('A checkout is shown');
  return shown;
}

/** GET /v1/checkouts */
export const listCheckoutsRoute = readRoute({
  path: '/v1/checkouts',
  summary: 'List checkouts',
  description: 'Newest first.',
  access: merchants('invoices:read'),
  rateLimit: 'GET /v1/invoices*',
  reply: pageOf(checkoutSchema),
  errors: ['deposit_address_altered'],
  query: z.strictObject({
    ...pageFields('chk'),
    status: z.enum(CHECKOUT_STATUSES).optional(),
    merchantReference: merchantReference.optional(),
  }),
  async read(deps, { query: { limit, cursor, ...filters }, caller: { merchantId } }) {
    const found = await listCheckouts(deps.db, {
      ...{ merchantId, limit: limit + 1 },
      ...given({ ...filters, afterId: cursor }),
    });
    const shown = await showAll(deps, deps.db, found);
    return pageReply(shown, { limit, idOf: ({ checkoutId }) => checkoutId, show: (one) => one });
  },
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
    'Only while it is `open` and no payment was seen. Its invoices are cancelled a moment later; what still arrives is held.',
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
