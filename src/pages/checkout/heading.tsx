/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { Icon } from '../design/icons.js';
import { openAmountText, wholeAmount, readableAmount, readableFiat } from './amounts.js';
import { isolate } from '../design/isolate.js';
import { PAYABLE, type Phase } from './phase.js';
import { coinText, type PageState, type ShownPayment } from './shown.js';

/** The first letter or digit of a name, as its mark. */
function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '·').toUpperCase();
}

/** Says that the coins of the local chain are worthless. On any other chain there is nothing to say. */
export function LocalCoins({ facts, words }: Pick<PageState, 'facts' | 'words'>): VNode | null {
  if (!facts.isLocal) return null;
  return (
    <p class="local">
      <Icon name="info" />
      {words.localCoins}
    </p>
  );
}

/** The merchant who is paid, and what the payment is for. */
export function MerchantHeading({ facts, words }: PageState): VNode {
  const { merchant, description } = facts;
  return (
    <header class="merchant">
      {merchant.logoUrl === null ? (
        <span class="merchant-mark" aria-hidden="true">
          {initialOf(merchant.name)}
        </span>
      ) : (
        <img class="merchant-logo" src={merchant.logoUrl} alt="" width={40} height={40} />
      )}
      <div class="merchant-text">
        <h1 dir="auto" aria-label={words.payTo(isolate(merchant.name))}>
          {merchant.name}
        </h1>
        {description === null ? null : (
          <p class="description" dir="auto">
            {description}
          </p>
        )}
      </div>
    </header>
  );
}

/** A button that copies a text. It needs the script, so it is hidden without scripting. */
export function CopyButton(props: {
  readonly text: string;
  readonly label: string;
  readonly words: PageState['words'];
}): VNode {
  const { text, label, words } = props;
  return (
    <button type="button" class="copy" data-copy={text} aria-label={label}>
      <Icon name="copy" />
      <span data-copy-says>{words.copy}</span>
    </button>
  );
}

/** How many characters of a figure fit on a line of 288 px, at 40 px and at 32 px. */
const CHARACTERS_AT = { hero: 11, figure: 15 } as const;

function figureClass({ length }: string): string {
  if (length <= CHARACTERS_AT.hero) return 'figure';
  return length <= CHARACTERS_AT.figure ? 'figure is-long' : 'figure is-longest';
}

/** The phases in which the reader looks for the amount. In the others, the status matters more. */
const FIGURE_FIRST: readonly Phase[] = ['waiting', 'part', 'other_asset', 'seen', 'completed', 'overpaid'];

/** The amount before a coin is chosen. Once nothing can be chosen, the status matters more. */
export function OpenAmount({ facts, phase, words, locale }: PageState): VNode | null {
  const text = openAmountText(facts, locale);
  return text === '' ? null : (
    <section class="amount" aria-label={words.receiptRows.amount}>
      <p class={phase === 'choose' ? figureClass(text) : 'figure is-past'}>{text}</p>
    </section>
  );
}

/** Returns the amount that counts now: the missing one, the received one of a completed payment, or the one asked for. */
function atomicFigure({ payment, phase }: ShownPayment): string {
  if (phase === 'part') return payment.missingAtomic;
  return phase === 'completed' ? payment.receivedAtomic : payment.amountAtomic;
}

/** The amount in the chosen coin. Below it stands its worth in fiat, or how much of it was received. */
export function CoinAmount(shown: ShownPayment): VNode {
  const { payment, phase, words, facts, locale } = shown;
  const isPart = phase === 'part';
  const atomic = atomicFigure(shown);
  // While the end of a partial payment is being checked, its customer still sees the received amount.
  const isPartOver = phase === 'undecided' && payment.receivedAtomic !== '0';
  const isAnother = phase === 'completed' && payment.receivedAtomic !== payment.amountAtomic;
  const exact = wholeAmount(atomic, payment.decimals);
  const readable = readableAmount(exact, locale);
  const isPayable = PAYABLE.includes(phase);
  return (
    <section class="amount">
      {isPayable ? (
        <p class="row" data-unsent="">
          <span class="amount-label">{isPart ? words.stillMissing : words.sendExactly}</span>
          <CopyButton text={exact} label={words.copyAmount} words={words} />
        </p>
      ) : null}
      <p class={FIGURE_FIRST.includes(phase) ? figureClass(readable) : 'figure is-past'}>
        <data value={exact}>{readable}</data> <span class="symbol">{payment.tokenSymbol}</span>
      </p>
      {isPart || isPartOver || isAnother ? (
        <p class="worth">
          {words.received(
            `${coinText(shown, payment.receivedAtomic)} / ${coinText(shown, payment.amountAtomic)} ${payment.tokenSymbol}`,
          )}
        </p>
      ) : facts.amountFiat !== null && facts.fiatCurrency !== null ? (
        <p class="worth">
          {readableFiat(facts.amountFiat, facts.fiatCurrency, locale)}
          {payment.rate === null
            ? null
            : ` · ${words.rate(payment.tokenSymbol, readableFiat(payment.rate, facts.fiatCurrency, locale))}`}
        </p>
      ) : null}
    </section>
  );
}
