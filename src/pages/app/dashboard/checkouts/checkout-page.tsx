import { useParams } from '@tanstack/react-router';
import { isolate } from '../../../design/isolate.js';
import type { Schemas } from '../../../../client/client.js';
import { useCan, useRead } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { AskedOrder } from '../../parts/asked-order.js';
import { Copyable } from '../../parts/copyable.js';
import { DataTable } from '../../parts/data-table.js';
import { Amount, At, FromNow, useNow } from '../../parts/figures.js';
import { BanIcon, CartIcon } from '../../parts/icons.js';
import { LinkToSend } from '../../parts/link-to-send.js';
import { AppPage, Card, Facts } from '../../parts/layout.js';
import { Empty, Read } from '../../parts/states.js';
import { Notice } from '../../parts/status.js';
import { tell } from '../../parts/toast.js';
import { aboutOf } from '../../both/about-words.js';
import { INVOICE_TABLE } from '../../both/invoices/invoice-table.js';
import { isOver } from '../../both/invoices/invoice-words.js';
import { CHECKOUT_WORDS } from '../../both/status-words.js';

type Checkout = Schemas['Checkout'];

const NEXT_WORDS: Readonly<Record<Schemas['CheckoutStatus'], string>> = {
  open: 'The customer chooses a coin and pays.',
  processing: 'A payment was seen. It completes when it is confirmed.',
  completed: 'It was paid and credited.',
  expired: 'Not enough was paid in time.',
  cancelled: 'It no longer takes a payment.',
};

function CancelCheckout({ checkout }: { readonly checkout: Checkout }) {
  const canWrite = useCan('invoices:write');
  if (checkout.status !== 'open' || !canWrite) return null;
  const path = { checkoutId: checkout.checkoutId };
  return (
    <AskedOrder
      act="Cancel checkout"
      icon={BanIcon}
      title="Cancel this checkout"
      about="Its page no longer asks for a payment. Money that still arrives is held, and you decide what happens to it."
      stays="The checkout is as before."
      send={() => api.post('/v1/checkouts/{checkoutId}/cancel', { path })}
      then={() => tell('The checkout is cancelled.')}
    />
  );
}

function CheckoutInvoices({ checkout }: { readonly checkout: Checkout }) {
  return (
    <Card title="Invoices" bare>
      {checkout.invoices.length === 0 ? (
        <Empty icon={CartIcon} title="Nothing was chosen yet">
          Each coin that the customer chooses makes an invoice, which is shown here.
        </Empty>
      ) : (
        <DataTable
          label="Invoices"
          rows={checkout.invoices}
          columns={INVOICE_TABLE}
          keyOf={({ invoiceId }) => invoiceId}
          linkOf={({ invoiceId }) => `/invoices/${invoiceId}`}
        />
      )}
    </Card>
  );
}

function WholeCheckout({ checkout }: { readonly checkout: Checkout }) {
  const { amountCrypto, tokenSymbol, amountFiat, fiatCurrency, status } = checkout;
  const [tone, word] = CHECKOUT_WORDS[status];
  const now = useNow();
  return (
    <AppPage
      title={`Checkout ${isolate(checkout.merchantReference ?? checkout.checkoutId)}`}
      head={
        <Amount figure={amountCrypto ?? amountFiat ?? ''} symbol={tokenSymbol ?? fiatCurrency ?? ''} large />
      }
      about={aboutOf([checkout.merchantReference, checkout.description])}
      back={['/checkouts', 'Checkouts']}
      actions={<CancelCheckout checkout={checkout} />}
    >
      <Notice tone={tone} title={word}>
        {NEXT_WORDS[status]}
        {status === 'open' && (
          <>
            {' '}
            {isOver(checkout.expiresAt, now) ? (
              'Its time is over.'
            ) : (
              <>
                It expires <FromNow time={checkout.expiresAt} />.
              </>
            )}
          </>
        )}
      </Notice>
      <div className="split">
        {checkout.status === 'open' && !isOver(checkout.expiresAt, now) && (
          <div className="before">
            <LinkToSend url={checkout.checkoutUrl} />
          </div>
        )}
        <div className="stack">
          <CheckoutInvoices checkout={checkout} />
          <Card title="Details">
            <Facts
              of={[
                ['Checkout', <Copyable key="" text={checkout.checkoutId} what="checkout id" />],
                ['Reference', checkout.merchantReference],
                ['Created', <At key="" time={checkout.createdAt} />],
                ['Expires', <At key="" time={checkout.expiresAt} />],
              ]}
            />
          </Card>
        </div>
      </div>
    </AppPage>
  );
}

/** One checkout, and the invoices that the customer's choices made. */
export default function OneCheckoutPage() {
  const { checkoutId = '' }: { checkoutId?: string } = useParams({ strict: false });
  const checkout = useRead('/v1/checkouts/{checkoutId}', { path: { checkoutId } });
  return <Read query={checkout}>{(found) => <WholeCheckout checkout={found} />}</Read>;
}
