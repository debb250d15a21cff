/** @jsxImportSource preact */
import { createHash } from 'node:crypto';
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { Icon } from '../design/icons.js';
import { ChooseAgain, Choices } from './choices.js';
import type { CheckoutFacts } from './facts.js';
import { CoinAmount, MerchantHeading, OpenAmount } from './heading.js';
import { Outcome } from './outcome.js';
import { PayPanel } from './pay-panel.js';
import { PAYABLE, phaseOf, undonePayment, UNSEEN, type Phase } from './phase.js';
import type { PageState } from './shown.js';
import { Confirmations, Notices, Overpaid, ProgressSteps, StatusSentence, TransactionRow } from './status.js';
import { WORDS, type PageLocale } from './words/locales.js';

function PaymentPart(shown: PageState): VNode | null {
  const { payment } = shown.facts;
  if (payment === null) return null;
  const withPayment = { ...shown, payment };
  if (PAYABLE.includes(shown.phase)) return <PayPanel {...withPayment} />;
  if (shown.phase === 'seen') return <Confirmations {...withPayment} />;
  const undone = shown.phase === 'failed' ? undonePayment(payment) : undefined;
  const row = TransactionRow({ ...withPayment, txHash: undone?.txHash ?? payment.txHash });
  return row === null ? null : (
    <section class="box rows">
      <Overpaid {...withPayment} />
      {row}
    </section>
  );
}

/** Where the script shows what it has sent, as long as none of these transactions that were seen is it. */
function SentSlot({ facts }: PageState): VNode {
  return <section class="box" data-sent={facts.seenHashes.join(' ')} hidden />;
}

function Inside(shown: PageState): VNode {
  const { facts, words, phase } = shown;
  const { payment } = facts;
  const isUnseen = UNSEEN.includes(phase);
  return (
    <>
      {facts.isLocal ? (
        <p class="local">
          <Icon name="info" />
          {words.localCoins}
        </p>
      ) : null}
      <MerchantHeading {...shown} />
      {payment === null ? <OpenAmount {...shown} /> : <CoinAmount {...shown} payment={payment} />}
      <div class="standing">
        <ProgressSteps {...shown} />
        <StatusSentence {...shown} />
        <Notices {...shown} />
      </div>
      {isUnseen ? <SentSlot {...shown} /> : null}
      <div class="ways-to-pay" {...(isUnseen ? { 'data-unsent': '' } : {})}>
        {phase === 'choose' ? <Choices shown={shown} choices={facts.choices} heading={null} /> : null}
        <PaymentPart {...shown} />
        <ChooseAgain {...shown} />
      </div>
      <Outcome {...shown} />
    </>
  );
}

/** The changing part of the page as HTML: the whole state is inside it. */
export interface RenderedMain {
  readonly phase: Phase;
  /** Differs whenever the content does. */
  readonly version: string;
  readonly html: string;
}

/** The page at this moment (epoch ms), in a language. */
export interface MainRequest {
  readonly facts: CheckoutFacts;
  readonly locale: PageLocale;
  readonly nowMs: number;
}

/** Renders `<main id="pay">`, whose attributes tell the script what it shows and where changes come from. */
export function renderMain({ facts, locale, nowMs }: MainRequest): RenderedMain {
  const phase = phaseOf(facts, nowMs);
  const inside = render(<Inside facts={facts} phase={phase} words={WORDS[locale]} locale={locale} />);
  const version = createHash('sha256').update(inside).digest('hex').slice(0, 16);
  // Another process may have read the page before this choice was made.
  const query = `?lang=${locale}${facts.chosen === null ? '' : `&chosen=${facts.chosen}`}`;
  const html = render(
    <main
      id="pay"
      data-public-id={facts.publicId}
      data-order={facts.choiceOf?.publicId ?? facts.publicId}
      data-status={phase}
      data-events={`/pay/${facts.publicId}/events${query}`}
      data-fragment={`/pay/${facts.publicId}/fragment${query}`}
      data-version={version}
      data-now={nowMs}
      data-frame-origins={facts.frameOrigins.join(' ')}
      dangerouslySetInnerHTML={{ __html: inside }}
    />,
  );
  return { phase, version, html };
}
