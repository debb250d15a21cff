import { useList } from '../../data/queries.js';
import { useAssetChoices } from '../asset-choices.js';
import { ListTable } from '../../parts/data-table.js';
import { ArrowUpRightIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Empty } from '../../parts/states.js';
import { FilterTime, timeOf } from '../../dashboard/filter-time.js';
import { assetOf, FilterChoice, Filters, FilterText, useFilters } from '../../dashboard/filters.js';
import { WITHDRAWAL_TABLE } from '../../dashboard/withdrawals/withdrawal-table.js';
import { WITHDRAWAL_WORDS } from '../../dashboard/words.js';

/** Several statuses that one looks for together. */
const SEVERAL = [
  ['pending_approval,approved,broadcast', 'Under way'],
  ['rejected,cancelled,stopped,failed', 'Not paid'],
] as const;

const AssetOfAny = () => (
  <FilterChoice name="asset" label="Asset" any="Any asset" choices={useAssetChoices()} />
);

/** The withdrawals and refunds of all merchants. */
export default function AllWithdrawalsPage() {
  const [filters] = useFilters();
  const list = useList('/admin/v1/withdrawals', {
    status: filters['status'],
    merchantReference: filters['reference'],
    merchantId: filters['merchantId'],
    ...assetOf(filters['asset']),
    ...timeOf(filters),
  });
  return (
    <AppPage title="Withdrawals" about="Of all merchants.">
      <Filters>
        <FilterText name="reference" label="Reference" />
        <FilterChoice
          name="status"
          label="Status"
          any="Any status"
          choices={[
            ...SEVERAL,
            ...Object.entries(WITHDRAWAL_WORDS).map(([status, [, word]]): [string, string] => [status, word]),
          ]}
        />
        <AssetOfAny />
        <FilterTime />
        <FilterText name="merchantId" label="Merchant id" />
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
