import type { Schemas } from '../../../../client/client.js';
import type { CsvColumn } from '../../data/csv.js';
import { useCan, useList } from '../../data/queries.js';
import { ButtonLink } from '../../parts/button.js';
import { ListTable } from '../../parts/data-table.js';
import { InvoiceIcon, PlusIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Empty } from '../../parts/states.js';
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
import { INVOICE_TABLE } from './invoice-table.js';

type Invoice = Schemas['Invoice'];

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
  const canMake = useCan('invoices:write');
  const query = {
    status: filters['status'],
    merchantReference: filters['reference'],
    ...assetOf(filters['asset']),
    createdFrom: sinceOf(filters['days']),
  };
  const list = useList('/v1/invoices', query);
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  const make = canMake && (
    <ButtonLink to="/new" look="primary" icon={PlusIcon}>
      New invoice
    </ButtonLink>
  );
  return (
    <AppPage title="Invoices" actions={make}>
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
            <Empty icon={InvoiceIcon} title="No invoices yet" actions={make}>
              Each payment that you ask for stands here, with what was paid and what is next.
            </Empty>
          )
        }
      />
    </AppPage>
  );
}
