import { z } from 'zod';
import {
  findCheckout,
  listCheckoutInvoices,
  lockCheckout,
  type Checkout,
} from '../../../db/checkouts/checkouts.js';
import { transaction, type Transaction } from '../../../db/core/database.js';
import { findInvoice, viewInvoices, type Invoice, type InvoiceView } from '../../../db/invoices/invoices.js';
import { getMerchantProfile } from '../../../db/merchants/merchant-profiles.js';
import { currentInvoice, judgeChoice, type ChoiceVerdict } from '../../../domain/checkouts/checkout-state.js';
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
import { viewPublicInvoice } from '../invoices/get-public-invoice.js';
import { prepareInvoice, writeInvoice, type ReadyInvoice } from '../invoices/new-invoice.js';
import { listOffers, quoteCheckout } from './offers.js';

const params = z.strictObject({ publicId: checkoutPublicId });

async function getByPublicId(deps: AppDeps, publicId: string): Promise<Checkout> {
  const checkout = await findCheckout(deps.db, { publicId });
  if (checkout === undefined) throw new QuittanceError('not_found', 'There is no such checkout.');
  return checkout;
}

/** Reads what a customer may see of a checkout, as of now. @throws QuittanceError `deposit_address_altered` */
export async function viewPublicCheckout(
  deps: AppDeps,
  checkout: Checkout,
): Promise<Shown<typeof publicCheckoutSchema>> {
  const { checkoutId, merchantId, completedBy } = checkout;
  const [merchant, offers, choices] = await Promise.all([
    getMerchantProfile(deps.db, merchantId),
    listOffers(deps, checkout),
    listCheckoutInvoices(deps.db, [checkoutId]),
  ]);
  const current = currentInvoice(completedBy, choices.get(checkoutId) ?? []);
  const invoice = current === undefined ? undefined : await findInvoice(deps.db, current);
  return showPublicCheckout(checkout, {
    ...{ offers, merchant, nowMs: deps.now() },
    invoice: invoice === undefined ? null : await viewPublicInvoice(deps, invoice),
  });
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
    dataReply(await viewPublicCheckout(deps, await getByPublicId(deps, publicId))),
});

interface Plan {
  readonly checkoutId: string;
  /** Null: there was an open invoice of this asset. */
  readonly ready: ReadyInvoice | null;
}

const notPossible = (why: string): QuittanceError => new QuittanceError('invalid_state', why);

async function prepareChoice(deps: AppDeps, publicId: string, asked: AssetId): Promise<Plan> {
  const checkout = await getByPublicId(deps, publicId);
  const { checkoutId, merchantId, amount } = checkout;
  if (!checkout.assets.some((asset) => sameAsset(asset, asked)))
    throw new QuittanceError('unsupported_asset', 'This checkout can not be paid with that.');
  // Without the lock: it spares a quote where none is needed, and is judged again under the lock.
  const choices = await listCheckoutInvoices(deps.db, [checkoutId]);
  const choice = judgeChoice(checkout, choices.get(checkoutId) ?? [], asked, deps.now());
  if (choice.kind === 'refused') throw notPossible(choice.why);
  if (choice.kind === 'open') return { checkoutId, ready: null };
  const { chain, asset } = getOfferedAsset(deps.chains, asked);
  const price = await quoteCheckout(deps, amount, asset);
  return { checkoutId, ready: await prepareInvoice(deps, { merchantId, chain, asset, price }) };
}

async function makeChoice(
  deps: AppDeps,
  trx: Transaction,
  { checkout, choice, ready }: { checkout: Checkout; choice: ChoiceVerdict; ready: ReadyInvoice | null },
): Promise<InvoiceView> {
  if (choice.kind === 'refused') throw notPossible(choice.why);
  const invoice = choice.kind === 'open' ? await findInvoice(trx, choice) : await makeNew();
  const [view] = await viewInvoices(trx, invoice === undefined ? [] : [invoice], deps.chains);
  assert(view !== undefined, 'an open invoice exists');
  return view;

  async function makeNew(): Promise<Invoice> {
    assert(choice.kind === 'new', 'a choice leads to a new invoice');
    if (ready === null) throw notPossible('The quote ran out at this moment. Choose again.');
    const { checkoutId, description, merchantReference, metadata, redirectUrl } = checkout;
    const { expiresAtMs } = choice;
    return writeInvoice(deps, trx, ready, {
      ...{ checkoutId, description, merchantReference, metadata, redirectUrl },
      endsAtMs: () => expiresAtMs,
    });
  }
}

async function decideChoice(
  deps: AppDeps,
  trx: Transaction,
  asked: AssetId,
  { checkoutId, ready }: Plan,
): Promise<{ readonly checkout: Checkout; readonly view: InvoiceView }> {
  const checkout = await lockCheckout(trx, checkoutId);
  const choices = (await listCheckoutInvoices(trx, [checkoutId])).get(checkoutId) ?? [];
  const choice = judgeChoice(checkout, choices, asked, deps.now());
  return { checkout, view: await makeChoice(deps, trx, { checkout, choice, ready }) };
}

/**
 * Makes a customer's choice, as {@link selectAssetRoute} does, for a form of a page.
 *
 * @throws QuittanceError as that route answers.
 */
export async function chooseAsset(deps: AppDeps, publicId: string, asked: AssetId): Promise<void> {
  const plan = await prepareChoice(deps, publicId, asked);
  await transaction(deps.db, (trx) => decideChoice(deps, trx, asked, plan));
  deps.background.run('dispatching the outbox', () => deps.dispatchOutbox());
}

/** POST /v1/public/checkouts/{publicId}/select */
export const selectAssetRoute = orderRoute({
  path: '/v1/public/checkouts/:publicId/select',
  summary: 'Choose what to pay a checkout with',
  description:
    'Answers the invoice of this choice. While its quote holds, the same choice gives the same invoice. Choosing again is possible until a payment was seen, at most ten times.',
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
    const { checkout, view } = await decideChoice(deps, trx, body, plan);
    const merchant = await getMerchantProfile(trx, checkout.merchantId);
    return dataReply(showPublicInvoice(view, merchant, deps));
  },
});
