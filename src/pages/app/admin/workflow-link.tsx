import type { ReactNode } from 'react';
import { useSession } from '../data/queries.js';
import { ExternalIcon } from '../parts/icons.js';
import type { TimelineStep } from '../parts/timeline.js';

/** The first part of a workflow's id. The id of the thing that it is about follows. */
const STARTS = {
  invoice: 'invoice',
  withdrawal: 'withdrawal',
  delivery: 'webhook',
  chain: 'chain',
  run: 'reconciliation-run',
} as const;

/** The search attributes by which Temporal lists the workflows of a thing. */
type Attribute = 'MerchantId' | 'EndpointId' | 'ChainCode';

/** A link below the namespace in Temporal's UI. Null: its address is not set. */
function useTemporalLink(below: string, words: string): ReactNode {
  const temporalUi = useSession().data?.temporalUi ?? null;
  if (temporalUi === null) return null;
  const { url, namespace } = temporalUi;
  return (
    <a
      className="leads-out"
      href={`${url}/namespaces/${encodeURIComponent(namespace)}/${below}`}
      target="_blank"
      rel="noreferrer"
    >
      {words}
      <ExternalIcon size={16} aria-hidden="true" />
    </a>
  );
}

/** A link to the workflow of a thing. */
export function useWorkflowLink(kind: keyof typeof STARTS, id: string): ReactNode {
  return useTemporalLink(`workflows/${encodeURIComponent(`${STARTS[kind]}-${id}`)}`, 'Open in Temporal');
}

/** A link to the list of all workflows of a thing. */
export function useWorkflowsLink(attribute: Attribute, id: string): ReactNode {
  const query = encodeURIComponent(`${attribute}="${id}"`);
  return useTemporalLink(`workflows?query=${query}`, 'List in Temporal');
}

/** A link to a schedule that starts workflows. */
export function useScheduleLink(scheduleId: string): ReactNode {
  return useTemporalLink(`schedules/${encodeURIComponent(scheduleId)}`, 'Schedule in Temporal');
}

/**
 * The workflow as a step of a timeline. It stands right after the request, because the workflow does everything that
 * follows. Only Temporal knows whether the workflow runs, and since when, so the step does not say so.
 */
export function useWorkflowStep(kind: 'invoice' | 'withdrawal' | 'delivery', id: string): TimelineStep {
  const link = useWorkflowLink(kind, id);
  return {
    key: 'workflow',
    tone: 'waiting',
    at: null,
    fact: 'Followed by its workflow',
    more: link ?? <code>{`${STARTS[kind]}-${id}`}</code>,
  };
}
