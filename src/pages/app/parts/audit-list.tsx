import type { ReactNode } from 'react';
import type { Schemas } from '../../../client/client.js';
import type { ListOf } from '../data/queries.js';
import { AuditSentence } from './audit-words.js';
import { Copyable } from './copyable.js';
import { ListTable } from './data-table.js';
import { At } from './figures.js';
import { LogIcon } from './icons.js';
import { Empty } from './states.js';

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? 'none' : JSON.stringify(value);

/** The changed fields, each with its old and new value. */
function Changes({
  before,
  after,
}: {
  readonly before: object | null;
  readonly after: object | null;
}): ReactNode {
  const [was, is] = [before, after].map((state) => (state ?? {}) as Readonly<Record<string, unknown>>);
  const fields = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])];
  const changed = fields.filter((field) => textOf(was?.[field]) !== textOf(is?.[field]));
  if (changed.length === 0) return null;
  return (
    <details className="changes">
      <summary>
        {changed.length} {changed.length === 1 ? 'field' : 'fields'}
      </summary>
      <dl className="facts">
        {changed.map((field) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd className="mono">
              {was?.[field] === undefined ? '' : `${textOf(was[field])} → `}
              {textOf(is?.[field])}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The entries of the audit log: what was done, by whom, what changed, and when. */
export function AuditList<Entry extends Schemas['AuditRecord'] | Schemas['MerchantAuditRecord']>({
  list,
  by,
  children,
}: {
  readonly list: ListOf<Entry>;
  /** Shows who did it, as far as the reader may know. */
  readonly by: (entry: Entry) => ReactNode;
  /** Says what an empty list will show. */
  readonly children: ReactNode;
}) {
  return (
    <ListTable<Entry>
      label="Entries"
      list={list}
      noun={['entry', 'entries']}
      keyOf={({ auditId }) => auditId}
      empty={
        <Empty icon={LogIcon} title="Nothing here">
          {children}
        </Empty>
      }
      columns={[
        {
          head: 'What',
          cell: (entry) => (
            <>
              <AuditSentence
                entry={entry}
                object={<Copyable text={entry.objectId} what={entry.objectKind.replaceAll('_', ' ')} />}
              />
              {entry.reason !== null && <span className="under clip">{entry.reason}</span>}
              <span className="under mono">{entry.action}</span>
            </>
          ),
        },
        { head: 'By', cell: by },
        { head: 'Changed', isLine: true, cell: (entry) => <Changes {...entry} /> },
        {
          head: 'When',
          right: true,
          cell: ({ createdAt }) => (
            <span className="later">
              <At time={createdAt} />
            </span>
          ),
        },
      ]}
    />
  );
}
