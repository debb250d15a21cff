import type { Schemas } from '../../../../client/client.js';
import { useList } from '../../data/queries.js';
import { ListTable } from '../../parts/data-table.js';
import { InvoiceIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Empty } from '../../parts/states.js';
import { choicesOf, FilterId, Filters, isAnySet, NothingFits } from '../../both/filters/filters.js';
import { useKnownFilters } from '../../both/filters/known-filters.js';
import { wholeId, someOf } from '../../both/filters/known-values.js';
import { FilterTime, useTime } from '../../both/filters/filter-time.js';
import { InvoiceSearch } from '../../both/invoices/invoice-search.js';
import { INVOICE_TABLE } from '../../both/invoices/invoice-table.js';
import { withMerchant } from '../with-merchant.js';
import { INVOICE_WORDS } from '../../both/status-words.js';

const KNOWN = { status: someOf(choicesOf(INVOICE_WORDS)), merchant: wholeId('mer') };

const INVOICES_OF_ALL = withMerchant<Schemas['OperatorInvoice']>(INVOICE_TABLE);

/** The invoices of all merchants. */
export default function AllInvoicesPage() {
  const { filters, dropped } = useKnownFilters(KNOWN);
  const query = {
    search: filters['search'],
    merchantId: filters['merchant'],
    status: filters['status'],
    ...useTime(),
  };
  const list = useList('/admin/v1/invoices', query);
  const isFiltered = isAnySet(query);
  return (
    <AppPage title="Invoices" about="Of all merchants.">
      <Filters dropped={dropped}>
        <InvoiceSearch />
        <FilterId name="merchant" label="Merchant id" prefix="mer" />
        <FilterTime />
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
              A search takes a whole reference, id, address or hash.
            </NothingFits>
          ) : (
            <Empty icon={InvoiceIcon} title="No invoices yet">
              Each payment that a merchant asks for is shown here.
            </Empty>
          )
        }
      />
    </AppPage>
  );
}
