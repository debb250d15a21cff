import { useParams } from '@tanstack/react-router';
import type { Schemas } from '../../../../client/client.js';
import { durationOf } from '../../data/figures.js';
import { useRead } from '../../data/queries.js';
import { DataTable } from '../../parts/data-table.js';
import { At } from '../../parts/figures.js';
import { AppPage, Card, Facts } from '../../parts/layout.js';
import { Network } from '../../parts/network.js';
import { Read } from '../../parts/states.js';
import { Notice } from '../../parts/status.js';
import { useScheduleLink, useWorkflowLink } from '../workflow-link.js';
import { DifferenceCard } from './difference-card.js';
import { ORIGIN_WORDS, scopeWords, statusOfRun, type ShownRun } from './run-words.js';

type Chains = { readonly chains: ShownRun['chains'] };

function WhatWasCompared({ chains }: Chains) {
  if (chains.length === 0) return null;
  return (
    <Card title="Balances on the chains" bare>
      <DataTable
        label="Balances on the chains"
        rows={chains}
        keyOf={({ chainCode }) => chainCode}
        columns={[
          {
            head: 'Chain',
            cell: ({ chainCode, problem }) => (
              <>
                <Network code={chainCode} />
                {problem !== null && <span className="under">{problem}</span>}
              </>
            ),
          },
          { head: 'At block', right: true, cell: ({ blockNumber }) => blockNumber ?? 'Nothing read' },
          { head: 'Addresses', right: true, cell: ({ addresses }) => addresses },
        ]}
      />
    </Card>
  );
}

function took({ startedAt, finishedAt }: ShownRun): string | null {
  return finishedAt === null ? null : durationOf(Date.parse(finishedAt) - Date.parse(startedAt));
}

function WholeRun({ run, differences }: Schemas['ReconciliationRunWithDifferences']) {
  const [tone, word] = statusOfRun(run);
  const ordered = useWorkflowLink('run', String(run.runId));
  const schedule = useScheduleLink('reconciliation');
  return (
    <AppPage title={`Run ${run.runId}`} back={['/reconciliation', 'Reconciliation']} narrow>
      <Notice tone={tone} title={word}>
        {run.summary ?? 'The result is shown here when it ends. This page updates by itself.'}
      </Notice>
      <Card title="What was compared">
        <Facts
          of={[
            ['Compared', scopeWords(run)],
            ['Asked by', ORIGIN_WORDS[run.origin]],
            ['Started', <At key="" time={run.startedAt} precision="second" />],
            ['Ended', run.finishedAt !== null && <At key="" time={run.finishedAt} precision="second" />],
            ['Took', took(run)],
            ['Invoices', run.invoices === null ? null : String(run.invoices)],
            ['Workflow', run.origin === 'operator' ? ordered : schedule],
          ]}
        />
      </Card>
      <WhatWasCompared chains={run.chains} />
      {differences.map((difference) => (
        <DifferenceCard key={difference.differenceId} difference={difference} />
      ))}
    </AppPage>
  );
}

/** One run: what it compared, and each difference that was open at its end. */
export default function RunPage() {
  const { runId = '' }: { runId?: string } = useParams({ strict: false });
  const found = useRead('/admin/v1/reconciliation/runs/{runId}', { path: { runId } });
  return <Read query={found}>{(all) => <WholeRun {...all} />}</Read>;
}
