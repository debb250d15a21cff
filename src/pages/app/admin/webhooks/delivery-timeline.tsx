import type { Schemas } from '../../../../client/client.js';
import { attemptWords, LinkToThing } from '../../both/webhooks/whole-delivery.js';
import { durationOf } from '../../data/figures.js';
import { Card } from '../../parts/layout.js';
import { TimelineList, type TimelineStep } from '../../parts/timeline.js';
import { withWorkflow } from '../../both/timelines/due-steps.js';
import { useWorkflowStep } from '../workflow-link.js';

type Delivery = Schemas['WholeOperatorWebhookDelivery'];

/** The first step: why the delivery exists, and what it is about. */
function causeOf({
  event,
  origin,
  createdAt,
  invoiceId,
  withdrawalId,
  redeliveryOf,
}: Delivery): TimelineStep {
  const subject = invoiceId ?? withdrawalId;
  const about = origin === 'event' || redeliveryOf === null ? subject : redeliveryOf;
  const words = {
    event: 'happened',
    test: 'asked for as a test',
    redelivery: 'sent again',
    recovery: 'recovered',
  };
  return {
    key: 'cause',
    tone: 'waiting',
    at: createdAt,
    fact: `${event} ${words[origin]}`,
    more: about === null ? null : <LinkToThing id={about} />,
  };
}

function endOf({ status, finishedAt, cancelReason, nextAttemptAt, attempts }: Delivery): TimelineStep {
  const key = 'end';
  switch (status) {
    case 'pending': {
      const fact = `Attempt ${attempts.length + 1}`;
      return { key, tone: 'due', fact, more: 'Webhook', at: nextAttemptAt };
    }
    case 'succeeded':
      return { key, tone: 'done', fact: 'Taken', more: 'It is not sent again', at: finishedAt };
    case 'failed':
      return { key, tone: 'failed', fact: 'Given up', more: 'Its merchant can redeliver it', at: finishedAt };
    case 'cancelled':
      return { key, tone: 'ended', fact: 'Cancelled', more: cancelReason, at: finishedAt };
  }
}

/** The life of a delivery: its cause, its workflow, each attempt, and the next step. */
export function DeliveryTimeline({ delivery }: { readonly delivery: Delivery }) {
  const workflow = useWorkflowStep('delivery', delivery.deliveryId);
  const attempts = delivery.attempts.map((attempt): TimelineStep => {
    const [tone, words] = attemptWords(attempt);
    const took = attempt.durationMs === null ? '' : `, in ${durationOf(attempt.durationMs)}`;
    return {
      key: String(attempt.number),
      tone,
      at: attempt.startedAt,
      fact: `Attempt ${attempt.number}`,
      more: `Webhook · ${words}${took}`,
    };
  });
  return (
    <Card title="Life">
      <TimelineList of={withWorkflow([causeOf(delivery), ...attempts, endOf(delivery)], workflow)} />
    </Card>
  );
}
