import type { Schemas } from '../../../../client/client.js';
import { useList } from '../../data/queries.js';
import { FilterChoice, Filters, FilterText } from '../../both/filters/filters.js';
import { useKnownFilters } from '../../both/filters/known-filters.js';
import { oneOf } from '../../both/filters/known-values.js';
import { FilterTime, useTime } from '../../both/filters/filter-time.js';
import { AuditList } from '../../parts/audit-list.js';
import { actionChoices } from '../../parts/audit-words.js';
import { Copyable } from '../../parts/copyable.js';
import { AppPage, Tabs } from '../../parts/layout.js';

const KNOWN = { action: oneOf(actionChoices()) };

type Entry = Schemas['AuditRecord'];

/** The tabs of the audit log and its signed heads. */
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

function By({ actorKind, actorId, ip }: Entry) {
  return (
    <>
      {KIND_WORDS[actorKind]}
      <span className="under">
        {actorId !== null && <Copyable text={actorId} what="id" />}
        {ip !== null && <span className="block">{ip}</span>}
      </span>
    </>
  );
}

/** The audit log of all merchants, operators and programs. */
export default function AuditLogPage() {
  const { filters, dropped } = useKnownFilters(KNOWN);
  const list = useList<'/admin/v1/audit-log'>('/admin/v1/audit-log', {
    objectId: filters['object'],
    actorId: filters['actor'],
    action: filters['action'],
    ...useTime(),
  });
  return (
    <AppPage title="Audit log" about="Who did what, when, from where. Nobody can change it unseen.">
      <AuditTabs />
      <Filters dropped={dropped}>
        <FilterText name="object" label="Id of an object" />
        <FilterText name="actor" label="Id of an actor" />
        <FilterChoice name="action" label="Action" any="Any action" choices={actionChoices()} />
        <FilterTime />
      </Filters>
      <AuditList list={list} by={By}>
        Every order of merchants, operators and the command line is shown here.
      </AuditList>
    </AppPage>
  );
}
