import { randomUUID } from 'node:crypto';
import type { Schemas } from '../../client/client.js';
import { awaitStep, type Stage } from './stage.js';

const AMOUNT = { amountFiat: '25.00', fiatCurrency: 'USD' } as const;

type Invoice = Schemas['Invoice'];

/** Plays a checkout, from the merchant's request to its balance. Returns the completed invoice. */
export async function playMoneyIn(stage: Stage): Promise<Invoice> {
  const { timeline, token } = stage;
  const before = await findBalance(stage);
  const invoice = await askByCheckout(stage);
  await payAsCustomer(stage, invoice);
  await awaitStatus(stage, invoice, ['paid', 'completed']);
  timeline.tell('merchant', 'sees that the invoice is paid, not yet confirmed');
  const completed = await awaitStatus(stage, invoice, ['completed']);
  const after = await findBalance(stage);
  const creditedAtomic = BigInt(after?.availableAtomic ?? 0) - BigInt(before?.availableAtomic ?? 0);
  if (creditedAtomic < BigInt(invoice.amountAtomic))
    throw new Error(
      `Invoice ${invoice.invoiceId} over ${invoice.amountAtomic} base units is completed, but the balance rose by ${creditedAtomic}.`,
    );
  const { confirmations, confirmationsRequired } = completed;
  timeline.tell(
    'merchant',
    `is credited after ${Math.min(confirmations, confirmationsRequired)} confirmations: ${after?.available ?? ''} ${token.tokenSymbol} to spend`,
  );
  return completed;
}

async function findBalance({ merchant, token }: Stage): Promise<Schemas['Balance'] | undefined> {
  const balances = await merchant.get('/v1/balances');
  return balances.find(
    ({ chainCode, tokenSymbol }) => chainCode === token.chainCode && tokenSymbol === token.tokenSymbol,
  );
}

/** Asks for an amount as the merchant, then chooses the coin as the customer. @returns the invoice of that choice. */
async function askByCheckout({ merchant, token, timeline }: Stage): Promise<Invoice> {
  const order = randomUUID();
  const { checkoutId, publicId, checkoutUrl } = await merchant.post('/v1/checkouts', {
    body: { ...AMOUNT, description: 'The tour', merchantReference: `tour-${order}` },
  });
  timeline.tell('merchant', `asks for ${AMOUNT.amountFiat} ${AMOUNT.fiatCurrency} by checkout ${checkoutId}`);
  timeline.tell('', `and sends the customer to ${checkoutUrl}`);
  const { chainCode, tokenSymbol } = token;
  // A repeated request with the same choice gives the same invoice.
  await merchant.post('/v1/public/checkouts/{publicId}/select', {
    path: { publicId },
    body: { chainCode, tokenSymbol },
  });
  const { invoices } = await merchant.get('/v1/checkouts/{checkoutId}', { path: { checkoutId } });
  const [invoice] = invoices;
  if (invoice === undefined) throw new Error(`Checkout ${checkoutId} has no invoice after its choice.`);
  timeline.tell(
    'customer',
    `chooses ${tokenSymbol} on ${chainCode}: invoice ${invoice.invoiceId} over ${invoice.amountCrypto} ${tokenSymbol}`,
  );
  return invoice;
}

async function payAsCustomer(stage: Stage, invoice: Invoice): Promise<void> {
  const { customer, token, payments, timeline } = stage;
  const amountAtomic = BigInt(invoice.amountAtomic);
  const minted = await customer.mintIfShort({ token, neededAtomic: amountAtomic });
  if (minted !== null) payments.push(minted);
  const payment = await customer.pay({ asset: token, to: invoice.depositAddress, amountAtomic });
  payments.push(payment);
  timeline.tell('customer', `pays ${invoice.amountCrypto} ${token.tokenSymbol} to ${invoice.depositAddress}`);
  timeline.tell('', `in transaction ${payment.txHash}`);
}

function awaitStatus(
  stage: Stage,
  { invoiceId }: Invoice,
  wanted: readonly Invoice['status'][],
): Promise<Invoice> {
  let seen: Invoice | undefined;
  return awaitStep(stage, {
    what: `invoice ${invoiceId} to be ${wanted.join(' or ')}`,
    look: async () => {
      seen = await stage.merchant.get('/v1/invoices/{invoiceId}', { path: { invoiceId } });
      return wanted.includes(seen.status) ? seen : null;
    },
    describe: () =>
      `it is ${seen?.status ?? 'unknown'}, with ${seen?.confirmations ?? 0} of ${seen?.confirmationsRequired ?? 0} confirmations`,
  });
}
