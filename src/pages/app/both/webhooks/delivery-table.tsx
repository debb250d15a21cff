import type { ReactNode } from 'react';
import type { Schemas } from '../../../../client/client.js';
import type { ListOf } from '../../data/queries.js';
import { shorten } from '../../data/figures.js';
import { CREATED } from '../../parts/created-column.js';
import { ListTable, type Column } from '../../parts/data-table.js';
import { FromNow, useNow } from '../../parts/figures.js';
import { StatusOf, type StatusWords } from '../../parts/status.js';
import { usePageOfId } from '../../shell/running-application.js';
import { DELIVERY_WORDS, OUTCOME_WORDS } from '../status-words.js';

type Delivery = Schemas['WebhookDelivery'];

/** An attempt failed, and another one follows. */
const WILL_BE_TRIED: StatusWords = ['attention', 'Failing'];

/** Says when something is due. Overdue things are due now. */
function Due({ at }: { readonly at: string }) {
  const now = useNow();
  return Date.parse(at) <= now ? 'Now' : <FromNow time={at} />;
}

/** A table of deliveries. `extra`: columns after the first one. */
export function DeliveryTable<Row extends Delivery>({
  list,
  empty,
  extra = [],
}: {
  readonly list: ListOf<Row>;
  readonly empty: ReactNode;
  readonly extra?: readonly Column<Row>[];
}) {
  const pageOf = usePageOfId();
  return (
    <ListTable
      label="Deliveries"
      list={list}
      noun={['delivery', 'deliveries']}
      keyOf={({ deliveryId }) => deliveryId}
      linkOf={({ deliveryId }) => pageOf(deliveryId) ?? '/'}
      empty={empty}
      columns={[
        {
          head: 'Event',
          cell: ({ event, invoiceId, withdrawalId }) => {
            const subject = invoiceId ?? withdrawalId;
            return (
              <>
                {event}
                {subject !== null && (
                  <span className="under">
                    <code>{shorten(subject, 10, 6)}</code>
                  </span>
                )}
              </>
            );
          },
        },
        ...extra,
        {
          head: 'Status',
          cell: ({ status, outcome }) => (
            <>
              <StatusOf
                words={status === 'pending' && outcome !== null ? WILL_BE_TRIED : DELIVERY_WORDS[status]}
              />
              {outcome !== null && <span className="under narrow-only">{OUTCOME_WORDS[outcome][1]}</span>}
            </>
          ),
        },
        {
          head: 'Answer',
          wideOnly: true,
          cell: ({ outcome }) => (outcome === null ? '' : OUTCOME_WORDS[outcome][1]),
        },
        { head: 'Attempts', right: true, wideOnly: true, cell: ({ attemptCount }) => attemptCount },
        {
          head: 'Next attempt',
          wideOnly: true,
          cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? '' : <Due at={nextAttemptAt} />),
        },
        CREATED,
      ]}
    />
  );
}
