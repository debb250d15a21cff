import type { ReactNode } from 'react';
import type { Schemas } from '../../../client/client.js';
import type { ListOf } from '../data/queries.js';
import { actionWords, Changes } from './audit-words.js';
import { Copyable } from './copyable.js';
import { ListTable } from './data-table.js';
import { At } from './figures.js';
import { LogIcon } from './icons.js';
import { Empty } from './states.js';

/** What all that read the log see of an entry. */
type Audited = Pick<
  Schemas['AuditRecord'] | Schemas['MerchantAuditRecord'],
  'auditId' | 'action' | 'objectId' | 'reason' | 'before' | 'after' | 'createdAt'
>;

/** The log: what was done, by whom, what it changed and when. */
export function AuditList<Entry extends Audited>({
  list,
  by,
  children,
}: {
  readonly list: ListOf<Entry>;
  /** Who did it, as far as the reader may know. */
  readonly by: (entry: Entry) => ReactNode;
  /** What will stand here, when nothing does. */
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
        { head: 'By', cell: by },
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
      ]}
    />
  );
}
