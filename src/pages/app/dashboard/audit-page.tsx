import type { Schemas } from '../../../client/client.js';
import { actionWords, Changes } from '../parts/audit-words.js';
import { useList } from '../data/queries.js';
import { Copyable } from '../parts/copyable.js';
import { ListTable, type Column } from '../parts/data-table.js';
import { At } from '../parts/figures.js';
import { LogIcon } from '../parts/icons.js';
import { AppPage } from '../parts/layout.js';
import { Empty } from '../parts/states.js';
import { FilterChoice, Filters, FilterSpan, FilterText, sinceOf, useFilters } from './filters.js';

type Entry = Schemas['MerchantAuditRecord'];

const AUDIT_TABLE: readonly Column<Entry>[] = [
  {
    head: 'What',
    cell: ({ action, objectId, reason }) => (
      <>
        {actionWords(action)}
        <span className="under">
          <Copyable text={objectId} what="id" />
        </span>
        {reason !== null && <span className="under">{reason}</span>}
      </>
    ),
  },
  {
    head: 'By',
    cell: ({ actorKind, actorName, actorId, ip }) =>
      actorKind === 'operator' ? (
        'An operator'
      ) : (
        <>
          {actorName ?? 'Your shop'}
          <span className="under">
            {actorId?.startsWith('key_') === true ? 'API key' : 'Member'}
            {ip === null ? '' : ` · ${ip}`}
          </span>
        </>
      ),
  },
  { head: 'Changed', wideOnly: true, cell: (entry) => <Changes {...entry} /> },
  {
    head: 'When',
    right: true,
    cell: ({ createdAt }) => (
      <span className="later">
        <At time={createdAt} />
      </span>
    ),
  },
];

/** What people, keys and operators did to what is the merchant's. */
export default function MerchantAuditPage() {
  const [filters] = useFilters();
  const list = useList<'/web/v1/audit-log'>('/web/v1/audit-log', {
    actorKind: filters['by'],
    objectId: filters['object'],
    action: filters['action'],
    createdFrom: sinceOf(filters['days']),
  });
  return (
    <AppPage
      title="Audit log"
      about="What your people, your keys and the operators did. Nobody can change it."
    >
      <Filters>
        <FilterText name="object" label="Id of an object" />
        <FilterText name="action" label="Action" />
        <FilterChoice
          name="by"
          label="By"
          any="By anybody"
          choices={[
            ['merchant', 'Your people and keys'],
            ['operator', 'Operators'],
          ]}
        />
        <FilterSpan />
      </Filters>
      <ListTable<Entry>
        label="Entries"
        list={list}
        noun={['entry', 'entries']}
        keyOf={({ auditId }) => auditId}
        columns={AUDIT_TABLE}
        empty={
          <Empty icon={LogIcon} title="Nothing here">
            Orders about keys, people, withdrawals and webhooks stand here, each with who gave it.
          </Empty>
        }
      />
    </AppPage>
  );
}
