import type { Schemas } from '../../../client/client.js';
import { useList } from '../data/queries.js';
import { AuditList } from '../parts/audit-list.js';
import { actionChoices } from '../parts/audit-words.js';
import { AppPage } from '../parts/layout.js';
import { FilterTime, useTime } from '../both/filters/filter-time.js';
import { FilterChoice, Filters, FilterText } from '../both/filters/filters.js';
import { useKnownFilters } from '../both/filters/known-filters.js';
import { oneOf } from '../both/filters/known-values.js';

/** The kinds of objects that a merchant's log is about. */
const KINDS = [
  ...['api_key', 'checkout', 'invoice', 'member', 'merchant', 'policy_change'],
  ...['webhook_delivery', 'webhook_endpoint', 'withdrawal'],
];

const GIVERS = [
  ['merchant', 'Your people and keys'],
  ['operator', 'Operators'],
] as const;
const ACTIONS = actionChoices(KINDS);
const KNOWN = { by: oneOf(GIVERS), action: oneOf(ACTIONS) };

/** A merchant sees its own people and keys by name. Operators stay unnamed. */
function By({ actorKind, actorName, actorId, ip }: Schemas['MerchantAuditRecord']) {
  if (actorKind === 'operator') return 'An operator';
  return (
    <>
      {actorName ?? 'Your shop'}
      <span className="under">
        {actorId?.startsWith('key_') === true ? 'API key' : 'Member'}
        {ip === null ? '' : ` · ${ip}`}
      </span>
    </>
  );
}

/** Everything that people, keys and operators did to the merchant's objects. */
export default function MerchantAuditPage() {
  const { filters, dropped } = useKnownFilters(KNOWN);
  const list = useList<'/web/v1/audit-log'>('/web/v1/audit-log', {
    actorKind: filters['by'],
    objectId: filters['object'],
    action: filters['action'],
    ...useTime(),
  });
  return (
    <AppPage
      title="Audit log"
      about="What your people, your keys and the operators did. Nobody can change it unseen."
    >
      <Filters dropped={dropped}>
        <FilterText name="object" label="Id of an object" />
        <FilterChoice name="action" label="Action" any="Any action" choices={ACTIONS} />
        <FilterChoice name="by" label="By" any="By anybody" choices={GIVERS} />
        <FilterTime />
      </Filters>
      <AuditList list={list} by={By}>
        Orders about keys, people, withdrawals and webhooks are shown here, with the person or key that gave
        them.
      </AuditList>
    </AppPage>
  );
}
