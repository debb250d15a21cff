/** @jsxImportSource preact */
import { createHash } from 'node:crypto';
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { ChooseAgain, Choices } from './choices.js';
import type { CheckoutFacts } from './facts.js';
import { CoinAmount, LocalCoins, MerchantHeading, OpenAmount } from './heading.js';
import { NextLinks } from './next-links.js';
import { renderPanel, type KeptPanels, type RenderedPanel } from './pay-panel.js';
import { isUndone, PAYABLE, phaseOf, undonePayment, UNSEEN, type Phase } from './phase.js';
import type { PageState } from './shown.js';
import { Confirmations, Notices, Overpaid, ProgressSteps, StatusSentence, TransactionRow } from './status.js';
import { WORDS, type PageLocale } from './words/locales.js';

interface WithPanel extends PageState {
  readonly panel: RenderedPanel | null;
}

/** Marks the place of the panel in the HTML around it. No merchant's text can equal it, because texts are escaped. */
const placeOf = ({ version }: RenderedPanel): string => `<!--${version}-->`;

function PaymentPart(shown: WithPanel): VNode | null {
  const { payment } = shown.facts;
  if (payment === null) return null;
  const withPayment = { ...shown, payment };
  if (shown.panel !== null)
    return <section class="box pay" dangerouslySetInnerHTML={{ __html: placeOf(shown.panel) }} />;
  if (shown.phase === 'seen')
    return isUndone(shown.facts, shown.phase) ? null : <Confirmations {...withPayment} />;
  const undone = shown.phase === 'failed' ? undonePayment(payment) : undefined;
  const row = TransactionRow({ ...withPayment, txHash: undone?.txHash ?? payment.txHash });
  return row === null ? null : (
    <section class="box rows">
      <Overpaid {...withPayment} />
      {row}
    </section>
  );
}

/**
 * The place where the script shows the payment that it has sent, until its hash is among those that the service has
 * seen.
 */
function SentSlot({ facts }: PageState): VNode {
  return <section class="box" data-sent={facts.seenHashes.join(' ')} hidden />;
}

function Inside(shown: WithPanel): VNode {
  const { facts, phase } = shown;
  const { payment } = facts;
  const isUnseen = UNSEEN.includes(phase);
  return (
    <>
      <LocalCoins {...shown} />
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
        {/* It stands above the code and the address, which a customer who pays with another coin must not use. */}
        <ChooseAgain {...shown} />
        <PaymentPart {...shown} />
      </div>
      <NextLinks {...shown} />
    </>
  );
}

/** The part of the page that changes, as HTML. The whole state is inside it. */
export interface RenderedMain {
  readonly phase: Phase;
  /** Differs whenever the content does. */
  readonly version: string;
  readonly html: string;
}

export interface MainRequest {
  readonly facts: CheckoutFacts;
  readonly locale: PageLocale;
  /** Epoch ms. */
  readonly nowMs: number;
}

/**
 * Renders `<main id="pay">`. Its attributes tell the script which state it shows, and where changes come from.
 *
 * @param kept the panels that were rendered for this page before. A new panel is added to them.
 */
export function renderMain({ facts, locale, nowMs }: MainRequest, kept?: KeptPanels): RenderedMain {
  const phase = phaseOf(facts, nowMs);
  const { payment } = facts;
  const shown = { facts, phase, words: WORDS[locale], locale, nowMs };
  const panel = payment !== null && PAYABLE.includes(phase) ? renderPanel({ ...shown, payment }, kept) : null;
  const around = render(<Inside {...shown} panel={panel} />);
  // Another API process may still have the state from before this choice. The query tells it which choice was made.
  const query = `?lang=${locale}${facts.chosen === null ? '' : `&chosen=${facts.chosen}`}`;
  const told = {
    'data-public-id': facts.publicId,
    'data-order': facts.choiceOf?.publicId ?? facts.publicId,
    'data-status': phase,
    'data-events': `/pay/${facts.publicId}/events${query}`,
    'data-fragment': `/pay/${facts.publicId}/fragment${query}`,
    'data-frame-origins': facts.frameOrigins.join(' '),
  };
  const version = createHash('sha256').update(JSON.stringify(told)).update(around).digest('hex').slice(0, 16);
  const inside = panel === null ? around : around.replace(placeOf(panel), () => panel.html);
  const html = render(
    <main
      id="pay"
      {...told}
      data-version={version}
      data-now={nowMs}
      dangerouslySetInnerHTML={{ __html: inside }}
    />,
  );
  return { phase, version, html };
}
