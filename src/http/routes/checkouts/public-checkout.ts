import { z } from 'zod';
import {
  findCheckoutPage,
  listCheckoutInvoices,
  lockCheckout,
  noteChoice,
  type CheckoutPage,
} from '../../../db/checkouts/checkouts.js';
import { transaction, type Transaction } from '../../../db/core/database.js';
import { lockCheckoutForInvoice } from '../../../db/invoices/create-invoice.js';
import { readCustomerViews } from '../../../db/invoices/customer-views.js';
import { getInvoiceView, viewNewInvoice, type InvoiceView } from '../../../db/invoices/invoices.js';
import {
  currentInvoice,
  judgeChoice,
  type CheckoutInvoice,
} from '../../../domain/checkouts/checkout-state.js';
import { sameAsset, type AssetId } from '../../../domain/core/asset.js';
import { assert, QuittanceError } from '../../../domain/core/errors.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { PUBLIC } from '../../requests/caller.js';
import { dataOf, dataReply, type Shown } from '../../requests/reply.js';
import { orderRoute, readRoute } from '../../requests/route.js';
import { chainCode, checkoutPublicId, tokenSymbol } from '../../requests/schemas.js';
import { getOfferedAsset } from '../../views/assets.js';
import { publicCheckoutSchema, showPublicCheckout } from '../../views/checkouts.js';
import { publicInvoiceSchema, showPublicInvoice } from '../../views/public-invoice.js';
import {
  CHAIN_RETRY_SECONDS,
  readyInvoice,
  writeInvoice,
  type QuotedInvoice,
} from '../invoices/new-invoice.js';
import { presentChoices, readPaidChoices } from '../present-choices.js';
import { listOffers, quoteCheckout } from './offers.js';

const params = z.strictObject({ publicId: checkoutPublicId });

/** @throws QuittanceError `not_found`. */
async function getCheckoutPage(deps: AppDeps, publicId: string): Promise<CheckoutPage> {
  const page = await findCheckoutPage(deps.db, publicId);
  if (page === undefined) throw new QuittanceError('not_found', 'There is no such checkout.');
  return page;
}

/** Tells whether an asset may be chosen at this moment (epoch ms). It does not check whether the chain is read. */
export function mayChoose(
  { checkout, choices, isSuspended }: CheckoutPage,
  asset: AssetId,
  nowMs: number,
): boolean {
  return !isSuspended && judgeChoice(checkout, choices, asset, nowMs).kind !== 'refused';
}

/**
 * Returns the amount, in base units, of the open invoice that a choice of the asset would return at this moment (epoch
 * ms). Undefined: there is no such invoice, and a choice would use the current price.
 */
export function fixedAmount(
  { checkout, choices }: CheckoutPage,
  asset: AssetId,
  nowMs: number,
): bigint | undefined {
  const choice = judgeChoice(checkout, choices, asset, nowMs);
  if (choice.kind !== 'open') return undefined;
  return choices.find(({ invoiceId }) => invoiceId === choice.invoiceId)?.amountAtomic;
}

async function viewOfChoice(deps: AppDeps, { invoiceId }: CheckoutInvoice): Promise<InvoiceView> {
  const [of] = await readCustomerViews(deps.db, { invoiceIds: [invoiceId] }, deps.chains);
  assert(of !== undefined, 'each choice has an invoice');
  return of.view;
}

/** Reads a checkout as its customer may see it now. @throws QuittanceError `deposit_address_altered` */
async function viewPublicCheckout(
  deps: AppDeps,
  page: CheckoutPage,
): Promise<Shown<typeof publicCheckoutSchema>> {
  const { checkout, merchant, choices, stopped } = page;
  const views = await readPaidChoices(deps, page);
  const current = currentInvoice(checkout, presentChoices(choices, views));
  const nowMs = deps.now();
  const isPossible = (asset: AssetId): boolean =>
    !stopped.has(asset.chainCode) && mayChoose(page, asset, nowMs);
  const [offers, view] = await Promise.all([
    listOffers(deps, checkout, (asset) => (isPossible(asset) ? fixedAmount(page, asset, nowMs) : null)),
    current === undefined ? undefined : (views.get(current.invoiceId) ?? viewOfChoice(deps, current)),
  ]);
  const invoice = view === undefined ? null : showPublicInvoice(view, merchant, deps);
  return showPublicCheckout(checkout, { offers, merchant, invoice, nowMs }, deps);
}

/** GET /v1/public/checkouts/{publicId} */
export const getPublicCheckoutRoute = readRoute({
  path: '/v1/public/checkouts/:publicId',
  summary: 'Read a checkout as its customer',
  description: 'For checkout pages: any origin may ask, without a key.',
  access: PUBLIC,
  reply: dataOf(publicCheckoutSchema),
  errors: ['deposit_address_altered'],
  params,
  read: async (deps, { params: { publicId } }) =>
    dataReply(await viewPublicCheckout(deps, await getCheckoutPage(deps, publicId))),
});

interface Plan {
  /** The checkout as it was read before the lock. */
  readonly page: CheckoutPage;
  /** Null: the checkout had an open invoice of this asset. */
  readonly quoted: QuotedInvoice | null;
}

const notPossible = (why: string): QuittanceError => new QuittanceError('invalid_state', why);

async function prepareChoice(deps: AppDeps, publicId: string, asked: AssetId): Promise<Plan> {
  const page = await getCheckoutPage(deps, publicId);
  const { checkout, choices, stopped } = page;
  const { merchantId, amount } = checkout;
  if (!checkout.assets.some((asset) => sameAsset(asset, asked)))
    throw new QuittanceError('unsupported_asset', 'This checkout can not be paid with that.');
  // This check without the lock avoids a needless quote. It is repeated under the lock.
  const choice = judgeChoice(checkout, choices, asked, deps.now());
  if (choice.kind === 'refused') throw notPossible(choice.why);
  // While payments on the chain are not seen, an existing invoice is not returned either.
  if (stopped.has(asked.chainCode)) {
    const why = `A payment on ${asked.chainCode} would not be seen now.`;
    throw new QuittanceError('temporarily_unavailable', why, { retryAfterSeconds: CHAIN_RETRY_SECONDS });
  }
  if (choice.kind === 'open') return { page, quoted: null };
  const { chain, asset } = getOfferedAsset(deps.chains, asked);
  const price = await quoteCheckout(deps, amount, asset);
  return { page, quoted: { merchantId, chain, asset, price } };
}

/** Returns the open invoice of this asset, or creates one, under the lock of the checkout. */
async function decideChoice(
  deps: AppDeps,
  trx: Transaction,
  asked: AssetId,
  { page, quoted }: Plan,
): Promise<InvoiceView> {
  const { checkoutId } = page.checkout;
  const locked =
    quoted === null ? null : await lockCheckoutForInvoice(trx, { checkoutId, chain: quoted.chain });
  const checkout = locked?.checkout ?? (await lockCheckout(trx, checkoutId));
  // If the row is not as it was read, a concurrent choice has changed it. Only a statement that starts under the lock
  // sees that choice.
  const isAsRead = locked?.version === page.version && !locked.wasPaidTo;
  const choices = isAsRead
    ? page.choices
    : ((await listCheckoutInvoices(trx, [checkoutId])).get(checkoutId) ?? []);
  const choice = judgeChoice(checkout, choices, asked, deps.now());
  if (choice.kind === 'refused') throw notPossible(choice.why);
  if (choice.kind === 'open') {
    await noteChoice(trx, checkout, choice.invoiceId);
    return getInvoiceView(trx, choice, deps.chains);
  }
  if (quoted === null || locked === null)
    throw notPossible('The quote has expired at this moment. Choose again.');
  // Never an invoice on a halted chain, whatever the setting says: a customer can't know what a halted chain means for
  // their payment.
  const ready = readyInvoice({ ...deps, takesInvoicesWhileHalted: false }, quoted, locked.defaults);
  const { description, merchantReference, metadata, redirectUrl } = checkout;
  const invoice = await writeInvoice(deps, trx, ready, {
    checkoutId,
    description,
    merchantReference,
    metadata,
    redirectUrl,
    endsAtMs: () => choice.expiresAtMs,
  });
  return viewNewInvoice(invoice, locked.defaults);
}

/**
 * Makes a customer's choice, like {@link selectAssetRoute}, for a form on a page.
 *
 * @returns the public id of its invoice.
 * @throws QuittanceError the codes of that route.
 */
export async function chooseAsset(deps: AppDeps, publicId: string, asked: AssetId): Promise<string> {
  const plan = await prepareChoice(deps, publicId, asked);
  const { invoice } = await transaction(deps.db, (trx) => decideChoice(deps, trx, asked, plan));
  deps.background.run('dispatching the outbox', () => deps.dispatchOutbox());
  return invoice.publicId;
}

/** POST /v1/public/checkouts/{publicId}/select */
export const selectAssetRoute = orderRoute({
  path: '/v1/public/checkouts/:publicId/select',
  summary: 'Choose what to pay a checkout with',
  description:
    'Returns the invoice of this choice. While its quote is valid, the same choice returns the same invoice. The customer may choose again until a payment is seen, at most ten times.',
  access: PUBLIC,
  reply: dataOf(publicInvoiceSchema),
  errors: [
    ...(['invalid_state', 'unsupported_asset', 'amount_too_small', 'amount_too_precise'] as const),
    ...(['merchant_suspended', 'rate_unavailable', 'deposit_address_altered'] as const),
  ],
  params,
  body: z
    .strictObject({ chainCode, tokenSymbol })
    .meta({ id: 'CheckoutChoice', examples: [{ chainCode: 'base', tokenSymbol: 'USDC' }] }),
  prepare: (deps, { params: { publicId }, body }) => prepareChoice(deps, publicId, body),
  async order(deps, trx, { body }, plan: Plan) {
    const view = await decideChoice(deps, trx, body, plan);
    return dataReply(showPublicInvoice(view, plan.page.merchant, deps));
  },
});
