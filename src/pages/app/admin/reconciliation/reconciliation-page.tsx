import { useNavigate } from '@tanstack/react-router';
import { groupDigits } from '../../data/figures.js';
import { useCan, useList, useOrder, useRead } from '../../data/queries.js';
import { FilterChoice, Filters } from '../../both/filters/filters.js';
import { useKnownFilters } from '../../both/filters/known-filters.js';
import { oneOf } from '../../both/filters/known-values.js';
import { Button } from '../../parts/button.js';
import { ButtonLink } from '../../shell/button-link.js';
import { ListTable } from '../../parts/data-table.js';
import { At } from '../../parts/figures.js';
import { ScaleIcon } from '../../parts/icons.js';
import { AppPage, PageSection } from '../../parts/layout.js';
import { Empty, Read, Refusal } from '../../parts/states.js';
import { Notice, StatusOf } from '../../parts/status.js';
import { tell } from '../../parts/toast.js';
import { DifferenceCard } from './difference-card.js';
import { ORIGIN_WORDS, scopeWords, statusOfRun, type ShownRun } from './run-words.js';

function LastRun({ run, open }: { readonly run: ShownRun | null; readonly open: number }) {
  if (run === null)
    return (
      <Notice tone="waiting" title="Nothing was compared yet">
        A worker with the role core compares chains, ledger and invoices every hour.
      </Notice>
    );
  const [tone, word] = open > 0 ? (['failed', `${open} open`] as const) : statusOfRun(run);
  return (
    <Notice
      tone={tone}
      title={open > 0 ? `${open} open ${open === 1 ? 'difference' : 'differences'}` : word}
      actions={<ButtonLink to={`/reconciliation/${run.runId}`}>The run</ButtonLink>}
    >
      Last compared <At time={run.finishedAt ?? run.startedAt} />: {run.summary}
    </Notice>
  );
}

function OpenDifferences() {
  const reconciliation = useRead('/admin/v1/reconciliation', {});
  return (
    <Read query={reconciliation} lines={2}>
      {({ run, differences }) => (
        <>
          <LastRun run={run} open={differences.length} />
          {differences.map((difference) => (
            <DifferenceCard key={difference.differenceId} difference={difference} />
          ))}
        </>
      )}
    </Read>
  );
}

const OUTCOMES = [
  ['differences', 'With differences'],
  ['incomplete', 'Not everything compared'],
  ['clean', 'Everything agrees'],
] as const;

const KNOWN = { outcome: oneOf(OUTCOMES) };

function Runs() {
  const { filters, dropped } = useKnownFilters(KNOWN);
  const list = useList('/admin/v1/reconciliation/runs', { outcome: filters['outcome'] });
  return (
    <PageSection title="Runs">
      <Filters dropped={dropped}>
        <FilterChoice name="outcome" label="Outcome" any="Any outcome" choices={OUTCOMES} />
      </Filters>
      <ListTable
        label="Runs"
        list={list}
        noun={['run', 'runs']}
        keyOf={({ runId }) => String(runId)}
        linkOf={({ runId }) => `/reconciliation/${runId}`}
        empty={
          <Empty icon={ScaleIcon} title="No runs">
            Each comparison of chains, ledger and invoices is shown here for 90 days.
          </Empty>
        }
        columns={[
          { head: 'Started', cell: ({ startedAt }) => <At time={startedAt} /> },
          {
            head: 'Outcome',
            cell: (run) => <StatusOf words={statusOfRun(run)} />,
          },
          { head: 'Compared', cell: scopeWords },
          { head: 'Asked by', wideOnly: true, cell: ({ origin }) => ORIGIN_WORDS[origin] },
          {
            head: 'Invoices',
            right: true,
            wideOnly: true,
            cell: ({ invoices }) => (invoices === null ? '–' : groupDigits(String(invoices))),
          },
        ]}
      />
    </PageSection>
  );
}

/** Whether chains, ledger and invoices agree: the open differences, and every run. */
export default function ReconciliationPage() {
  const canOrder = useCan('operations:write');
  const navigate = useNavigate();
  const compare = useOrder(
    (_given: undefined, post) => post('/admin/v1/reconciliation/runs', {}),
    ({ runId }) => {
      tell('A run is ordered. A worker does it.');
      return navigate({ to: `/reconciliation/${runId}` });
    },
  );
  const order = canOrder && (
    <Button busy={compare.isPending} onClick={() => compare.mutate(undefined)}>
      Compare everything now
    </Button>
  );
  return (
    <AppPage
      title="Reconciliation"
      about="Whether the chains, the ledger and the invoices agree."
      actions={order}
    >
      <Refusal error={compare.error} />
      <OpenDifferences />
      <Runs />
    </AppPage>
  );
}
