import { Link, useParams } from '@tanstack/react-router';
import { isolate } from '../../../design/isolate.js';
import type { Schemas } from '../../../../client/client.js';
import { hasSomething, useList, useRead } from '../../data/queries.js';
import { Amount, fiatWords, useNow } from '../../parts/figures.js';
import { AppPage, Card } from '../../parts/layout.js';
import { Read } from '../../parts/states.js';
import { Notice } from '../../parts/status.js';
import { aboutOf } from '../../both/about-words.js';
import { InvoiceFacts, InvoicePayments } from '../../both/invoices/invoice-cards.js';
import { InvoiceTimeline } from '../../both/invoices/invoice-timeline.js';
import { HeldSums } from '../../both/invoices/held-sums.js';
import { describeInvoice } from '../../both/invoices/invoice-words.js';
import { DeliveryTable } from '../../both/webhooks/delivery-table.js';
import { nextStepsOf } from '../../both/invoices/next-steps.js';
import { withWorkflow } from '../../both/timelines/due-steps.js';
import { useWorkflowStep } from '../workflow-link.js';

function WholeInvoiceOfAny({ invoice }: { readonly invoice: Schemas['OperatorInvoice'] }) {
  const { invoiceId, merchantId, merchantName } = invoice;
  const [tone, title, state] = describeInvoice(invoice, useNow(), 'operator');
  const facts = useRead('/admin/v1/invoices/{invoiceId}/timeline', { path: { invoiceId } });
  const deliveries = useList('/admin/v1/webhook-deliveries', { invoiceId });
  const workflow = useWorkflowStep('invoice', invoiceId);
  return (
    <AppPage
      title={`Invoice ${isolate(invoice.merchantReference ?? invoiceId)}`}
      head={
        <Amount figure={invoice.amountCrypto} symbol={invoice.tokenSymbol} code={invoice.chainCode} large />
      }
      about={aboutOf([
        merchantName,
        fiatWords(invoice.amountFiat, invoice.fiatCurrency),
        invoice.description,
      ])}
      back={['/invoices', 'Invoices']}
    >
      <Notice tone={tone} title={title}>
        {state}
      </Notice>
      {invoice.chain.halted && (
        <Notice tone="attention" title="Its chain is halted">
          Payments are not seen until you resume it. Nothing is lost.
        </Notice>
      )}
      {invoice.held.length > 0 && (
        <Notice tone="held" title="Money is held for the merchant to decide on">
          <HeldSums held={invoice.held} />
        </Notice>
      )}
      <div className="split">
        <div className="stack">
          <InvoicePayments invoice={invoice} />
          <InvoiceTimeline
            facts={facts}
            finish={(steps) => [
              ...withWorkflow(steps, workflow),
              ...nextStepsOf(invoice, deliveries.items, 'operator'),
            ]}
          />
        </div>
        <div className="stack">
          <InvoiceFacts
            invoice={invoice}
            more={[
              [
                'Merchant',
                <Link key="" to={`/merchants/${merchantId}`}>
                  {merchantName}
                </Link>,
              ],
            ]}
          />
        </div>
      </div>
      {hasSomething(deliveries) && (
        <Card title="Webhooks" bare>
          <DeliveryTable list={deliveries} empty={null} />
        </Card>
      )}
    </AppPage>
  );
}

/** The whole life of one invoice: request, workflow, chain, ledger, webhooks, and what is next. */
export default function AnyInvoicePage() {
  const { invoiceId = '' }: { invoiceId?: string } = useParams({ strict: false });
  const invoice = useRead('/admin/v1/invoices/{invoiceId}', { path: { invoiceId } });
  return <Read query={invoice}>{(found) => <WholeInvoiceOfAny invoice={found} />}</Read>;
}
