import type { Schemas } from '../../../../client/client.js';
import type { CsvColumn } from '../../data/csv.js';
import { shorten } from '../../data/figures.js';
import { useList } from '../../data/queries.js';
import { ListTable, type Column } from '../../parts/data-table.js';
import { Amount, At, fiatWords } from '../../parts/figures.js';
import { InvoiceIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Empty } from '../../parts/states.js';
import { StatusWord } from '../../parts/status.js';
import {
  assetOf,
  FilterAsset,
  FilterChoice,
  Filters,
  FilterSpan,
  FilterText,
  SaveCsv,
  sinceOf,
  useFilters,
} from '../filters.js';
import { INVOICE_WORDS } from '../words.js';

type Invoice = Schemas['Invoice'];

export const INVOICE_TABLE: readonly Column<Invoice>[] = [
  {
    head: 'Invoice',
    cell: ({ merchantReference, description, invoiceId }) => (
      <span className="clip block">{merchantReference ?? description ?? shorten(invoiceId, 10, 6)}</span>
    ),
  },
  {
    head: 'Amount',
    right: true,
    cell: ({ amountCrypto, tokenSymbol, amountFiat, fiatCurrency }) => (
      <Amount figure={amountCrypto} symbol={tokenSymbol} under={fiatWords(amountFiat, fiatCurrency)} />
    ),
  },
  {
    head: 'Status',
    cell: ({ status, held }) => {
      const [tone, word] = INVOICE_WORDS[status];
      return (
        <span className="row-words">
          <StatusWord tone={tone}>{word}</StatusWord>
          {held.length > 0 && <StatusWord tone="held">Held</StatusWord>}
        </span>
      );
    },
  },
  { head: 'Network', wideOnly: true, cell: ({ chainCode }) => chainCode },
  {
    head: 'Created',
    right: true,
    cell: ({ createdAt }) => (
      <span className="later">
        <At time={createdAt} />
      </span>
    ),
  },
];

const INVOICE_FILE: readonly CsvColumn<Invoice>[] = [
  ['invoiceId', (row) => row.invoiceId],
  ['merchantReference', (row) => row.merchantReference],
  ['status', (row) => row.status],
  ['amountCrypto', (row) => row.amountCrypto],
  ['tokenSymbol', (row) => row.tokenSymbol],
  ['chainCode', (row) => row.chainCode],
  ['amountFiat', (row) => row.amountFiat],
  ['fiatCurrency', (row) => row.fiatCurrency],
  ['amountPaidCrypto', (row) => row.amountPaidCrypto],
  ['txHash', (row) => row.txHash],
  ['createdAt', (row) => row.createdAt],
  ['completedAt', (row) => row.completedAt],
];

/** The list of all invoices. */
export default function InvoicesPage() {
  const [filters] = useFilters();
  const query = {
    status: filters['status'],
    merchantReference: filters['reference'],
    ...assetOf(filters['asset']),
    createdFrom: sinceOf(filters['days']),
  };
  const list = useList('/v1/invoices', query);
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  return (
    <AppPage title="Invoices">
      <Filters end={<SaveCsv name="invoices" path="/v1/invoices" query={query} columns={INVOICE_FILE} />}>
        <FilterText name="reference" label="Reference" />
        <FilterChoice
          name="status"
          label="Status"
          any="Any status"
          choices={Object.entries(INVOICE_WORDS).map(([status, [, word]]) => [status, word])}
        />
        <FilterAsset />
        <FilterSpan />
      </Filters>
      <ListTable
        label="Invoices"
        list={list}
        noun={['invoice', 'invoices']}
        keyOf={({ invoiceId }) => invoiceId}
        linkOf={({ invoiceId }) => `/invoices/${invoiceId}`}
        columns={INVOICE_TABLE}
        empty={
          isFiltered ? (
            <Empty icon={InvoiceIcon} title="No invoice fits these filters">
              A reference has to be the whole one. Ids open by Go to.
            </Empty>
          ) : (
            <Empty icon={InvoiceIcon} title="No invoices yet">
              Each payment that you ask for stands here, with what was paid and what is next.
            </Empty>
          )
        }
      />
    </AppPage>
  );
}
