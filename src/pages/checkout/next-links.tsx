/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { Icon } from '../design/icons.js';
import { CopyButton } from './heading.js';
import { isolate } from '../design/isolate.js';
import {
  besides,
  isLastPriceOver,
  isOfOther,
  isUndone,
  MONEY,
  PAID,
  undonePayment,
  type Phase,
} from './phase.js';
import type { PageState } from './shown.js';

/** The page goes back to the shop by itself after this many seconds. */
const RETURN_AFTER_S = 5;
/** A customer who opens a paid page later than this wants to read it, for example for its receipt. In ms. */
const RETURNS_FOR_MS = 600_000;

/** The phases in which the customer has to write to the merchant. */
const HELD: readonly Phase[] = [...MONEY, 'other_asset', 'failed', 'overpaid'];

/** Shows the contact as a link if it is an email address or a link, and as text otherwise. */
function ContactWay(props: {
  readonly merchant: PageState['facts']['merchant'];
  readonly publicId: string;
  readonly words: PageState['words'];
}): VNode {
  const { merchant, publicId, words } = props;
  const { contact } = merchant;
  const name = isolate(merchant.name);
  if (contact === null) return <p>{words.nobodyToAsk(name)}</p>;
  const url = /^[^\s@:/?#&]+@[^\s@:/?#&]+\.[^\s@:/?#&]+$/.test(contact)
    ? `mailto:${encodeURI(contact)}?subject=${encodeURIComponent(publicId)}`
    : /^https:\/\/[^\s]+$/.test(contact)
      ? contact
      : null;
  return url === null ? (
    <p dir="auto">
      {words.contact(name)}: {isolate(contact)}
    </p>
  ) : (
    <a class="button" href={url} target="_blank" rel="noopener noreferrer">
      {words.contact(name)}
    </a>
  );
}

/** The phases that offer nothing else to do. The customer has to ask the merchant for a new request. */
const DEAD_ENDS: readonly Phase[] = ['expired', 'cancelled', 'closed'];

/** The merchant's contact, and the number of the payment to quote. */
function MerchantContact({ facts, words }: PageState): VNode {
  const { merchant, publicId } = facts;
  return (
    <section class="box contact">
      <ContactWay {...{ merchant, publicId, words }} />
      <p class="row">
        <span class="muted">{merchant.contact === null ? words.receiptRows.number : words.giveBack}</span>
        <CopyButton text={publicId} label={words.copy} words={words} />
      </p>
      <code class="address public-id" dir="ltr">
        {publicId}
      </code>
    </section>
  );
}

/** Says whether money came to this choice although another choice counts. */
function hasMoneyHere({ facts, phase }: PageState): boolean {
  const transfers = facts.payment?.transfers ?? [];
  const isAsked = phase === 'other_choice' || (PAID.includes(phase) && isOfOther(facts));
  return isAsked && transfers.some(({ money }) => money !== 'undone');
}

/** A link from a choice to the page of its checkout: the choice that counts, or a new price, is there. */
function ToCheckout({ facts, phase, words, locale }: PageState): VNode | null {
  const { choiceOf } = facts;
  const isUndecided = phase === 'undecided';
  const isRenewed =
    phase === 'quote_over' || ((phase === 'cancelled' || isUndecided) && choiceOf?.isOpen === true);
  if (choiceOf === null || (choiceOf.other === null && !isRenewed)) return null;
  return (
    <a class={isUndecided ? 'button' : 'button primary'} href={`/pay/${choiceOf.publicId}?lang=${locale}`}>
      {choiceOf.other === null ? words.renewQuote : words.toPayment}
    </a>
  );
}

/** Says whether the payment was seen or completed only a short time ago. */
function isRecent({ facts: { payment }, nowMs }: PageState): boolean {
  const seenAt = payment?.transfers.map((one) => one.seenAt) ?? [];
  const facts = [payment?.paidAt, payment?.completedAt, ...seenAt];
  return facts.some((iso) => typeof iso === 'string' && nowMs - Date.parse(iso) <= RETURNS_FOR_MS);
}

/** Says whether more than the amount was seen. Transfers that are not confirmed yet count too. */
function isTooMuch({ facts: { payment }, phase }: PageState): boolean {
  return payment !== null && phase === 'seen' ? payment.isTooMuch : phase === 'overpaid';
}

/** Says whether a notice tells the customer that the payment is confirmed later than usual. */
function isDelayed({ facts: { payment }, phase }: PageState): boolean {
  return phase === 'seen' && payment !== null && payment.chainReading !== 'current';
}

/**
 * Returns the shop's address for customers who have not paid. Shops cancel the order there, so no customer whose money
 * was ever seen may be sent there. Null: there is none.
 */
function unpaidUrl({ facts: { cancelUrl, seenHashes, elsewhere, payment } }: PageState): string | null {
  const wasSeen = seenHashes.length > 0 || elsewhere.length > 0 || (payment?.transfers ?? []).length > 0;
  return wasSeen ? null : cancelUrl;
}

/** The phases in which a customer may still decide not to pay. */
const UNDECIDED_TO_PAY: readonly Phase[] = ['choose', 'waiting'];

/** The way back for a customer who does not want to pay. */
function LeaveUnpaid(shown: PageState): VNode | null {
  const { facts, phase, words } = shown;
  const url = UNDECIDED_TO_PAY.includes(phase) ? unpaidUrl(shown) : null;
  return url === null ? null : (
    <p class="leave" data-unsent="">
      <a href={url} target="_top" rel="noopener noreferrer">
        {words.backTo(isolate(facts.merchant.name))}
      </a>
    </p>
  );
}

/** The next steps: back to the shop, the receipt, the merchant's contact. */
export function NextLinks(shown: PageState): VNode {
  const { facts, phase, words } = shown;
  const isPaid = PAID.includes(phase);
  const backUrl = isPaid ? facts.redirectUrl : unpaidUrl(shown);
  const isOver = [...DEAD_ENDS, ...MONEY, 'quote_over', 'failed', 'other_choice'].includes(phase);
  const isDeadEnd = DEAD_ENDS.includes(phase) || isLastPriceOver(facts, phase);
  const hasMore =
    facts.elsewhere.length > 0 || (isPaid && besides(facts.payment).length > 0) || hasMoneyHere(shown);
  const isPartOver = phase === 'undecided' && facts.payment?.receivedAtomic !== '0';
  const isHeld = HELD.includes(phase) || hasMore || isPartOver || isUndone(facts, phase);
  // The page goes back by itself only if the shop knows of the payment, and the customer has nothing more to read:
  // about money that is too much or does not count for this payment, about an undone payment, or about a delay.
  const isRead =
    facts.payment?.isSettled !== false &&
    !hasMore &&
    !isTooMuch(shown) &&
    !isDelayed(shown) &&
    undonePayment(facts.payment) === undefined;
  const goesBack = isPaid && isRead && isRecent(shown);
  return (
    <>
      <LeaveUnpaid {...shown} />
      {isHeld && !isPaid ? <MerchantContact {...shown} /> : null}
      {phase === 'undecided' && facts.choiceOf?.isOpen === true ? (
        <section class="ways" data-unsent="">
          <ToCheckout {...shown} />
        </section>
      ) : null}
      {isPaid || isOver ? (
        <section class="ways">
          <ToCheckout {...shown} />
          {backUrl === null ? null : (
            <a
              class={isPaid && !isUndone(facts, phase) ? 'button primary' : 'button'}
              href={backUrl}
              target="_top"
              rel="noopener noreferrer"
              {...(isPaid ? {} : { 'data-unsent': '' })}
              {...(goesBack ? { 'data-return-url': backUrl, 'data-return-after': RETURN_AFTER_S } : {})}
            >
              {words.backTo(isolate(facts.merchant.name))}
            </a>
          )}
          {goesBack && backUrl !== null ? (
            <p class="row return-note" role="status" data-return-note hidden>
              <span class="muted">{words.backSoon}</span>
              <button type="button" class="quiet" data-return-stop>
                {words.stay}
              </button>
            </p>
          ) : null}
          {isDeadEnd && !isHeld && facts.merchant.contact !== null ? (
            <ContactWay merchant={facts.merchant} publicId={facts.publicId} words={words} />
          ) : null}
          {phase === 'completed' || phase === 'overpaid' ? (
            <a class="button" href={`/pay/${facts.publicId}/receipt?lang=${shown.locale}`}>
              <Icon name="receipt" />
              {words.receipt}
            </a>
          ) : null}
        </section>
      ) : null}
      {isHeld && isPaid ? <MerchantContact {...shown} /> : null}
    </>
  );
}
