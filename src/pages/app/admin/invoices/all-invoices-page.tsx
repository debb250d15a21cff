import type { Schemas } from '../../../../client/client.js';
import { useList } from '../../data/queries.js';
import { ListTable, type Column } from '../../parts/data-table.js';
import { InvoiceIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Empty } from '../../parts/states.js';
import {
  FilterMany,
  Filters,
  FilterSpan,
  FilterText,
  NothingFits,
  sinceOf,
  useFilters,
} from '../../dashboard/filters.js';
import { INVOICE_TABLE } from '../../dashboard/invoices/invoice-table.js';
import { INVOICE_WORDS } from '../../dashboard/words.js';

const [NAME, ...OTHERS] = INVOICE_TABLE;
/** With the merchant beneath the invoice's name. */
const INVOICES_OF_ALL: readonly Column<Schemas['OperatorInvoice']>[] = [
  {
    head: 'Invoice',
    cell: (invoice) => (
      <>
        {NAME?.cell(invoice)}
        <span className="under clip block">{invoice.merchantName}</span>
      </>
    ),
  },
  ...OTHERS,
];

/** The invoices of all merchants. */
export default function AllInvoicesPage() {
  const [filters] = useFilters();
  const query = {
    search: filters['search'],
    merchantId: filters['merchant'],
    status: filters['status'],
    createdFrom: sinceOf(filters['days']),
  };
  const list = useList('/admin/v1/invoices', query);
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  return (
    <AppPage title="Invoices" about="Of all merchants.">
      <Filters>
        <FilterText name="search" label="Search invoices" hint="Reference, id, address or hash" />
        <FilterText name="merchant" label="Merchant id" />
        <FilterMany
          name="status"
          label="Status"
          any="Any status"
          choices={Object.entries(INVOICE_WORDS).map(([status, [, word]]) => [status, word])}
        />
        <FilterSpan />
      </Filters>
      <ListTable
        label="Invoices"
        list={list}
        noun={['invoice', 'invoices']}
        keyOf={({ invoiceId }) => invoiceId}
        linkOf={({ invoiceId }) => `/invoices/${invoiceId}`}
        columns={INVOICES_OF_ALL}
        empty={
          isFiltered ? (
            <NothingFits icon={InvoiceIcon} title="No invoice fits these filters">
              What is searched for has to be the whole of it.
            </NothingFits>
          ) : (
            <Empty icon={InvoiceIcon} title="No invoices yet">
              What merchants ask their customers to pay stands here.
            </Empty>
          )
        }
      />
    </AppPage>
  );
}
