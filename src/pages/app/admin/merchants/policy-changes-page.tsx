import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../../../client/client.js';
import { shorten } from '../../data/figures.js';
import { useCan, useList } from '../../data/queries.js';
import { ListTable, type Column } from '../../parts/data-table.js';
import { At, FromNow } from '../../parts/figures.js';
import { ListIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Empty } from '../../parts/states.js';
import { StatusOf, type StatusWords } from '../../parts/status.js';
import { usePageOfId } from '../../shell/running-application.js';
import {
  choicesOf,
  FilterChoice,
  Filters,
  FilterId,
  isAnySet,
  NothingFits,
} from '../../both/filters/filters.js';
import { useKnownFilters } from '../../both/filters/known-filters.js';
import { wholeId, oneOf } from '../../both/filters/known-values.js';
import { ASKED_BY, CHANGE, CHANGE_ORDERS } from './policy-changes.js';

type PolicyChange = Schemas['PolicyChange'];

const CHANGE_WORDS: Readonly<Record<PolicyChange['status'], StatusWords>> = {
  waiting: ['attention', 'Waits'],
  in_force: ['done', 'In force'],
  stopped: ['ended', 'Stopped'],
};

const KNOWN = { status: oneOf(choicesOf(CHANGE_WORDS)), merchant: wholeId('mer') };

/** The merchant or operator whose policy it is. */
function Owner({
  change: { merchantId, objectId, merchantName, objectName },
}: {
  readonly change: PolicyChange;
}) {
  const page = usePageOfId()(merchantId ?? objectId);
  const name = merchantName ?? objectName ?? shorten(objectId, 10, 6);
  return (
    <>
      <span className="card-label">Concerns</span>
      {merchantId === null ? 'Operator' : 'Merchant'}
      <span className="under">
        {page === null ? (
          name
        ) : (
          <Link to={page} className="clip narrow block">
            {name}
          </Link>
        )}
      </span>
    </>
  );
}

const COLUMNS: readonly Column<PolicyChange>[] = [
  CHANGE,
  { head: 'Concerns', cell: (change) => <Owner change={change} /> },
  ASKED_BY,
  {
    head: 'Status',
    cell: ({ status, holdsFrom, decidedAt }) => (
      <>
        <StatusOf words={CHANGE_WORDS[status]} />
        <span className="under">
          {status === 'waiting' ? (
            <>
              In force <FromNow time={holdsFrom} />
            </>
          ) : (
            <At time={decidedAt ?? holdsFrom} />
          )}
        </span>
      </>
    ),
  },
];

/** All changes that loosen a policy of a merchant or operator. Those that wait are confirmed or stopped here. */
export default function PolicyChangesPage() {
  const { filters, dropped } = useKnownFilters(KNOWN);
  const canDecide = useCan('merchants:write');
  const query = { status: filters['status'], merchantId: filters['merchant'] };
  const list = useList('/admin/v1/policy-changes', query);
  const isFiltered = isAnySet(query);
  return (
    <AppPage
      title="Policy changes"
      about="A change that loosens a policy waits: for its time, or until a second operator confirms it."
    >
      <Filters dropped={dropped}>
        <FilterId name="merchant" label="Merchant id" prefix="mer" />
        <FilterChoice name="status" label="Status" any="Any status" choices={choicesOf(CHANGE_WORDS)} />
      </Filters>
      <ListTable
        label="Policy changes"
        list={list}
        noun={['change', 'changes']}
        keyOf={({ policyChangeId }) => policyChangeId}
        columns={canDecide ? [...COLUMNS, CHANGE_ORDERS] : COLUMNS}
        empty={
          isFiltered ? (
            <NothingFits icon={ListIcon} title="No change fits these filters" />
          ) : (
            <Empty icon={ListIcon} title="Nothing was loosened yet">
              Higher limits, longer whitelists, keys and roles that move money, and addresses of approvers are
              shown here before they count.
            </Empty>
          )
        }
      />
    </AppPage>
  );
}
