/** @jsxImportSource preact */
import type { ComponentChildren, VNode } from 'preact';
import { Icon, type IconName } from '../design/icons.js';
import { readableAmount, withoutZeros } from './amounts.js';
import { usualSeconds } from '../design/networks.js';
import type { PaymentFacts, PaymentTransfer } from './facts.js';
import {
  besides,
  isLastPriceOver,
  isUndone,
  MONEY,
  PAID,
  PAYABLE,
  undonePayment,
  UNSEEN,
  type Phase,
} from './phase.js';
import { coinText, transactionUrl, type PageState, type ShownPayment } from './shown.js';

/** The colour and the icon of each state. Its words say the same. */
const LOOKS: Readonly<Record<Phase, { readonly tone: string; readonly icon: IconName }>> = {
  choose: { tone: 'neutral', icon: 'info' },
  waiting: { tone: 'neutral', icon: 'clock' },
  part: { tone: 'attention', icon: 'alert' },
  seen: { tone: 'seen', icon: 'clock' },
  completed: { tone: 'done', icon: 'circleCheck' },
  overpaid: { tone: 'done', icon: 'circleCheck' },
  undecided: { tone: 'attention', icon: 'clock' },
  expired: { tone: 'over', icon: 'cross' },
  quote_over: { tone: 'attention', icon: 'clock' },
  late: { tone: 'held', icon: 'pause' },
  too_little: { tone: 'held', icon: 'pause' },
  other_asset: { tone: 'held', icon: 'alert' },
  wrong_coin: { tone: 'held', icon: 'pause' },
  arriving: { tone: 'seen', icon: 'clock' },
  resolved: { tone: 'over', icon: 'circleCheck' },
  cancelled: { tone: 'over', icon: 'cross' },
  failed: { tone: 'failed', icon: 'alert' },
  closed: { tone: 'over', icon: 'cross' },
  other_choice: { tone: 'attention', icon: 'alert' },
};

/** Says what the state is, and what to do now. Screen readers read its changes aloud. */
export function StatusSentence(shown: PageState): VNode {
  const { phase, words } = shown;
  const { tone, icon } = LOOKS[isUndone(shown.facts, phase) ? 'undecided' : phase];
  const isUnsent = UNSEEN.includes(phase) && !['undecided', 'other_choice'].includes(phase);
  return (
    <section class={`status tone-${tone}`} role="status" aria-live="polite">
      <Icon name={icon} size={20} />
      <div>
        <h2>{titleOf(shown)}</h2>
        {PAID.includes(phase) ? null : <WhatCame {...shown} />}
        <p {...(isUnsent ? { 'data-unsent': '' } : {})}>{whatNow(shown)}</p>
        {phase === 'undecided' && mayChooseAgain(shown) ? <p data-unsent>{words.chooseIfUnsent}</p> : null}
      </div>
    </section>
  );
}

/** Says whether something else can be chosen, here or on the page of the checkout. */
const mayChooseAgain = ({ facts: { choices, choiceOf } }: PageState): boolean =>
  choices.length > 0 || choiceOf?.isOpen === true;

/**
 * Returns the title of the state. A payment that came after another choice was paid is not too late: it is one too
 * many. An undone payment is not seen any more.
 */
function titleOf({ facts, phase, words }: PageState): string {
  if (isUndone(facts, phase)) return words.phases.failed.title;
  const isTooMany = facts.choiceOf?.other === 'paid' && ['other_choice', 'late'].includes(phase);
  return (isTooMany ? words.paidOtherwise : words.phases[phase]).title;
}

/**
 * Returns what the customer has to do now. A customer whose payment was undone may have paid in time, so a new payment
 * would be one too many. Before the first choice there is no address to warn about.
 */
function whatNow({ facts, phase, words }: PageState): string {
  if (phase === 'other_choice' && facts.choiceOf?.other === 'paid') return words.paidOtherwise.now;
  const isUnchosen = facts.payment === null && facts.chosen === null;
  if (isUnchosen && (phase === 'cancelled' || phase === 'expired')) return words.neverChosen[phase];
  if (isLastPriceOver(facts, phase)) return words.lastPriceOver;
  return isUndone(facts, phase) || (phase === 'expired' && undonePayment(facts.payment) !== undefined)
    ? words.expiredUndone
    : words.phases[phase].now;
}

/** A line for each transfer that came. */
function Came(props: {
  readonly transfers: readonly PaymentTransfer[];
  readonly locale: PageState['locale'];
  readonly says: (came: PaymentTransfer, amount: string) => ComponentChildren;
}): VNode | null {
  const { transfers, locale, says } = props;
  if (transfers.length === 0) return null;
  return (
    <ul>
      {transfers.map((came, index) => (
        <li key={index}>{says(came, readableAmount(withoutZeros(came.amountCrypto), locale))}</li>
      ))}
    </ul>
  );
}

/** The transfers that do not count for the payment, each with its outcome. Once the payment is over, all transfers. */
function WhatCame({ facts, phase, words, locale }: PageState): VNode | null {
  const transfers = [...MONEY, 'other_choice'].includes(phase)
    ? (facts.payment?.transfers ?? []).filter(({ money }) => money !== 'undone')
    : besides(facts.payment);
  const says = (transfer: PaymentTransfer, amount: string): ComponentChildren => {
    const { tokenSymbol, chainName, money, sentBackBy } = transfer;
    const came = words.came(amount, tokenSymbol, chainName);
    if (money !== 'returned' || sentBackBy === null) return `${came} ${words.money[money]}`;
    return (
      <>
        {`${came} ${words.sentBack} `}
        <Transaction url={sentBackUrl(facts.payment, transfer)} txHash={sentBackBy} words={words} />
      </>
    );
  };
  return <Came transfers={transfers} locale={locale} says={says} />;
}

/** Returns a refund's page in the explorer. The page knows only the explorer of the payment's own network. */
function sentBackUrl(payment: PaymentFacts | null, transfer: PaymentTransfer): string | null {
  return payment?.chainName === transfer.chainName ? transactionUrl(payment, transfer.sentBackBy) : null;
}

/** The transfers beside a payment that is enough by itself. */
function Besides(shown: PageState): VNode | null {
  const { facts, phase, words } = shown;
  if (!PAID.includes(phase) || besides(facts.payment).length === 0) return null;
  return (
    <section class="notice tone-held">
      <Icon name="pause" />
      <div>
        <WhatCame {...shown} />
        <p>{words.besidesNote}</p>
      </div>
    </section>
  );
}

/** The transfers for other choices. They hide nothing of the present choice. */
function Elsewhere({ facts, words, locale }: PageState): VNode | null {
  if (facts.elsewhere.length === 0) return null;
  return (
    <section class="notice tone-held">
      <Icon name="pause" />
      <div>
        <Came
          transfers={facts.elsewhere}
          locale={locale}
          says={({ tokenSymbol, chainName }, amount) => words.elsewhereCame(amount, tokenSymbol, chainName)}
        />
        <p>{words.elsewhereNote}</p>
      </div>
    </section>
  );
}

/** The number of steps that are done, for each phase that shows the three steps. */
const STEPS_DONE: Partial<Readonly<Record<Phase, number>>> = {
  waiting: 0,
  part: 0,
  seen: 2,
  completed: 3,
  overpaid: 3,
};

/** The three steps of a payment, which fill as it goes on. */
export function ProgressSteps({ facts, phase, words }: PageState): VNode | null {
  const done = isUndone(facts, phase) ? 1 : STEPS_DONE[phase];
  if (done === undefined) return null;
  return (
    <ol class="steps" aria-label={words.progress}>
      {words.steps.map((step, index) => (
        <li
          key={step}
          class={index < done ? 'is-done' : index === done ? 'is-now' : ''}
          {...(index === done ? { 'aria-current': 'step' as const } : {})}
        >
          <span class="step-mark">{index < done ? <Icon name="check" /> : null}</span>
          {index === 0 && done > 0 ? words.sent : step}
        </li>
      ))}
    </ol>
  );
}

function durationText({ payment, words }: ShownPayment): string | null {
  const missing = payment.confirmationsRequired - payment.confirmations;
  const seconds = usualSeconds({ chainId: payment.chainId, confirmationsRequired: missing });
  // A network that is delayed keeps no usual time.
  if (seconds === null || missing <= 0 || payment.chainReading !== 'current') return null;
  return seconds < 90 ? words.aboutSeconds(seconds) : words.aboutMinutes(Math.ceil(seconds / 60));
}

/** The confirmations of the payment so far, and a link to its transaction. */
export function Confirmations(shown: ShownPayment): VNode {
  const { payment, words } = shown;
  const count = Math.min(payment.confirmations, payment.confirmationsRequired);
  const duration = durationText(shown);
  const says = words.confirmations(count, payment.confirmationsRequired);
  return (
    <section class="box confirmations">
      <p class="row">
        <span>{says}</span>
        {duration === null ? null : <span class="muted">{duration}</span>}
      </p>
      <progress max={payment.confirmationsRequired} value={count} aria-label={says} />
      <TransactionRow {...shown} txHash={payment.txHash} />
    </section>
  );
}

/** A transaction hash, shortened to its ends. The title has the whole hash. */
function Transaction({
  url,
  txHash,
  words,
}: Pick<PageState, 'words'> & { readonly url: string | null; readonly txHash: string }): VNode {
  const short = <code title={txHash}>{`${txHash.slice(0, 10)}…${txHash.slice(-8)}`}</code>;
  return url === null ? (
    short
  ) : (
    <a href={url} target="_blank" rel="noopener noreferrer" title={words.showTransaction}>
      {short}
      <Icon name="external" />
    </a>
  );
}

export function TransactionRow({
  payment,
  words,
  txHash,
}: ShownPayment & { readonly txHash: string | null }): VNode | null {
  if (txHash === null) return null;
  return (
    <p class="row">
      <span class="muted">{words.transaction}</span>
      <Transaction url={transactionUrl(payment, txHash)} txHash={txHash} words={words} />
    </p>
  );
}

/** The amount that was paid too much. */
export function Overpaid(shown: ShownPayment): VNode | null {
  const { payment, phase, words } = shown;
  const tooMuch = BigInt(payment.receivedAtomic) - BigInt(payment.amountAtomic);
  // An undone payment is missing from this amount before the invoice is settled again.
  if (phase !== 'overpaid' || tooMuch <= 0n) return null;
  return (
    <p class="row">
      <span>{words.overpaidBy}</span>
      <strong>
        {coinText(shown, tooMuch.toString())} {payment.tokenSymbol}
      </strong>
    </p>
  );
}

/** A notice of a payment that the network has undone. The phase `failed` says the same by itself. */
function Undone(shown: PageState): VNode | null {
  const { facts, phase, words } = shown;
  const { payment } = facts;
  const undone = undonePayment(payment);
  if (payment === null || undone === undefined || phase === 'failed') return null;
  return (
    <section class="notice tone-attention">
      <Icon name="alert" />
      <div>
        <p>
          {words.undone}
          {PAYABLE.includes(phase) ? ` ${words.undonePayAgain}` : null}
        </p>
        <TransactionRow {...shown} payment={payment} txHash={undone.txHash} />
      </div>
    </section>
  );
}

/**
 * Further news: a delayed chain, an undone payment, money for another choice. Screen readers read each notice aloud
 * when it comes, so their container has to be on the page beforehand. The script adds two more: the time is over, and
 * the connection is lost.
 */
export function Notices(shown: PageState): VNode {
  const { facts, phase, words } = shown;
  const { payment } = facts;
  const isWatched = ['waiting', 'part', 'seen', 'undecided', 'other_asset'].includes(phase);
  return (
    <>
      <div class="told" role="status" aria-live="polite" aria-atomic="false">
        {payment !== null && isWatched && payment.chainReading !== 'current' ? (
          <p class="notice tone-attention">
            <Icon name="alert" />
            {payment.chainReading === 'halted'
              ? `${words.chainHalted(payment.chainName)}${PAYABLE.includes(phase) ? ` ${words.sendLater}` : ''}`
              : words.chainBehind(payment.chainName)}
          </p>
        ) : null}
        <Undone {...shown} />
        <Besides {...shown} />
        <Elsewhere {...shown} />
      </div>
      {PAYABLE.includes(phase) ? (
        <p class="notice tone-attention" role="alert" data-time-over>
          <Icon name="clock" />
          {`${words.phases.undecided.title}. ${words.phases.undecided.now}`}
        </p>
      ) : null}
      <p class="notice tone-attention" data-offline hidden>
        <Icon name="alert" />
        {words.connectionLost}
      </p>
    </>
  );
}
