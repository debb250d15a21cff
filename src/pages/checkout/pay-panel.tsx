/** @jsxImportSource preact */
import { createHash } from 'node:crypto';
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { Icon } from '../design/icons.js';
import { readableMoment } from './amounts.js';
import { CoinMark } from './coin-mark.js';
import type { PaymentFacts } from './facts.js';
import { CopyButton } from './heading.js';
import { networkClass } from '../design/networks.js';
import { QrCode } from './qr.js';
import { coinText, type ShownPayment } from './shown.js';
import type { PageLocale } from './words/locales.js';
import type { Words } from './words/words.js';

/** The facts of a payment that the panel shows. None of them changes while the page waits for the payment. */
const SAID = [
  ...(['chainId', 'chainName', 'explorerUrl', 'nativeSymbol', 'walletRpcUrl'] as const),
  ...(['tokenSymbol', 'tokenAddress', 'decimals', 'depositAddress', 'missingAtomic', 'missingUri'] as const),
  ...(['createdAt', 'expiresAt'] as const),
];

/** Everything that the panel is rendered from. The same parts give the same panel. */
interface PanelParts {
  readonly payment: Pick<PaymentFacts, (typeof SAID)[number]>;
  readonly locale: PageLocale;
  readonly words: Words;
  /** The route at which the demo customer pays. Null outside local mode. */
  readonly demoPath: string | null;
}

/** A panel as HTML. */
export interface RenderedPanel {
  /** The parts that it was rendered from, as text. */
  readonly key: string;
  readonly html: string;
  /** Differs whenever the HTML does. */
  readonly version: string;
}

/** The latest panels of one page, by language. */
export type KeptPanels = Map<PageLocale, RenderedPanel>;

/** Renders the panel, or returns the kept one if it has the same parts. The panel is most of the page. */
export function renderPanel(shown: ShownPayment, kept?: KeptPanels): RenderedPanel {
  const { locale, words, facts } = shown;
  const payment = Object.fromEntries(
    SAID.map((name) => [name, shown.payment[name]]),
  ) as PanelParts['payment'];
  const demoPath = facts.isLocal ? `/pay/${facts.publicId}/demo-payment?lang=${locale}` : null;
  const key = JSON.stringify([payment, demoPath]);
  const before = kept?.get(locale);
  if (before?.key === key) return before;
  const html = render(<PayPanel {...{ payment, locale, words, demoPath }} />);
  const panel = { key, html, version: createHash('sha256').update(html).digest('hex').slice(0, 16) };
  kept?.set(locale, panel);
  return panel;
}

/** This many characters at each end of an address are emphasised. People compare these. */
const ENDS = 6;

/** The whole address. Its ends are emphasised, because nobody compares forty characters. */
function Address({ address }: { readonly address: string }): VNode {
  return (
    <code class="address" dir="ltr" translate={false}>
      <strong>{address.slice(0, ENDS)}</strong>
      {address.slice(ENDS, -ENDS)}
      <strong>{address.slice(-ENDS)}</strong>
    </code>
  );
}

/** States the coin and the network. A payment with another one does not count. */
function NetworkBar({ payment, words }: PanelParts): VNode {
  const [before, between] = words.onlyOn;
  return (
    <p class={`network-bar ${networkClass(payment.chainId)}`}>
      <CoinMark symbol={payment.tokenSymbol} networkClass={networkClass(payment.chainId)} />
      <span>
        {before} <strong>{payment.tokenSymbol}</strong> {between} <strong>{payment.chainName}</strong>
      </span>
    </p>
  );
}

/** The script puts the buttons of installed wallets here. Without the script it stays empty. */
function WalletSlot({ payment }: PanelParts): VNode {
  return (
    <div
      class="wallets"
      data-wallet
      data-chain-id={payment.chainId}
      data-chain-name={payment.chainName}
      data-explorer={payment.explorerUrl ?? ''}
      data-token={payment.tokenAddress ?? ''}
      data-decimals={payment.decimals}
      data-to={payment.depositAddress}
      data-amount-atomic={payment.missingAtomic}
      data-symbol={payment.tokenSymbol}
      {...(payment.nativeSymbol === null ? {} : { 'data-native-symbol': payment.nativeSymbol })}
      {...(payment.walletRpcUrl === null ? {} : { 'data-rpc-url': payment.walletRpcUrl })}
    />
  );
}

/** A button of local mode. It pays with coins that are worth nothing. */
function DemoPayment({ path, words }: { readonly path: string; readonly words: Words }): VNode {
  return (
    <form method="post" action={path} class="demo">
      <button type="submit" class="button">
        {words.payAsDemo}
      </button>
      <p class="muted">{words.demoNote}</p>
    </form>
  );
}

function OpenInWallet({ payment, words }: PanelParts): VNode | null {
  return payment.missingUri === null ? null : (
    <a class="button" href={payment.missingUri}>
      <Icon name="wallet" />
      {words.openInWallet}
    </a>
  );
}

/** Parts that few customers need. Each opens by a touch, and stays open while the page updates itself. */
function MoreWays(shown: PanelParts): VNode {
  const { payment, words } = shown;
  const isToken = payment.tokenAddress !== null;
  return (
    <div class="more">
      <details id="exchange">
        <summary>
          {words.fromExchange}
          <Icon name="chevron" />
        </summary>
        <p>{words.fromExchangeNote(`${coinText(shown, payment.missingAtomic)} ${payment.tokenSymbol}`)}</p>
      </details>
      {isToken && payment.missingUri !== null ? (
        <details id="eip681">
          <summary>
            {words.codeWithAmount}
            <Icon name="chevron" />
          </summary>
          <p class="caution">{words.codeWithAmountNote}</p>
          <QrCode text={payment.missingUri} label={words.codeWithAmount} />
          <OpenInWallet {...shown} />
          <p class="label">{words.token}</p>
          <Address address={payment.tokenAddress} />
        </details>
      ) : null}
    </div>
  );
}

/** Returns the end of the time in UTC, with its date if it ends on another day than it began. */
function endText({ payment: { createdAt, expiresAt }, locale }: PanelParts): string {
  const isSameDay = createdAt.slice(0, 10) === expiresAt.slice(0, 10);
  return isSameDay ? expiresAt.slice(11, 16) : readableMoment(expiresAt, locale, 'short');
}

function PayPanel(shown: PanelParts): VNode {
  const { payment, words, demoPath } = shown;
  const isToken = payment.tokenAddress !== null;
  // Some well-known wallets misread EIP-681 and send a token payment to the token's contract, where it is lost. So the
  // code of a token has the address alone.
  const code = isToken ? payment.depositAddress : (payment.missingUri ?? payment.depositAddress);
  const says = isToken ? words.scanThenAmount : words.scan(payment.chainName);
  const endsAtMs = Date.parse(payment.expiresAt);
  return (
    <>
      <NetworkBar {...shown} />
      <div class="pay-body">
        {/*
         * The time stands above the code, because a customer who scans the code with another device does not look below
         * it.
         */}
        <p class="row time" data-time>
          <span>{words.timeLeft}</span>
          <time
            dateTime={payment.expiresAt}
            data-countdown={endsAtMs}
            data-countdown-from={Date.parse(payment.createdAt)}
          >
            {words.until(`${endText(shown)} ${words.utc}`)}
          </time>
        </p>
        <QrCode text={code} label={says} />
        <p class="qr-says muted">{says}</p>
        <div class="address-group">
          <p class="row">
            <span class="label">{words.address}</span>
            <CopyButton text={payment.depositAddress} label={words.copyAddress} words={words} />
          </p>
          <Address address={payment.depositAddress} />
        </div>
        {isToken ? null : <OpenInWallet {...shown} />}
        <WalletSlot {...shown} />
        {demoPath === null ? null : <DemoPayment path={demoPath} words={words} />}
      </div>
      <MoreWays {...shown} />
    </>
  );
}
