import { useList } from '../../data/queries.js';
import { ListTable } from '../../parts/data-table.js';
import { InvoiceIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Empty } from '../../parts/states.js';
import { FilterTime, useTime } from '../../both/filters/filter-time.js';
import {
  assetOf,
  choicesOf,
  FilterAsset,
  FilterHeld,
  Filters,
  HELD_CHOICES,
  isAnySet,
  NothingFits,
  SaveCsv,
} from '../../both/filters/filters.js';
import { useKnownFilters } from '../../both/filters/known-filters.js';
import { oneOf, someOf } from '../../both/filters/known-values.js';
import { InvoiceSearch } from '../../both/invoices/invoice-search.js';
import { INVOICE_TABLE } from '../../both/invoices/invoice-table.js';
import { useNewInvoiceLink } from '../new-invoice-link.js';
import { INVOICE_WORDS } from '../../both/status-words.js';

const KNOWN = { status: someOf(choicesOf(INVOICE_WORDS)), held: oneOf(HELD_CHOICES) };

/** The list of all invoices. */
export default function InvoicesPage() {
  const { filters, dropped } = useKnownFilters(KNOWN);
  const make = useNewInvoiceLink();
  const query = {
    status: filters['status'],
    search: filters['search'],
    held: filters['held'],
    ...assetOf(filters['asset']),
    ...useTime(),
  };
  const list = useList('/v1/invoices', query);
  const isFiltered = isAnySet(query);
  return (
    <AppPage title="Invoices" actions={make}>
      <Filters dropped={dropped} end={<SaveCsv path="/v1/invoices" query={query} />}>
        <InvoiceSearch />
        <FilterAsset />
        <FilterHeld />
        <FilterTime />
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
            <NothingFits icon={InvoiceIcon} title="No invoice fits these filters">
              A search takes a whole reference, id, address or hash.
            </NothingFits>
          ) : (
            <Empty icon={InvoiceIcon} title="No invoices yet" actions={make}>
              Each payment that you ask for is shown here, with what was paid and what is next.
            </Empty>
          )
        }
      />
    </AppPage>
  );
}
