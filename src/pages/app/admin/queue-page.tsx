import { useList } from '../data/queries.js';
import { Copyable } from '../parts/copyable.js';
import { ListTable } from '../parts/data-table.js';
import { Amount, FromNow } from '../parts/figures.js';
import { CheckCircleIcon } from '../parts/icons.js';
import { AppPage, PageSection } from '../parts/layout.js';
import { Empty } from '../parts/states.js';

/** What waits for an operator. */
export default function QueuePage() {
  const withdrawals = useList('/admin/v1/withdrawals', { status: 'pending_approval' });
  return (
    <AppPage title="Queue" about="What waits for a decision.">
      <PageSection title="Withdrawals to decide">
        <ListTable
          label="Withdrawals to decide"
          list={withdrawals}
          noun={['withdrawal', 'withdrawals']}
          keyOf={({ withdrawalId }) => withdrawalId}
          linkOf={({ withdrawalId }) => `/withdrawals/${withdrawalId}`}
          empty={
            <Empty icon={CheckCircleIcon} title="Nothing to decide">
              Withdrawals that need an approval stand here.
            </Empty>
          }
          columns={[
            { head: 'Withdrawal', cell: ({ withdrawalId }) => <Copyable text={withdrawalId} what="id" /> },
            {
              head: 'Amount',
              right: true,
              cell: ({ amountCrypto, tokenSymbol }) => <Amount figure={amountCrypto} symbol={tokenSymbol} />,
            },
            { head: 'Chain', cell: ({ chainCode }) => chainCode },
            { head: 'To', wideOnly: true, cell: ({ address }) => <Copyable text={address} what="address" /> },
            { head: 'Asked for', right: true, cell: ({ createdAt }) => <FromNow time={createdAt} /> },
          ]}
        />
      </PageSection>
    </AppPage>
  );
}
