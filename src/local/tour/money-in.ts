import { randomUUID } from 'node:crypto';
import { awaitStep, type Fields, type Stage } from './stage.js';

const AMOUNT = { amountFiat: '25.00', fiatCurrency: 'USD' } as const;
/** This much is minted for the customer's wallet when it cannot pay, in base units of the test token. */
const MINTED_ATOMIC = 1_000_000_000n;

/** The fields of an invoice in the API that the tour reads. */
export interface TourInvoice extends Fields {
  readonly invoiceId: string;
  readonly status: string;
  readonly amountCrypto: string;
  readonly amountAtomic: string;
  readonly depositAddress: string;
  readonly confirmations: number;
  readonly confirmationsRequired: number;
}

interface Balance extends Fields {
  readonly chainCode: string;
  readonly tokenSymbol: string;
  readonly available: string;
  readonly availableAtomic: string;
}

/** Plays a checkout, from the merchant's request to its balance. Returns the completed invoice. */
export async function playMoneyIn(stage: Stage): Promise<TourInvoice> {
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

async function findBalance({ merchant, token }: Stage): Promise<Balance | undefined> {
  const balances = await merchant.get<readonly Balance[]>('/v1/balances');
  return balances.find(
    ({ chainCode, tokenSymbol }) => chainCode === token.chainCode && tokenSymbol === token.tokenSymbol,
  );
}

interface TourCheckout extends Fields {
  readonly checkoutId: string;
  readonly publicId: string;
  readonly checkoutUrl: string;
  readonly invoices: readonly TourInvoice[];
}

/** Asks for an amount as the merchant, then chooses the coin as the customer. @returns the invoice of that choice. */
async function askByCheckout({ merchant, token, timeline }: Stage): Promise<TourInvoice> {
  const order = randomUUID();
  const { checkoutId, publicId, checkoutUrl } = await merchant.post<TourCheckout>('/v1/checkouts', {
    idempotencyKey: order,
    body: { ...AMOUNT, description: 'The tour', merchantReference: `tour-${order}` },
  });
  timeline.tell('merchant', `asks for ${AMOUNT.amountFiat} ${AMOUNT.fiatCurrency} by checkout ${checkoutId}`);
  timeline.tell('', `and sends the customer to ${checkoutUrl}`);
  const { chainCode, tokenSymbol } = token;
  // A repeated request with the same choice gives the same invoice.
  await merchant.post(`/v1/public/checkouts/${publicId}/select`, { body: { chainCode, tokenSymbol } });
  const { invoices } = await merchant.get<TourCheckout>(`/v1/checkouts/${checkoutId}`);
  const [invoice] = invoices;
  if (invoice === undefined) throw new Error(`Checkout ${checkoutId} has no invoice after its choice.`);
  timeline.tell(
    'customer',
    `chooses ${tokenSymbol} on ${chainCode}: invoice ${invoice.invoiceId} over ${invoice.amountCrypto} ${tokenSymbol}`,
  );
  return invoice;
}

async function payAsCustomer(stage: Stage, invoice: TourInvoice): Promise<void> {
  const { customer, token, payments, timeline } = stage;
  const amountAtomic = BigInt(invoice.amountAtomic);
  await customer.mintUpTo({ token, leastAtomic: amountAtomic, mintedAtomic: MINTED_ATOMIC, payments });
  const payment = await customer.pay({ asset: token, to: invoice.depositAddress, amountAtomic });
  payments.push(payment);
  timeline.tell('customer', `pays ${invoice.amountCrypto} ${token.tokenSymbol} to ${invoice.depositAddress}`);
  timeline.tell('', `in transaction ${payment.txHash}`);
}

function awaitStatus(
  stage: Stage,
  { invoiceId }: TourInvoice,
  wanted: readonly string[],
): Promise<TourInvoice> {
  let seen: TourInvoice | undefined;
  return awaitStep(stage, {
    what: `invoice ${invoiceId} to be ${wanted.join(' or ')}`,
    look: async () => {
      seen = await stage.merchant.get<TourInvoice>(`/v1/invoices/${invoiceId}`);
      return wanted.includes(seen.status) ? seen : null;
    },
    describe: () =>
      `it is ${seen?.status ?? 'unknown'}, with ${seen?.confirmations ?? 0} of ${seen?.confirmationsRequired ?? 0} confirmations`,
  });
}
