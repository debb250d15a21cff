import { useList } from '../../data/queries.js';
import { ListTable } from '../../parts/data-table.js';
import { ArrowUpRightIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Empty } from '../../parts/states.js';
import { FilterChoice, Filters, FilterText } from '../../dashboard/filters.js';
import { useFilters } from '../../dashboard/filters.js';
import { WITHDRAWAL_TABLE } from '../../dashboard/withdrawals/withdrawal-table.js';
import { WITHDRAWAL_WORDS } from '../../dashboard/words.js';

/** The withdrawals and refunds of all merchants. */
export default function AllWithdrawalsPage() {
  const [filters] = useFilters();
  const list = useList('/admin/v1/withdrawals', {
    status: filters['status'],
    merchantReference: filters['reference'],
  });
  return (
    <AppPage title="Withdrawals" about="Of all merchants.">
      <Filters>
        <FilterText name="reference" label="Reference" />
        <FilterChoice
          name="status"
          label="Status"
          any="Any status"
          choices={Object.entries(WITHDRAWAL_WORDS).map(([status, [, word]]) => [status, word])}
        />
      </Filters>
      <ListTable
        label="Withdrawals"
        list={list}
        noun={['withdrawal', 'withdrawals']}
        keyOf={({ withdrawalId }) => withdrawalId}
        linkOf={({ withdrawalId }) => `/withdrawals/${withdrawalId}`}
        columns={WITHDRAWAL_TABLE}
        empty={
          <Empty icon={ArrowUpRightIcon} title="No withdrawals">
            What merchants ask to be paid out stands here.
          </Empty>
        }
      />
    </AppPage>
  );
}
