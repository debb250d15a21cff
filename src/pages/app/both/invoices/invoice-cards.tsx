import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { Copyable } from '../../parts/copyable.js';
import { DataTable } from '../../parts/data-table.js';
import { Amount, At, FromNow } from '../../parts/figures.js';
import { Card, Facts } from '../../parts/layout.js';
import { Network } from '../../parts/network.js';
import { StatusOf, type StatusWords } from '../../parts/status.js';
import { MetadataCard } from '../metadata-card.js';
import { usePageOfId } from '../../shell/running-application.js';

type Invoice = Schemas['Invoice'];

const PAYMENT_TONES: Readonly<Record<Schemas['PaymentStatus'], StatusWords>> = {
  seen: ['seen', 'Seen'],
  confirmed: ['done', 'Confirmed'],
  reverted: ['failed', 'Undone'],
  late: ['held', 'Late'],
  unexpected: ['held', 'Unexpected'],
};

/** The transfers that came for an invoice. */
export function InvoicePayments({ invoice }: { readonly invoice: Invoice }) {
  if (invoice.payments.length === 0) return null;
  return (
    <Card title="Payments" bare>
      <DataTable
        label="Payments"
        // One transaction can hold several payments. Only their position tells them apart.
        rows={invoice.payments.map((payment, at) => ({ ...payment, at }))}
        keyOf={({ at }) => `${at}`}
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
            cell: ({ status }) => <StatusOf words={PAYMENT_TONES[status]} />,
          },
          { head: 'Seen', right: true, cell: ({ seenAt }) => <FromNow time={seenAt} /> },
        ]}
      />
    </Card>
  );
}

/** `1 ETH = 2000 USD, from coinbase` */
const rateWords = (
  { tokenSymbol, fiatCurrency }: Invoice,
  { rate, source }: NonNullable<Invoice['rate']>,
): string => `1 ${tokenSymbol} = ${rate} ${fiatCurrency ?? ''}, from ${source}`;

/** The details of an invoice. `more`: facts that stand above the others. */
export function InvoiceFacts({
  invoice,
  more = [],
}: {
  readonly invoice: Invoice;
  readonly more?: readonly (readonly [name: string, value: ReactNode])[];
}) {
  const { rate } = invoice;
  const pageOf = usePageOfId();
  const checkoutPage = invoice.checkoutId === null ? null : pageOf(invoice.checkoutId);
  return (
    <>
      <Card title="Details">
        <Facts
          of={[
            ...more,
            ['Invoice', <Copyable key="" text={invoice.invoiceId} what="invoice id" />],
            ['Reference', invoice.merchantReference],
            ['Description', invoice.description],
            [
              'Checkout',
              checkoutPage === null ? (
                invoice.checkoutId
              ) : (
                <Link to={checkoutPage}>{invoice.checkoutId}</Link>
              ),
            ],
            ['Asked for', <Amount key="" figure={invoice.amountCrypto} symbol={invoice.tokenSymbol} />],
            ['Paid', <Amount key="" figure={invoice.amountPaidCrypto} symbol={invoice.tokenSymbol} />],
            ['Rate', rate !== null && rateWords(invoice, rate)],
            ['Network', <Network key="" code={invoice.chainCode} />],
            ['Pays to', <Copyable key="" text={invoice.depositAddress} what="address" />],
            ['Created', <At key="" time={invoice.createdAt} />],
            ['Expires', <At key="" time={invoice.expiresAt} />],
          ]}
        />
      </Card>
      <MetadataCard metadata={invoice.metadata} />
    </>
  );
}
