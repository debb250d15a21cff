import type { Schemas } from '../../../../client/client.js';
import { useCan, useList } from '../../data/queries.js';
import { Copyable } from '../../parts/copyable.js';
import { CREATED } from '../../parts/created-column.js';
import { ListTable, type Column } from '../../parts/data-table.js';
import { StoreIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Empty } from '../../parts/states.js';
import { StatusOf, StatusWord } from '../../parts/status.js';
import {
  choicesOf,
  FilterChoice,
  Filters,
  FilterText,
  isAnySet,
  NothingFits,
} from '../../both/filters/filters.js';
import { useKnownFilters } from '../../both/filters/known-filters.js';
import { oneOf } from '../../both/filters/known-values.js';
import { MERCHANT_WORDS } from './merchant-words.js';
import { NewMerchant } from './new-merchant.js';

const KNOWN = { status: oneOf(choicesOf(MERCHANT_WORDS)) };

const MERCHANT_TABLE: readonly Column<Schemas['Merchant']>[] = [
  { head: 'Merchant', cell: ({ name }) => <span className="clip block">{name}</span> },
  {
    head: 'Status',
    cell: ({ status, pendingPolicyChanges }) => (
      <span className="row-words">
        <StatusOf words={MERCHANT_WORDS[status]} />
        {pendingPolicyChanges.length > 0 && <StatusWord tone="attention">A change waits</StatusWord>}
      </span>
    ),
  },
  {
    head: 'Limits',
    wideOnly: true,
    cell: ({ withdrawalLimits }) =>
      withdrawalLimits.length === 0
        ? 'None'
        : withdrawalLimits.map(({ tokenSymbol }) => tokenSymbol).join(', '),
  },
  { head: 'Id', wideOnly: true, cell: ({ merchantId }) => <Copyable text={merchantId} what="merchant id" /> },
  CREATED,
];

/** All merchants. */
export default function MerchantsPage() {
  const { filters, dropped } = useKnownFilters(KNOWN);
  const canMake = useCan('merchants:write');
  const query = { search: filters['search'], status: filters['status'] };
  const list = useList('/admin/v1/merchants', query);
  const isFiltered = isAnySet(query);
  return (
    <AppPage title="Merchants" actions={canMake && <NewMerchant />}>
      <Filters dropped={dropped}>
        <FilterText name="search" label="Search merchants" hint="Name or id" />
        <FilterChoice name="status" label="Status" any="Any status" choices={choicesOf(MERCHANT_WORDS)} />
      </Filters>
      <ListTable
        label="Merchants"
        list={list}
        noun={['merchant', 'merchants']}
        keyOf={({ merchantId }) => merchantId}
        linkOf={({ merchantId }) => `/merchants/${merchantId}`}
        columns={MERCHANT_TABLE}
        empty={
          isFiltered ? (
            <NothingFits icon={StoreIcon} title="No merchant fits">
              A search takes the beginning of a word of the name, or a whole id.
            </NothingFits>
          ) : (
            <Empty icon={StoreIcon} title="No merchants yet" actions={canMake && <NewMerchant />}>
              Each shop that takes payments has a row here.
            </Empty>
          )
        }
      />
    </AppPage>
  );
}
