import { FilterMany, FilterText } from '../filters/filters.js';
import { INVOICE_WORDS } from '../status-words.js';

/** The filters that merchants and operators have for invoices. */
export const InvoiceSearch = () => (
  <>
    <FilterText name="search" label="Search invoices" hint="Reference, id, address or hash" />
    <FilterMany
      name="status"
      label="Status"
      any="Any status"
      choices={Object.entries(INVOICE_WORDS).map(([status, [, word]]) => [status, word])}
    />
  </>
);
