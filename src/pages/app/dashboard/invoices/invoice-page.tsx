import { Link, useParams } from '@tanstack/react-router';
import type { Schemas } from '../../../../client/client.js';
import { useCan, useList, useRead } from '../../data/queries.js';
import { Copyable } from '../../parts/copyable.js';
import { DataTable, ListTable } from '../../parts/data-table.js';
import { Amount, At, fiatWords, FromNow, useNow } from '../../parts/figures.js';
import { LinkToSend } from '../../parts/link-to-send.js';
import { AppPage, Card, Facts } from '../../parts/layout.js';
import { Read } from '../../parts/states.js';
import { Notice, StatusWord, type Tone } from '../../parts/status.js';
import { WITHDRAWAL_TABLE } from '../withdrawals/withdrawal-table.js';
import { DeliveryTable } from '../webhooks/delivery-table.js';
import { CancelInvoice, HeldMoneyNotice } from './invoice-orders.js';
import { InvoiceTimeline } from './invoice-timeline.js';
import { describeInvoice } from './invoice-words.js';

type Invoice = Schemas['Invoice'];

const PAYMENT_TONES: Readonly<Record<Schemas['PaymentStatus'], readonly [Tone, string]>> = {
  seen: ['seen', 'Seen'],
  confirmed: ['done', 'Confirmed'],
  reverted: ['failed', 'Undone'],
  late: ['held', 'Late'],
  unexpected: ['held', 'Unexpected'],
};

function Payments({ invoice }: { readonly invoice: Invoice }) {
  if (invoice.payments.length === 0) return null;
  return (
    <Card title="Payments" bare>
      <DataTable
        label="Payments"
        rows={invoice.payments}
        keyOf={({ txHash, logIndex, blockHash }) => `${txHash ?? blockHash}/${logIndex ?? ''}`}
        columns={[
          {
            head: 'Transaction',
            cell: ({ txHash }) =>
              txHash === null ? 'Forwarded by a contract' : <Copyable text={txHash} what="transaction" />,
          },
          {
            head: 'Amount',
            right: true,
            cell: ({ amountCrypto, tokenSymbol }) => <Amount figure={amountCrypto} symbol={tokenSymbol} />,
          },
          {
            head: 'Status',
            cell: ({ status }) => {
              const [tone, word] = PAYMENT_TONES[status];
              return <StatusWord tone={tone}>{word}</StatusWord>;
            },
          },
          { head: 'Seen', right: true, cell: ({ seenAt }) => <FromNow time={seenAt} /> },
        ]}
      />
    </Card>
  );
}

function InvoiceFacts({ invoice }: { readonly invoice: Invoice }) {
  const { rate } = invoice;
  return (
    <Card title="Details">
      <Facts
        of={[
          ['Invoice', <Copyable key="" text={invoice.invoiceId} what="invoice id" />],
          ['Reference', invoice.merchantReference],
          ['Description', invoice.description],
          [
            'Checkout',
            invoice.checkoutId !== null && (
              <Link to={`/checkouts/${invoice.checkoutId}`}>{invoice.checkoutId}</Link>
            ),
          ],
          ['Asked for', <Amount key="" figure={invoice.amountCrypto} symbol={invoice.tokenSymbol} />],
          ['Paid', <Amount key="" figure={invoice.amountPaidCrypto} symbol={invoice.tokenSymbol} />],
          ['Rate', rate !== null && `${rate.rate} by ${rate.source}`],
          ['Network', invoice.chainCode],
          ['Pays to', <Copyable key="" text={invoice.depositAddress} what="address" />],
          ['Created', <At key="" time={invoice.createdAt} />],
          ['Expires', <At key="" time={invoice.expiresAt} />],
          ...Object.entries(invoice.metadata).map(([name, value]): readonly [string, string] => [
            name,
            String(value),
          ]),
        ]}
      />
    </Card>
  );
}

function Deliveries({ invoiceId }: { readonly invoiceId: string }) {
  const canRead = useCan('webhooks:read');
  const list = useList('/web/v1/webhook-deliveries', { invoiceId }, { limit: 10, enabled: canRead });
  if (list.items.length === 0) return null;
  return (
    <Card title="Webhooks" bare>
      <DeliveryTable list={list} empty={null} />
    </Card>
  );
}

/** What was sent back of it, or is about to be. */
function Refunds({ invoiceId }: { readonly invoiceId: string }) {
  const canRead = useCan('withdrawals:read');
  const list = useList('/v1/withdrawals', { invoiceId }, { limit: 10, enabled: canRead });
  if (list.items.length === 0) return null;
  return (
    <Card title="Refunds" bare>
      <ListTable
        label="Refunds"
        list={list}
        noun={['refund', 'refunds']}
        keyOf={({ withdrawalId }) => withdrawalId}
        linkOf={({ withdrawalId }) => `/withdrawals/${withdrawalId}`}
        columns={WITHDRAWAL_TABLE.filter(({ head }) => head !== 'Kind' && head !== 'Network')}
        empty={null}
      />
    </Card>
  );
}

/** Whether its link still takes a payment. */
const isPayable = ({ status }: Invoice): boolean => status === 'pending' || status === 'underpaid';

function WholeInvoice({ invoice }: { readonly invoice: Invoice }) {
  const now = useNow();
  const [tone, title, next] = describeInvoice(invoice, now);
  return (
    <AppPage
      title={`Invoice ${invoice.merchantReference ?? invoice.invoiceId}`}
      head={<Amount figure={invoice.amountCrypto} symbol={invoice.tokenSymbol} large />}
      about={
        [fiatWords(invoice.amountFiat, invoice.fiatCurrency), invoice.description]
          .filter((words) => words !== null)
          .join(' · ') || undefined
      }
      back={['/invoices', 'Invoices']}
      actions={
        <>
          <CancelInvoice invoice={invoice} />
          {!isPayable(invoice) && (
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
        <div className="stack">
          <Payments invoice={invoice} />
          <Refunds invoiceId={invoice.invoiceId} />
          <InvoiceTimeline invoiceId={invoice.invoiceId} />
          <Deliveries invoiceId={invoice.invoiceId} />
        </div>
        <div className="stack">
          {isPayable(invoice) && <LinkToSend url={invoice.checkoutUrl} />}
          <InvoiceFacts invoice={invoice} />
        </div>
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
