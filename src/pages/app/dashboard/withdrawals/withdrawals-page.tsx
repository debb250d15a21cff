import { useCan, useList } from '../../data/queries.js';
import { ButtonLink } from '../../parts/button.js';
import { ListTable } from '../../parts/data-table.js';
import { ArrowUpRightIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Empty } from '../../parts/states.js';
import { assetOf, FilterAsset, FilterChoice, Filters, FilterSpan, FilterText, SaveCsv } from '../filters.js';
import { sinceOf, useFilters } from '../filters.js';
import { WITHDRAWAL_WORDS } from '../words.js';
import { WITHDRAWAL_TABLE } from './withdrawal-table.js';

/** All withdrawals and refunds. */
export default function WithdrawalsPage() {
  const [filters] = useFilters();
  const canAsk = useCan('withdrawals:write');
  const query = {
    status: filters['status'],
    merchantReference: filters['reference'],
    ...assetOf(filters['asset']),
    createdFrom: sinceOf(filters['days']),
  };
  const list = useList('/v1/withdrawals', query);
  const ask = canAsk && (
    <ButtonLink to="/withdrawals/new" look="primary" icon={ArrowUpRightIcon}>
      Withdraw
    </ButtonLink>
  );
  return (
    <AppPage title="Withdrawals" actions={ask}>
      <Filters
        end={
          <SaveCsv
            name="withdrawals"
            path="/v1/withdrawals"
            query={query}
            columns={[
              ['withdrawalId', (row) => row.withdrawalId],
              ['kind', (row) => row.kind],
              ['status', (row) => row.status],
              ['amountCrypto', (row) => row.amountCrypto],
              ['tokenSymbol', (row) => row.tokenSymbol],
              ['chainCode', (row) => row.chainCode],
              ['address', (row) => row.address],
              ['txHash', (row) => row.txHash],
              ['createdAt', (row) => row.createdAt],
              ['completedAt', (row) => row.completedAt],
            ]}
          />
        }
      >
        <FilterText name="reference" label="Reference" />
        <FilterChoice
          name="status"
          label="Status"
          any="Any status"
          choices={Object.entries(WITHDRAWAL_WORDS).map(([status, [, word]]) => [status, word])}
        />
        <FilterAsset />
        <FilterSpan />
      </Filters>
      <ListTable
        label="Withdrawals"
        list={list}
        noun={['withdrawal', 'withdrawals']}
        keyOf={({ withdrawalId }) => withdrawalId}
        linkOf={({ withdrawalId }) => `/withdrawals/${withdrawalId}`}
        columns={WITHDRAWAL_TABLE}
        empty={
          <Empty icon={ArrowUpRightIcon} title="No withdrawals" actions={ask}>
            Money that leaves for an address of yours stands here, and refunds to customers.
          </Empty>
        }
      />
    </AppPage>
  );
}
