import { FilterStatus, FilterText } from '../filters/filters.js';
import { INVOICE_WORDS } from '../status-words.js';

/** The filters that merchants and operators have for invoices. */
export const InvoiceSearch = () => (
  <>
    <FilterText name="search" label="Search invoices" hint="Reference, id, address or hash" />
    <FilterStatus words={INVOICE_WORDS} />
  </>
);
