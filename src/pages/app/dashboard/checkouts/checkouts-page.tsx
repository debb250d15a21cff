import type { Schemas } from '../../../../client/client.js';
import { shorten } from '../../data/figures.js';
import { useList } from '../../data/queries.js';
import { CREATED } from '../../parts/created-column.js';
import { ListTable, type Column } from '../../parts/data-table.js';
import { Amount, fiatWords } from '../../parts/figures.js';
import { CartIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Empty } from '../../parts/states.js';
import { StatusOf } from '../../parts/status.js';
import { FilterTime, useTime } from '../../both/filters/filter-time.js';
import {
  assetOf,
  choicesOf,
  FilterAsset,
  FilterHeld,
  Filters,
  FilterStatus,
  FilterText,
  HELD_CHOICES,
  isAnySet,
  NothingFits,
  SaveCsv,
} from '../../both/filters/filters.js';
import { useKnownFilters } from '../../both/filters/known-filters.js';
import { oneOf, someOf } from '../../both/filters/known-values.js';
import { CHECKOUT_WORDS } from '../../both/status-words.js';
import { useNewInvoiceLink } from '../new-invoice-link.js';

const KNOWN = { status: someOf(choicesOf(CHECKOUT_WORDS)), held: oneOf(HELD_CHOICES) };

const CHECKOUT_TABLE: readonly Column<Schemas['Checkout']>[] = [
  {
    head: 'Checkout',
    cell: ({ merchantReference, description, checkoutId }) => (
      <span className="clip block">{merchantReference ?? description ?? shorten(checkoutId, 10, 6)}</span>
    ),
  },
  {
    head: 'Amount',
    right: true,
    cell: ({ amountCrypto, tokenSymbol, amountFiat, fiatCurrency }) =>
      amountCrypto !== null && tokenSymbol !== null ? (
        <Amount figure={amountCrypto} symbol={tokenSymbol} />
      ) : (
        fiatWords(amountFiat, fiatCurrency)
      ),
  },
  {
    head: 'Status',
    cell: ({ status }) => <StatusOf words={CHECKOUT_WORDS[status]} />,
  },
  CREATED,
];

/** All checkouts: payments for which the customer chooses the coin. */
export default function CheckoutsPage() {
  const { filters, dropped } = useKnownFilters(KNOWN);
  const make = useNewInvoiceLink();
  const query = {
    status: filters['status'],
    search: filters['search'],
    held: filters['held'],
    ...assetOf(filters['asset']),
    ...useTime(),
  };
  const list = useList('/v1/checkouts', query);
  const isFiltered = isAnySet(query);
  return (
    <AppPage title="Checkouts" about="Payments for which the customer chooses the coin." actions={make}>
      <Filters dropped={dropped} end={<SaveCsv path="/v1/checkouts" query={query} />}>
        <FilterText name="search" label="Search checkouts" hint="Reference, id, address or hash" />
        <FilterStatus words={CHECKOUT_WORDS} />
        {/* Most checkouts can be paid in any asset, so the column shows what the customer has chosen. */}
        <FilterAsset label="Chosen asset" any="Any choice, or none" />
        <FilterHeld />
        <FilterTime />
      </Filters>
      <ListTable
        label="Checkouts"
        list={list}
        noun={['checkout', 'checkouts']}
        keyOf={({ checkoutId }) => checkoutId}
        linkOf={({ checkoutId }) => `/checkouts/${checkoutId}`}
        empty={
          isFiltered ? (
            <NothingFits icon={CartIcon} title="No checkout fits these filters">
              A search takes a whole reference, id, address or hash. An asset is one that the customer has
              chosen.
            </NothingFits>
          ) : (
            <Empty icon={CartIcon} title="No checkouts yet" actions={make}>
              A new invoice that lets the customer choose the coin is shown here.
            </Empty>
          )
        }
        columns={CHECKOUT_TABLE}
      />
    </AppPage>
  );
}
