import { useCan, useList } from '../../data/queries.js';
import { ButtonLink } from '../../shell/button-link.js';
import { ListTable } from '../../parts/data-table.js';
import { ArrowUpRightIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Empty } from '../../parts/states.js';
import { FilterTime, useTime } from '../../both/filters/filter-time.js';
import {
  assetOf,
  choicesOf,
  FilterAsset,
  Filters,
  isAnySet,
  NothingFits,
  SaveCsv,
} from '../../both/filters/filters.js';
import { useKnownFilters } from '../../both/filters/known-filters.js';
import { someOf } from '../../both/filters/known-values.js';
import { WithdrawalSearch } from '../../both/withdrawals/withdrawal-search.js';
import { WITHDRAWAL_TABLE } from '../../both/withdrawals/withdrawal-table.js';
import { WITHDRAWAL_WORDS } from '../../both/status-words.js';

const KNOWN = { status: someOf(choicesOf(WITHDRAWAL_WORDS)) };

/** All withdrawals and refunds. */
export default function WithdrawalsPage() {
  const { filters, dropped } = useKnownFilters(KNOWN);
  const canAsk = useCan('withdrawals:write');
  const query = {
    status: filters['status'],
    search: filters['search'],
    ...assetOf(filters['asset']),
    ...useTime(),
  };
  const list = useList('/v1/withdrawals', query);
  const isFiltered = isAnySet(query);
  const ask = canAsk && (
    <ButtonLink to="/withdrawals/new" look="primary" icon={ArrowUpRightIcon}>
      Withdraw
    </ButtonLink>
  );
  return (
    <AppPage title="Withdrawals" actions={ask}>
      <Filters dropped={dropped} end={<SaveCsv path="/v1/withdrawals" query={query} />}>
        <WithdrawalSearch />
        <FilterAsset />
        <FilterTime />
      </Filters>
      <ListTable
        label="Withdrawals"
        list={list}
        noun={['withdrawal', 'withdrawals']}
        keyOf={({ withdrawalId }) => withdrawalId}
        linkOf={({ withdrawalId }) => `/withdrawals/${withdrawalId}`}
        columns={WITHDRAWAL_TABLE}
        empty={
          isFiltered ? (
            <NothingFits icon={ArrowUpRightIcon} title="No withdrawal fits these filters">
              A search takes a whole address, hash, reference or id.
            </NothingFits>
          ) : (
            <Empty icon={ArrowUpRightIcon} title="No withdrawals yet" actions={ask}>
              Withdrawals to your addresses and refunds to customers are shown here.
            </Empty>
          )
        }
      />
    </AppPage>
  );
}
