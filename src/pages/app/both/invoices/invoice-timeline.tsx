import type { UseQueryResult } from '@tanstack/react-query';
import type { Schemas } from '../../../../client/client.js';
import { Copyable } from '../../parts/copyable.js';
import { Amount } from '../../parts/figures.js';
import { Card } from '../../parts/layout.js';
import { Read } from '../../parts/states.js';
import { TimelineList, type TimelineStep } from '../../parts/timeline.js';
import { stepOfFact } from '../timelines/fact-steps.js';
import { inOrderOfCause } from '../timelines/in-order-of-cause.js';

type Fact = Schemas['TimelineFact'];
type PaymentFact = Extract<Fact, { kind: 'payment_seen' | 'payment_confirmed' | 'payment_reverted' }>;

const PAYMENT_WORDS: Readonly<Record<PaymentFact['kind'], readonly [TimelineStep['tone'], string]>> = {
  payment_seen: ['seen', 'Payment seen'],
  payment_confirmed: ['done', 'Payment confirmed'],
  payment_reverted: ['failed', 'Payment undone by the chain'],
};

function stepOfPayment(fact: PaymentFact): Omit<TimelineStep, 'key' | 'at'> {
  const [tone, words] = PAYMENT_WORDS[fact.kind];
  return {
    tone,
    fact: (
      <>
        {words}: <Amount figure={fact.amountCrypto} symbol={fact.tokenSymbol} />
      </>
    ),
    more: (
      <>
        Chain · block {fact.blockNumber}
        {fact.txHash !== null && (
          <>
            {' '}
            · <Copyable text={fact.txHash} what="transaction" />
          </>
        )}
      </>
    ),
  };
}

function stepOf(fact: Fact): Omit<TimelineStep, 'key' | 'at'> {
  switch (fact.kind) {
    case 'quote':
      return {
        tone: 'waiting',
        fact: (
          <>
            Asked for <Amount figure={fact.amountCrypto} symbol={fact.tokenSymbol} />
          </>
        ),
        more: fact.rate === null ? null : `Rate ${fact.rate.rate}, from ${fact.rate.source}`,
      };
    case 'payment_seen':
    case 'payment_confirmed':
    case 'payment_reverted':
      return stepOfPayment(fact);
    case 'ledger_entry':
    case 'event':
    case 'delivery_attempt':
    case 'order':
      return stepOfFact(fact);
  }
}

/** Every fact about an invoice, in order. `finish` adds the next steps, and steps that only some readers may see. */
export function InvoiceTimeline({
  facts,
  finish = (steps) => steps,
}: {
  readonly facts: UseQueryResult<readonly Fact[]>;
  readonly finish?: (steps: readonly TimelineStep[]) => readonly TimelineStep[];
}) {
  return (
    <Card title="Timeline">
      <Read query={facts}>
        {(all) => (
          <TimelineList
            of={finish(
              inOrderOfCause(all).map((fact, at) => ({ key: `${at}`, at: fact.at, ...stepOf(fact) })),
            )}
          />
        )}
      </Read>
    </Card>
  );
}
