import { useParams } from '@tanstack/react-router';
import { isolate } from '../../../design/isolate.js';
import type { Schemas } from '../../../../client/client.js';
import { hasSomething, type ListOf, useCan, useList, useRead } from '../../data/queries.js';
import { ListTable } from '../../parts/data-table.js';
import { Amount, fiatWords, useNow } from '../../parts/figures.js';
import { LinkToSend } from '../../parts/link-to-send.js';
import { AppPage, Card } from '../../parts/layout.js';
import { Read } from '../../parts/states.js';
import { Notice } from '../../parts/status.js';
import { aboutOf } from '../../both/about-words.js';
import { WITHDRAWAL_TABLE } from '../../both/withdrawals/withdrawal-table.js';
import { DeliveryTable } from '../../both/webhooks/delivery-table.js';
import { InvoiceFacts, InvoicePayments } from '../../both/invoices/invoice-cards.js';
import { CancelInvoice, HeldMoneyNotice } from './invoice-orders.js';
import { InvoiceTimeline } from '../../both/invoices/invoice-timeline.js';
import { describeInvoice, isOver } from '../../both/invoices/invoice-words.js';
import { nextStepsOf } from '../../both/invoices/next-steps.js';

type Invoice = Schemas['Invoice'];

function Deliveries({ list }: { readonly list: ListOf<Schemas['WebhookDelivery']> }) {
  if (!hasSomething(list)) return null;
  return (
    <Card title="Webhooks" bare>
      <DeliveryTable list={list} empty={null} />
    </Card>
  );
}

/** The refunds of an invoice, also those that wait. */
function Refunds({ invoiceId }: { readonly invoiceId: string }) {
  const canRead = useCan('withdrawals:read');
  const list = useList('/v1/withdrawals', { invoiceId }, { limit: 10, enabled: canRead });
  if (!hasSomething(list)) return null;
  return (
    <Card title="Refunds" bare>
      <ListTable
        label="Refunds"
        list={list}
        noun={['refund', 'refunds']}
        keyOf={({ withdrawalId }) => withdrawalId}
        linkOf={({ withdrawalId }) => `/withdrawals/${withdrawalId}`}
        columns={WITHDRAWAL_TABLE.filter(({ head }) => head !== 'Network')}
        empty={null}
      />
    </Card>
  );
}

/** Says whether the invoice can still be paid by its link. */
const isPayable = ({ status, expiresAt }: Invoice, nowMs: number): boolean =>
  (status === 'pending' || status === 'underpaid') && !isOver(expiresAt, nowMs);

function WholeInvoice({ invoice }: { readonly invoice: Invoice }) {
  const now = useNow();
  const facts = useRead('/v1/invoices/{invoiceId}/timeline', { path: { invoiceId: invoice.invoiceId } });
  const { invoiceId } = invoice;
  const canReadDeliveries = useCan('webhooks:read');
  const deliveries = useList(
    '/web/v1/webhook-deliveries',
    { invoiceId },
    { limit: 10, enabled: canReadDeliveries },
  );
  const [tone, title, next] = describeInvoice(invoice, now);
  return (
    <AppPage
      title={`Invoice ${isolate(invoice.merchantReference ?? invoice.invoiceId)}`}
      head={
        <Amount figure={invoice.amountCrypto} symbol={invoice.tokenSymbol} code={invoice.chainCode} large />
      }
      about={aboutOf([
        invoice.merchantReference,
        fiatWords(invoice.amountFiat, invoice.fiatCurrency),
        invoice.description,
      ])}
      back={['/invoices', 'Invoices']}
      actions={
        <>
          <CancelInvoice invoice={invoice} />
          {!isPayable(invoice, now) && (
            <a className="button" href={invoice.checkoutUrl} target="_blank" rel="noreferrer">
              Open its page
            </a>
          )}
        </>
      }
    >
      <Notice tone={tone} title={title}>
        {next}
      </Notice>
      {invoice.chain.halted && (
        <Notice tone="attention" title="The chain is halted">
          Payments are not seen until an operator resumes it. Nothing is lost.
        </Notice>
      )}
      <HeldMoneyNotice invoice={invoice} />
      <div className="split">
        {isPayable(invoice, now) && (
          <div className="before">
            <LinkToSend url={invoice.checkoutUrl} />
          </div>
        )}
        <div className="stack">
          <InvoicePayments invoice={invoice} />
          <Refunds invoiceId={invoiceId} />
          <InvoiceTimeline
            facts={facts}
            finish={(steps) => [...steps, ...nextStepsOf(invoice, deliveries.items)]}
          />
          <Deliveries list={deliveries} />
        </div>
        <InvoiceFacts invoice={invoice} />
      </div>
    </AppPage>
  );
}

/** One invoice: its state, payments, life and deliveries. */
export default function InvoicePage() {
  const { invoiceId = '' }: { invoiceId?: string } = useParams({ strict: false });
  const invoice = useRead('/v1/invoices/{invoiceId}', { path: { invoiceId } });
  return <Read query={invoice}>{(found) => <WholeInvoice invoice={found} />}</Read>;
}
