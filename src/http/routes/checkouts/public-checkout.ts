import { z } from 'zod';
import {
  findCheckoutPage,
  listCheckoutInvoices,
  lockCheckout,
  noteChoice,
  type Checkout,
  type CheckoutPage,
} from '../../../db/checkouts/checkouts.js';
import { transaction, type Transaction } from '../../../db/core/database.js';
import { readChainStandings } from '../../../db/invoices/chain-standings.js';
import { getInvoiceView, viewNewInvoice, type InvoiceView } from '../../../db/invoices/invoices.js';
import { currentInvoice, judgeChoice, type ChoiceVerdict } from '../../../domain/checkouts/checkout-state.js';
import { sameAsset, type AssetId } from '../../../domain/core/asset.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import type { MerchantProfile } from '../../../domain/merchants/look.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { PUBLIC } from '../../requests/caller.js';
import { dataOf, dataReply, type Shown } from '../../requests/reply.js';
import { orderRoute, readRoute } from '../../requests/route.js';
import { chainCode, checkoutPublicId, tokenSymbol } from '../../requests/schemas.js';
import { getOfferedAsset } from '../../views/assets.js';
import { publicCheckoutSchema, showPublicCheckout, type Offer } from '../../views/checkouts.js';
import { publicInvoiceSchema, showPublicInvoice } from '../../views/public-invoice.js';
import {
  CHAIN_RETRY_SECONDS,
  prepareInvoice,
  writeInvoice,
  type ReadyInvoice,
} from '../invoices/new-invoice.js';
import { listOffers, quoteCheckout } from './offers.js';

const params = z.strictObject({ publicId: checkoutPublicId });

/** @throws QuittanceError `not_found`. */
async function getCheckoutPage(deps: AppDeps, publicId: string): Promise<CheckoutPage> {
  const page = await findCheckoutPage(deps.db, publicId);
  if (page === undefined) throw new QuittanceError('not_found', 'There is no such checkout.');
  return page;
}

/** Says whether an asset may be chosen at this moment (epoch ms), if its chain is read. */
export function mayChoose(
  { checkout, choices, isSuspended }: CheckoutPage,
  asset: AssetId,
  nowMs: number,
): boolean {
  return !isSuspended && judgeChoice(checkout, choices, asset, nowMs).kind !== 'refused';
}

/** Reads what a customer may see of a checkout, as of now. @throws QuittanceError `deposit_address_altered` */
async function viewPublicCheckout(
  deps: AppDeps,
  page: CheckoutPage,
): Promise<Shown<typeof publicCheckoutSchema>> {
  const { checkout, merchant, choices } = page;
  const current = currentInvoice(checkout, choices);
  const nowMs = deps.now();
  const listPriced = async (): Promise<readonly Offer[]> => {
    const { stopped } = await readChainStandings(deps.db, deps.chains);
    return listOffers(
      deps,
      checkout,
      (asset) => !stopped.has(asset.chainCode) && mayChoose(page, asset, nowMs),
    );
  };
  const [offers, view] = await Promise.all([
    listPriced(),
    current === undefined ? undefined : getInvoiceView(deps.db, current, deps.chains),
  ]);
  return showPublicCheckout(checkout, {
    ...{ offers, merchant, nowMs },
    invoice: view === undefined ? null : showPublicInvoice(view, merchant, deps),
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
    dataReply(await viewPublicCheckout(deps, await getCheckoutPage(deps, publicId))),
});

interface Plan {
  readonly checkoutId: string;
  readonly merchant: MerchantProfile;
  /** Null: there was an open invoice of this asset. */
  readonly ready: ReadyInvoice | null;
}

const notPossible = (why: string): QuittanceError => new QuittanceError('invalid_state', why);

/**
 * An invoice that is there already is not given to pay either, while a payment would not be seen.
 *
 * @throws QuittanceError `temporarily_unavailable`.
 */
async function requireSeen({ db, chains }: AppDeps, { chainCode }: AssetId): Promise<void> {
  const { stopped } = await readChainStandings(db, chains);
  if (!stopped.has(chainCode)) return;
  throw new QuittanceError('temporarily_unavailable', `A payment on ${chainCode} would not be seen now.`, {
    retryAfterSeconds: CHAIN_RETRY_SECONDS,
  });
}

async function prepareChoice(deps: AppDeps, publicId: string, asked: AssetId): Promise<Plan> {
  const { checkout, merchant, choices } = await getCheckoutPage(deps, publicId);
  const { checkoutId, merchantId, amount } = checkout;
  if (!checkout.assets.some((asset) => sameAsset(asset, asked)))
    throw new QuittanceError('unsupported_asset', 'This checkout can not be paid with that.');
  // Without the lock: it spares a quote where none is needed, and is judged again under the lock.
  const choice = judgeChoice(checkout, choices, asked, deps.now());
  if (choice.kind === 'refused') throw notPossible(choice.why);
  // First of all: nothing is spent on a choice that can't be paid now, neither a quote nor a deposit address.
  await requireSeen(deps, asked);
  if (choice.kind === 'open') return { checkoutId, merchant, ready: null };
  const { chain, asset } = getOfferedAsset(deps.chains, asked);
  const price = await quoteCheckout(deps, amount, asset);
  // Whatever a merchant's program may ask for: customers can't know what a halted chain means for their payment.
  const ofCustomers = { ...deps, takesInvoicesWhileHalted: false };
  const ready = await prepareInvoice(ofCustomers, { merchantId, chain, asset, price });
  return { checkoutId, merchant, ready };
}

/** Under the lock of the checkout. */
async function makeChoice(
  deps: AppDeps,
  trx: Transaction,
  { checkout, choice, ready }: { checkout: Checkout; choice: ChoiceVerdict; ready: ReadyInvoice | null },
): Promise<InvoiceView> {
  if (choice.kind === 'refused') throw notPossible(choice.why);
  if (choice.kind === 'open') return getInvoiceView(trx, choice, deps.chains);
  if (ready === null) throw notPossible('The quote ran out at this moment. Choose again.');
  const { checkoutId, description, merchantReference, metadata, redirectUrl } = checkout;
  const invoice = await writeInvoice(deps, trx, ready, {
    ...{ checkoutId, description, merchantReference, metadata, redirectUrl },
    endsAtMs: () => choice.expiresAtMs,
  });
  return viewNewInvoice(invoice, ready.defaults);
}

async function decideChoice(
  deps: AppDeps,
  trx: Transaction,
  asked: AssetId,
  { checkoutId, ready }: Plan,
): Promise<InvoiceView> {
  const checkout = await lockCheckout(trx, checkoutId);
  const choices = (await listCheckoutInvoices(trx, [checkoutId])).get(checkoutId) ?? [];
  const choice = judgeChoice(checkout, choices, asked, deps.now());
  const made = await makeChoice(deps, trx, { checkout, choice, ready });
  await noteChoice(trx, checkout, made.invoice.invoiceId);
  return made;
}

/**
 * Makes a customer's choice, as {@link selectAssetRoute} does, for a form of a page.
 *
 * @returns the public id of its invoice.
 * @throws QuittanceError as that route answers.
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
    const view = await decideChoice(deps, trx, body, plan);
    return dataReply(showPublicInvoice(view, plan.merchant, deps));
  },
});
