import { Link } from '@tanstack/react-router';
import { useContext } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { durationOf } from '../../data/figures.js';
import type { TimelineStep } from '../../parts/timeline.js';
import { Running, usePageOfId } from '../../shell/running-application.js';
import { orderWords } from '../../parts/audit-words.js';
import { Copyable } from '../../parts/copyable.js';
import { Amount } from '../../parts/figures.js';
import { OUTCOME_WORDS } from '../status-words.js';
import { ledgerWords } from '../money/ledger-words.js';

type SharedFact = Extract<
  Schemas['WithdrawalFact'],
  { kind: 'ledger_entry' | 'event' | 'delivery_attempt' | 'order' }
>;

/** `merchant` is missing here, because its words depend on the reader. */
const BY_WORDS: Readonly<Record<string, string>> = {
  operator: 'By an operator',
  cli: 'By an operator',
  system: 'By the service',
};

/** Says in a word how an attempt ended. */
function answerOf({ statusCode, errorClass }: Extract<SharedFact, { kind: 'delivery_attempt' }>): string {
  if (statusCode !== null) return `status ${statusCode}`;
  const known = Object.entries(OUTCOME_WORDS).find(([outcome]) => outcome === errorClass);
  return known?.[1][1].toLowerCase() ?? errorClass ?? 'under way';
}

function LinkToDelivery({ deliveryId }: { readonly deliveryId: string }) {
  const page = usePageOfId()(deliveryId);
  return page === null ? null : <Link to={page}>Delivery</Link>;
}

function ByWhom({ by, reason }: Pick<Extract<SharedFact, { kind: 'order' }>, 'by' | 'reason'>) {
  const isOwn = useContext(Running)?.kind === 'merchant';
  const who = by === 'merchant' ? (isOwn ? 'By you' : 'By the merchant') : (BY_WORDS[by] ?? by);
  return (
    <>
      {who}
      {reason !== null && (
        <>
          {' · '}
          <bdi>{reason}</bdi>
        </>
      )}
    </>
  );
}

/** The request for a withdrawal: its amount and its address. */
export function withdrawalAsked(
  asked: Pick<Schemas['Withdrawal'], 'amountCrypto' | 'tokenSymbol' | 'address'>,
): Pick<TimelineStep, 'fact' | 'more'> {
  return {
    fact: (
      <>
        Asked for <Amount figure={asked.amountCrypto} symbol={asked.tokenSymbol} />
      </>
    ),
    more: (
      <>
        To <Copyable text={asked.address} what="address" />
      </>
    ),
  };
}

/** Returns the step of a fact that both invoices and withdrawals have. */
export function stepOfFact(fact: SharedFact): Omit<TimelineStep, 'key' | 'at'> {
  switch (fact.kind) {
    case 'ledger_entry':
      return {
        tone: 'done',
        fact: ledgerWords(fact.entry),
        more: `Ledger · ${fact.postings.map(({ account, side }) => `${account.replaceAll('_', ' ')} ${side}`).join(', ')}`,
      };
    case 'event':
      return { tone: 'waiting', fact: <code>{fact.event}</code>, more: 'Event' };
    case 'delivery_attempt': {
      const isTaken = fact.errorClass === null && fact.statusCode !== null;
      const tone = isTaken ? 'done' : fact.durationMs === null ? 'seen' : 'failed';
      return {
        tone,
        fact: `Delivery of ${fact.event}, attempt ${fact.number}`,
        more: (
          <>
            Webhook to {fact.endpointHost} · {answerOf(fact)}
            {fact.durationMs !== null && ` in ${durationOf(fact.durationMs)}`} ·{' '}
            <LinkToDelivery deliveryId={fact.deliveryId} />
          </>
        ),
      };
    }
    case 'order':
      return {
        tone: 'waiting',
        fact: orderWords(fact.action),
        more: <ByWhom by={fact.by} reason={fact.reason} />,
      };
  }
}
