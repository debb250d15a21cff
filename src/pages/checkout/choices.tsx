/** @jsxImportSource preact */
import type { ComponentChildren, VNode } from 'preact';
import { sameAsset } from '../../domain/core/asset.js';
import { Icon } from '../design/icons.js';
import { readableAmount, withoutZeros } from './amounts.js';
import { CoinMark } from './coin-mark.js';
import type { Choice, PaymentFacts } from './facts.js';
import { NETWORKS, networkClass, usualSeconds } from '../design/networks.js';
import type { PageState } from './shown.js';

/** The cheapest first. */
const FEES: readonly string[] = ['none', 'under_cent', 'cents', 'dollars'];
/** More seconds than any network takes. */
const ONE_DAY = 86_400;

/** This many choices are visible at first. A touch opens the others. */
const FIRST = 5;

/** Says whether it can be chosen now. On a halted network a payment would not count until an operator resumes it. */
function isPossible({ amountCrypto, chainReading }: Choice): boolean {
  return amountCrypto !== null && chainReading !== 'halted';
}

/** Returns the line below a choice: why it can't be chosen, that its network is delayed, or its usual time and fee. */
function hintOf(choice: Choice, words: PageState['words']): string {
  if (choice.chainReading === 'halted') return words.choiceHalted(choice.chainName);
  if (choice.amountCrypto === null) return words.noPrice;
  if (choice.chainReading === 'behind') return words.choiceBehind(choice.chainName);
  const seconds = usualSeconds(choice);
  const fee = NETWORKS[choice.chainId]?.fee;
  const time =
    seconds === null
      ? null
      : seconds < 90
        ? words.aboutSeconds(seconds)
        : words.aboutMinutes(Math.ceil(seconds / 60));
  return [time, fee === undefined ? null : words.fees[fee]].filter((part) => part !== null).join(', ');
}

/** Says whether it is the choice that the page asks to pay. */
function isPresent(choice: Choice, { facts: { payment }, phase }: PageState): boolean {
  return phase === 'waiting' && payment !== null && sameAsset(choice, payment);
}

function ChoiceRow({ choice, shown }: { readonly choice: Choice; readonly shown: PageState }): VNode {
  const { words, locale } = shown;
  const isChosen = isPresent(choice, shown);
  const hintClass = choice.chainReading === 'current' ? 'muted' : 'muted is-late';
  return (
    <li>
      <button
        type="submit"
        class="choice"
        name="asset"
        value={`${choice.chainCode}/${choice.tokenSymbol}`}
        disabled={!isPossible(choice)}
        {...(isChosen ? { 'aria-current': 'true' as const } : {})}
      >
        <CoinMark symbol={choice.tokenSymbol} networkClass={networkClass(choice.chainId)} />
        <span class="choice-what">
          <span>
            <strong>{choice.tokenSymbol}</strong> {words.onlyOn[1]} {choice.chainName}
          </span>
          <span class={hintClass}>
            {isChosen ? (
              <>
                <strong>{words.chosen}</strong>
                {' · '}
              </>
            ) : null}
            {hintOf(choice, words)}
          </span>
        </span>
        {choice.amountCrypto === null || !isPossible(choice) ? null : (
          <>
            {/* The page states the fixed amount already. */}
            {isChosen ? null : (
              <span class="choice-amount">
                {readableAmount(withoutZeros(choice.amountCrypto), locale)} {choice.tokenSymbol}
              </span>
            )}
            <Icon name={isChosen ? 'check' : 'forward'} />
          </>
        )}
      </button>
    </li>
  );
}

/**
 * Sorts choices: the cheapest first, then the quickest. After these come networks of unknown cost, then delayed ones,
 * then those that can't be chosen.
 */
function inOrder(choices: readonly Choice[]): readonly Choice[] {
  const costOf = (choice: Choice): number => {
    if (!isPossible(choice)) return FEES.length + 2;
    if (choice.chainReading === 'behind') return FEES.length + 1;
    const { fee } = NETWORKS[choice.chainId] ?? {};
    return fee === undefined ? FEES.length : FEES.indexOf(fee);
  };
  const rank = (choice: Choice): number => costOf(choice) * ONE_DAY + (usualSeconds(choice) ?? 0);
  return choices.toSorted((one, other) => rank(one) - rank(other));
}

/** The form that sends a choice. It works without the script. */
function ChoiceForm(props: {
  readonly shown: PageState;
  readonly name: string;
  readonly children: ComponentChildren;
}): VNode {
  const { facts, locale } = props.shown;
  return (
    <form
      method="post"
      action={`/pay/${facts.publicId}/select?lang=${locale}`}
      data-select
      class={props.name}
    >
      {props.children}
    </form>
  );
}

/** The coins and networks to choose from. They have a heading where the page offers something else as well. */
export function Choices(props: {
  readonly shown: PageState;
  readonly choices: readonly Choice[];
  readonly heading: string | null;
}): VNode | null {
  const { shown, heading } = props;
  if (props.choices.length === 0) return null;
  const choices = inOrder(props.choices);
  const [first, others] = [choices.slice(0, FIRST), choices.slice(FIRST)];
  const rows = (choices: readonly Choice[]): VNode => (
    <ul class="choices">
      {choices.map((choice) => (
        <ChoiceRow key={`${choice.chainCode}/${choice.tokenSymbol}`} choice={choice} shown={shown} />
      ))}
    </ul>
  );
  return (
    <ChoiceForm shown={shown} name="choose">
      {heading === null ? null : <h2 class="label">{heading}</h2>}
      {rows(first)}
      {others.length === 0 ? null : (
        <details id="more-choices">
          <summary>
            {shown.words.moreChoices}
            <Icon name="chevron" />
          </summary>
          {rows(others)}
        </details>
      )}
    </ChoiceForm>
  );
}

/** The choices after the price has run out: the same coin at a new price, if it has one, and the others. */
function NewPrice({ shown, payment }: { readonly shown: PageState; readonly payment: PaymentFacts }): VNode {
  const { facts, words } = shown;
  const renewed = facts.choices.find((choice) => isPossible(choice) && sameAsset(choice, payment));
  return (
    <>
      {renewed === undefined ? null : (
        <ChoiceForm shown={shown} name="renew">
          <button
            type="submit"
            class="button primary"
            name="asset"
            value={`${payment.chainCode}/${payment.tokenSymbol}`}
          >
            {words.renewQuote}
          </button>
        </ChoiceForm>
      )}
      <Choices
        shown={shown}
        choices={facts.choices.filter((choice) => choice !== renewed)}
        heading={words.changeChoice}
      />
    </>
  );
}

/**
 * Offers another choice while nothing is paid, or the same one at a new price. It may take a quarter of an hour until
 * it is known whether a payment arrived in time. A customer who has sent nothing need not wait for that.
 */
export function ChooseAgain(shown: PageState): VNode | null {
  const { facts, phase, words } = shown;
  const { payment } = facts;
  if (payment === null || facts.choices.length === 0) return null;
  if (phase === 'quote_over') return <NewPrice shown={shown} payment={payment} />;
  if (phase !== 'waiting' && phase !== 'undecided') return null;
  return (
    <details id="choose-again" class="again">
      <summary>
        {phase === 'undecided' ? words.chooseAnew : words.changeChoice}
        <Icon name="chevron" />
      </summary>
      <Choices shown={shown} choices={facts.choices} heading={words.chooseCoin} />
    </details>
  );
}
