/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { isReceived } from '../../domain/invoices/customer-money.js';
import { readableAmount, readableFiat, readableMoment, wholeAmount } from './amounts.js';
import { renderDocument, type PageAssets } from './document.js';
import type { CheckoutFacts, PaymentFacts } from './facts.js';
import { LocalCoins } from './heading.js';
import { isolate } from '../design/isolate.js';
import { WORDS, type PageLocale } from './words/locales.js';
import type { Words } from './words/words.js';

interface ReceiptRow {
  readonly name: string;
  readonly value: string | null;
  /** Whether it is an address or a hash. */
  readonly isCode?: boolean;
}

interface ReceiptProps {
  readonly facts: CheckoutFacts;
  readonly payment: PaymentFacts;
  readonly locale: PageLocale;
  readonly words: Words;
}

/** Returns the rows of a receipt, in reading order. A row without a value is left out. */
function rowsOf({ facts, payment, locale, words }: ReceiptProps): readonly ReceiptRow[] {
  const { receiptRows: names } = words;
  const coins = (atomic: string): string =>
    `${readableAmount(wholeAmount(atomic, payment.decimals), locale)} ${payment.tokenSymbol}`;
  const moment = (iso: string | null): string | null =>
    iso === null ? null : `${readableMoment(iso, locale)} ${words.utc}`;
  const { amountFiat, fiatCurrency } = facts;
  const hasFiat = amountFiat !== null && fiatCurrency !== null;
  const hashes = payment.transfers.filter(isReceived).map(({ txHash }) => txHash);
  return [
    { name: names.description, value: facts.description },
    { name: names.amount, value: coins(payment.amountAtomic) },
    { name: names.worth, value: hasFiat ? readableFiat(amountFiat, fiatCurrency, locale) : null },
    {
      name: names.rate,
      value:
        payment.rate === null || fiatCurrency === null
          ? null
          : words.rate(payment.tokenSymbol, readableFiat(payment.rate, fiatCurrency, locale)),
    },
    { name: names.received, value: coins(payment.receivedAtomic) },
    { name: names.network, value: `${payment.chainName} (${payment.chainId})` },
    { name: names.address, value: payment.depositAddress, isCode: true },
    ...[...new Set(hashes)].map((value) => ({ name: names.transaction, value, isCode: true })),
    { name: names.created, value: moment(payment.createdAt) },
    { name: names.paid, value: moment(payment.paidAt) },
    { name: names.completed, value: moment(payment.completedAt) },
    { name: names.number, value: facts.publicId, isCode: true },
    { name: names.contact, value: facts.merchant.contact },
  ];
}

function Receipt(props: ReceiptProps): VNode {
  const { facts, payment, locale, words } = props;
  const exact = wholeAmount(payment.receivedAtomic, payment.decimals);
  return (
    <main class="column receipt">
      <header>
        <p class="muted">{words.receipt}</p>
        <h1 dir="auto">{facts.merchant.name}</h1>
      </header>
      <p class="figure">
        <data value={exact}>{readableAmount(exact, locale)}</data>{' '}
        <span class="symbol">{payment.tokenSymbol}</span>
      </p>
      <LocalCoins facts={facts} words={words} />
      <dl>
        {rowsOf(props).map(({ name, value, isCode }, index) =>
          value === null ? null : (
            <div key={index}>
              <dt>{name}</dt>
              <dd dir="auto">{isCode === true ? <code>{value}</code> : value}</dd>
            </div>
          ),
        )}
      </dl>
      <p class="no-print">
        {facts.redirectUrl === null ? (
          <a href={`/pay/${facts.publicId}?lang=${locale}`}>{words.toPayment}</a>
        ) : (
          <a href={facts.redirectUrl} target="_top" rel="noopener noreferrer">
            {words.backTo(isolate(facts.merchant.name))}
          </a>
        )}
      </p>
    </main>
  );
}

/**
 * Renders the receipt of a completed payment, for A4 paper or a roll of 80 mm. Null: the payment is not completed, so
 * there is no receipt yet.
 */
export function renderReceipt(request: {
  readonly facts: CheckoutFacts;
  readonly locale: PageLocale;
  readonly assets: PageAssets;
}): string | null {
  const { facts, locale, assets } = request;
  const { payment } = facts;
  if (payment?.status !== 'completed') return null;
  const words = WORDS[locale];
  return renderDocument({
    title: `${words.receipt}: ${isolate(facts.merchant.name)}`,
    locale,
    assets: { ...assets, script: null },
    path: `/pay/${facts.publicId}/receipt`,
    children: <Receipt {...{ facts, payment, locale, words }} />,
  });
}
