import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { durationOf, shorten } from '../../data/figures.js';
import { sentenceOf } from '../../data/sentence.js';
import { Copyable } from '../../parts/copyable.js';
import { At, FromNow, useNow } from '../../parts/figures.js';
import { ChevronRightIcon, WaitingIcon } from '../../parts/icons.js';
import { Card, Facts } from '../../parts/layout.js';
import { Notice, StatusWord, type StatusWords } from '../../parts/status.js';
import { usePageOfId } from '../../shell/running-application.js';
import { OUTCOME_WORDS } from '../status-words.js';

type Delivery = Schemas['WholeWebhookDelivery'];
type Attempt = Delivery['attempts'][number];

const ORIGIN_WORDS: Readonly<Record<Delivery['origin'], string>> = {
  event: 'It happened',
  test: 'A test',
  redelivery: 'Sent again by hand',
  recovery: 'Recovered',
};

/** Says whether an attempt is due or under way. */
export const isBeingSent = ({ status, nextAttemptAt }: Delivery): boolean =>
  status === 'pending' && (nextAttemptAt === null || Date.parse(nextAttemptAt) <= Date.now());

/** Says why an attempt failed, in words for the operator of the receiver. */
export const ERROR_WORDS: Readonly<Record<string, string>> = {
  dns: 'The host name could not be found.',
  connect: 'No connection could be made.',
  tls: 'The certificate was not accepted.',
  timeout: 'No answer came in time.',
  status: 'The answer was not a 2xx status.',
  redirect: 'The answer was a redirect, which is not followed.',
  url_not_allowed: 'The service is not allowed to call this URL.',
};

/** The same in a word or two. */
function shortOf(errorClass: string): string {
  return Object.entries(OUTCOME_WORDS).find(([outcome]) => outcome === errorClass)?.[1][1] ?? errorClass;
}

/** Says how an attempt ended, or that it is under way. */
export function attemptWords({ errorClass, statusCode, durationMs }: Attempt): StatusWords {
  if (errorClass !== null)
    return ['failed', statusCode === null ? shortOf(errorClass) : `Status ${statusCode}`];
  if (statusCode !== null) return ['done', `Status ${statusCode}`];
  return durationMs === null ? ['seen', 'Under way'] : ['ended', 'No answer is on record'];
}

function formatted(body: string): string {
  try {
    // Only white space is added. Parsing the body and writing it again could change its numbers.
    JSON.parse(body);
  } catch {
    return body;
  }
  let depth = 0;
  return body.replace(/"(?:[^"\\]|\\.)*"|\{\s*\}|\[\s*\]|[{}[\],:]/g, (part) => {
    if (/^[{[]\s*[}\]]$/.test(part)) return part;
    if (part === '{' || part === '[') return `${part}\n${'  '.repeat((depth += 1))}`;
    if (part === '}' || part === ']') return `\n${'  '.repeat((depth -= 1))}${part}`;
    if (part === ',') return `,\n${'  '.repeat(depth)}`;
    return part === ':' ? ': ' : part;
  });
}

/** A body as it was sent, or formatted. */
function BodyText({ body, label }: { readonly body: string; readonly label: string }) {
  const [isRaw, setRaw] = useState(false);
  return (
    <div className="stack">
      <div className="tabs">
        <button type="button" aria-pressed={!isRaw} onClick={() => setRaw(false)}>
          Formatted
        </button>
        <button type="button" aria-pressed={isRaw} onClick={() => setRaw(true)}>
          Raw
        </button>
      </div>
      <pre className="code" tabIndex={0} role="region" aria-label={label}>
        {isRaw ? body : formatted(body)}
      </pre>
    </div>
  );
}

function HeaderText({ of, title }: { readonly of: Schemas['Headers'] | null; readonly title: string }) {
  if (of === null) return null;
  return (
    <div>
      <h3>{title}</h3>
      <pre className="code" tabIndex={0} role="region" aria-label={title}>
        {Object.entries(of)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}
      </pre>
    </div>
  );
}

function AttemptBox({ attempt, isLast }: { readonly attempt: Attempt; readonly isLast: boolean }) {
  const [tone, words] = attemptWords(attempt);
  const explained = attempt.errorClass === null ? undefined : ERROR_WORDS[attempt.errorClass];
  return (
    <details className="attempt" open={isLast}>
      <summary>
        <ChevronRightIcon size={16} className="turns" aria-hidden="true" />
        <span className="name">Attempt {attempt.number}</span>
        <StatusWord tone={tone}>{words}</StatusWord>
        <span className="later">
          {attempt.durationMs !== null && `${durationOf(attempt.durationMs)} · `}
          <At time={attempt.startedAt} precision="second" />
        </span>
      </summary>
      <div className="inside stack">
        {explained !== undefined && (
          <p>
            {explained}{' '}
            {attempt.errorMessage !== null && (
              <span className="muted">{sentenceOf(attempt.errorMessage)}</span>
            )}
          </p>
        )}
        <HeaderText title="Headers sent" of={attempt.requestHeaders} />
        <HeaderText title="Headers of the answer" of={attempt.responseHeaders} />
        {attempt.responseBody !== null && attempt.responseBody !== '' && (
          <div>
            <h3>Answer</h3>
            <pre className="code" tabIndex={0} role="region" aria-label="Answer">
              {attempt.responseBody}
            </pre>
          </div>
        )}
      </div>
    </details>
  );
}

/** Says when the next attempt is made. An attempt that is due may wait for a free slot. */
function NextAttempt({ at }: { readonly at: string }) {
  const now = useNow();
  if (Date.parse(at) <= now) return 'The next attempt is due now.';
  return (
    <>
      The next attempt is made <FromNow time={at} />.
    </>
  );
}

function StateNotice({ delivery }: { readonly delivery: Delivery }) {
  const { status, nextAttemptAt, attemptCount, cancelReason } = delivery;
  const attempts = `${attemptCount} ${attemptCount === 1 ? 'attempt' : 'attempts'}`;
  switch (status) {
    case 'pending':
      return (
        <Notice
          tone={attemptCount === 0 ? 'seen' : 'attention'}
          title={attemptCount === 0 ? 'Being sent' : `Not taken yet, after ${attempts}`}
        >
          {nextAttemptAt === null ? 'The next attempt is under way.' : <NextAttempt at={nextAttemptAt} />}
        </Notice>
      );
    case 'succeeded':
      return <Notice tone="done" title={`Taken, after ${attempts}`} />;
    case 'failed':
      return (
        <Notice tone="failed" title={`Not taken, after ${attempts}`}>
          Nothing more is sent by itself. Fix the receiver, then redeliver.
        </Notice>
      );
    case 'cancelled':
      return (
        <Notice tone="ended" title="Cancelled">{`${cancelReason ?? 'Its endpoint was closed'}.`}</Notice>
      );
  }
}

export function LinkToThing({ id }: { readonly id: string }) {
  const page = usePageOfId()(id);
  const shown = <code title={id}>{shorten(id, 10, 6)}</code>;
  return page === null ? shown : <Link to={page}>{shown}</Link>;
}
const linkTo = (id: string | null) => id !== null && <LinkToThing id={id} />;

function DeliveryFacts({ delivery, more }: { readonly delivery: Delivery; readonly more: readonly Fact[] }) {
  return (
    <Card title="Details">
      <Facts
        of={[
          ...more,
          ['Event id', <Copyable key="" text={delivery.eventId} what="event id" />],
          ['Delivery', <Copyable key="" text={delivery.deliveryId} what="delivery id" />],
          ['Endpoint', linkTo(delivery.endpointId)],
          ['Invoice', linkTo(delivery.invoiceId)],
          ['Withdrawal', linkTo(delivery.withdrawalId)],
          ['Again of', linkTo(delivery.redeliveryOf)],
          ['Cause', ORIGIN_WORDS[delivery.origin]],
          ['Created', <At key="" time={delivery.createdAt} />],
        ]}
      />
    </Card>
  );
}

type Fact = readonly [name: string, value: ReactNode];

/**
 * A delivery: its attempts, body and details. `more`: facts that stand above the others. `life`: the timeline, which
 * stands first.
 */
export function WholeDelivery({
  delivery,
  more = [],
  life,
}: {
  readonly delivery: Delivery;
  readonly more?: readonly Fact[];
  readonly life?: ReactNode;
}) {
  return (
    <>
      <StateNotice delivery={delivery} />
      <div className="split">
        <div className="stack">
          {life}
          <Card title="Attempts" bare>
            {delivery.attempts.length === 0 && <p className="inside muted">No attempt was made yet.</p>}
            {delivery.attempts.map((attempt) => (
              <AttemptBox
                key={attempt.number}
                attempt={attempt}
                isLast={attempt.number === delivery.attempts.length}
              />
            ))}
            {delivery.status === 'pending' && delivery.nextAttemptAt !== null && (
              <div className="attempt due">
                <WaitingIcon size={16} aria-hidden="true" />
                <span>Attempt {delivery.attempts.length + 1}</span>
                <span className="later">
                  <At time={delivery.nextAttemptAt} precision="second" />
                </span>
              </div>
            )}
          </Card>
          <Card title="Body">
            {delivery.body === null ? (
              <Notice tone="failed" title={delivery.bodyRefused ?? 'The body is not shown.'} />
            ) : (
              <BodyText body={delivery.body} label="Body" />
            )}
          </Card>
        </div>
        <DeliveryFacts delivery={delivery} more={more} />
      </div>
    </>
  );
}
