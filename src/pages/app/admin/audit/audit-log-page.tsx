import type { Schemas } from '../../../../client/client.js';
import { useList } from '../../data/queries.js';
import { Filters, FilterSpan, FilterText, sinceOf, useFilters } from '../../dashboard/filters.js';
import { actionWords, Changes } from '../../parts/audit-words.js';
import { Copyable } from '../../parts/copyable.js';
import { ListTable, type Column } from '../../parts/data-table.js';
import { At } from '../../parts/figures.js';
import { LogIcon } from '../../parts/icons.js';
import { AppPage, Tabs } from '../../parts/layout.js';
import { Empty } from '../../parts/states.js';

type Entry = Schemas['AuditRecord'];

/** The log, and what was signed of it. */
export const AuditTabs = () => (
  <Tabs
    of={[
      ['/audit-log', 'Entries'],
      ['/audit-log/heads', 'Signed heads'],
    ]}
  />
);

const KIND_WORDS: Readonly<Record<Entry['actorKind'], string>> = {
  merchant: 'A merchant',
  operator: 'An operator',
  cli: 'The command line',
  system: 'The program',
};

const AUDIT_TABLE: readonly Column<Entry>[] = [
  {
    head: 'What',
    cell: ({ action, objectId, reason }) => (
      <>
        {actionWords(action)}
        <span className="under">
          <Copyable text={objectId} what="id" />
        </span>
        {reason !== null && <span className="under clip">{reason}</span>}
      </>
    ),
  },
  {
    head: 'By',
    cell: ({ actorKind, actorId, ip }) => (
      <>
        {KIND_WORDS[actorKind]}
        <span className="under">
          {actorId !== null && <Copyable text={actorId} what="id" />}
          {ip !== null && <span className="block">{ip}</span>}
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

/** Who did what, when, from where: of everybody. */
export default function AuditLogPage() {
  const [filters] = useFilters();
  const list = useList<'/admin/v1/audit-log'>('/admin/v1/audit-log', {
    objectId: filters['object'],
    actorId: filters['actor'],
    action: filters['action'],
    createdFrom: sinceOf(filters['days']),
  });
  return (
    <AppPage title="Audit log" about="Who did what, when, from where. Nobody can change it unseen.">
      <AuditTabs />
      <Filters>
        <FilterText name="object" label="Id of an object" />
        <FilterText name="actor" label="Id of an actor" />
        <FilterText name="action" label="Action" />
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
            Every order of merchants, operators and the command line stands here.
          </Empty>
        }
      />
    </AppPage>
  );
}
