import type { Schemas } from '../../../../client/client.js';
import { useList } from '../../data/queries.js';
import { ListTable } from '../../parts/data-table.js';
import { ArrowUpRightIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Empty } from '../../parts/states.js';
import { FilterTime, useTime } from '../../both/filters/filter-time.js';
import {
  assetOf,
  choicesOf,
  FilterChoice,
  FilterId,
  Filters,
  isAnySet,
  NothingFits,
} from '../../both/filters/filters.js';
import { useKnownFilters } from '../../both/filters/known-filters.js';
import { wholeId, someOf } from '../../both/filters/known-values.js';
import { WithdrawalSearch } from '../../both/withdrawals/withdrawal-search.js';
import { WITHDRAWAL_TABLE } from '../../both/withdrawals/withdrawal-table.js';
import { useAssetChoices } from '../asset-choices.js';
import { withMerchant } from '../with-merchant.js';
import { WITHDRAWAL_WORDS } from '../../both/status-words.js';

const KNOWN = { status: someOf(choicesOf(WITHDRAWAL_WORDS)), merchant: wholeId('mer') };

const WITHDRAWALS_OF_ALL = withMerchant<Schemas['OperatorWithdrawal']>(WITHDRAWAL_TABLE);

const AssetOfAny = () => (
  <FilterChoice name="asset" label="Asset" any="Any asset" choices={useAssetChoices()} />
);

/** The withdrawals and refunds of all merchants. */
export default function AllWithdrawalsPage() {
  const { filters, dropped } = useKnownFilters(KNOWN);
  const query = {
    status: filters['status'],
    search: filters['search'],
    merchantId: filters['merchant'],
    ...assetOf(filters['asset']),
    ...useTime(),
  };
  const list = useList('/admin/v1/withdrawals', query);
  const isFiltered = isAnySet(query);
  return (
    <AppPage title="Withdrawals" about="Of all merchants.">
      <Filters dropped={dropped}>
        <WithdrawalSearch />
        <AssetOfAny />
        <FilterId name="merchant" label="Merchant id" prefix="mer" />
        <FilterTime />
      </Filters>
      <ListTable
        label="Withdrawals"
        list={list}
        noun={['withdrawal', 'withdrawals']}
        keyOf={({ withdrawalId }) => withdrawalId}
        linkOf={({ withdrawalId }) => `/withdrawals/${withdrawalId}`}
        columns={WITHDRAWALS_OF_ALL}
        empty={
          isFiltered ? (
            <NothingFits icon={ArrowUpRightIcon} title="No withdrawal fits these filters">
              A search takes a whole address, hash, reference or id.
            </NothingFits>
          ) : (
            <Empty icon={ArrowUpRightIcon} title="No withdrawals yet">
              Withdrawals that merchants ask for are shown here. Those to decide are in the queue too.
            </Empty>
          )
        }
      />
    </AppPage>
  );
}
