import type { ReactNode } from 'react';
import { useSession } from '../data/queries.js';
import { ExternalIcon } from '../parts/icons.js';

/** How the id of a workflow begins. The id of what it is about follows. */
const STARTS = { invoice: 'invoice', withdrawal: 'withdrawal', delivery: 'webhook', chain: 'chain' } as const;

/** A link to the workflow of a thing in Temporal's UI. Null: its address is not set. */
export function useWorkflowLink(kind: keyof typeof STARTS, id: string): ReactNode {
  const temporalUi = useSession().data?.temporalUi ?? null;
  if (temporalUi === null) return null;
  const { url, namespace } = temporalUi;
  const workflowId = encodeURIComponent(`${STARTS[kind]}-${id}`);
  return (
    <a
      className="leads-out"
      href={`${url}/namespaces/${encodeURIComponent(namespace)}/workflows/${workflowId}`}
      target="_blank"
      rel="noreferrer"
    >
      Open in Temporal
      <ExternalIcon size={16} aria-hidden="true" />
    </a>
  );
}
