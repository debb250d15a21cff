/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { CoinMark } from '../design/coin-marks.js';
import { Icon } from '../design/icons.js';
import { readableMoment } from './amounts.js';
import { CopyButton } from './heading.js';
import { networkClass } from './networks.js';
import { QrCode } from './qr.js';
import { coinText, type ShownPayment } from './shown.js';

/** How many characters of an address stand out at each end: those that a careful person compares. */
const ENDS = 6;

/** The whole address. Its ends are set off, for nobody compares forty characters. */
function Address({ address }: { readonly address: string }): VNode {
  return (
    <code class="address" dir="ltr" translate={false}>
      <strong>{address.slice(0, ENDS)}</strong>
      {address.slice(ENDS, -ENDS)}
      <strong>{address.slice(-ENDS)}</strong>
    </code>
  );
}

/** The coin and the network, which have to be the right ones. */
function NetworkBar({ payment, words }: ShownPayment): VNode {
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

/** Where the script puts the buttons of the wallets that it finds; empty without it. */
function WalletSlot({ payment }: ShownPayment): VNode {
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
      data-value={payment.tokenAddress === null ? payment.missingAtomic : '0'}
      {...(payment.nativeSymbol === null ? {} : { 'data-native-symbol': payment.nativeSymbol })}
      {...(payment.walletRpcUrl === null ? {} : { 'data-rpc-url': payment.walletRpcUrl })}
    />
  );
}

/** The only button of local mode: it pays with coins that are worth nothing. */
function DemoPayment({ facts, words, locale }: ShownPayment): VNode {
  return (
    <form method="post" action={`/pay/${facts.publicId}/demo-payment?lang=${locale}`} class="demo" data-demo>
      <button type="submit" class="button">
        {words.payAsDemo}
      </button>
      <p class="muted">{words.demoNote}</p>
    </form>
  );
}

function OpenInWallet({ payment, words }: ShownPayment): VNode | null {
  return payment.missingUri === null ? null : (
    <a class="button" href={payment.missingUri}>
      <Icon name="wallet" />
      {words.openInWallet}
    </a>
  );
}

/** What is needed seldom: each part opens by a touch, and stays open while the page renews itself. */
function MoreWays(shown: ShownPayment): VNode {
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

/** When the time ends, in UTC; with its date where that is another day than the one it began on. */
function endText({ payment: { createdAt, expiresAt }, locale }: ShownPayment): string {
  const isSameDay = createdAt.slice(0, 10) === expiresAt.slice(0, 10);
  return isSameDay ? expiresAt.slice(11, 16) : readableMoment(expiresAt, locale, 'short');
}

/** Everything that is needed to pay: network, code, address, wallets. */
export function PayPanel(shown: ShownPayment): VNode {
  const { payment, facts, words } = shown;
  const isToken = payment.tokenAddress !== null;
  // Well-known wallets send a payment by EIP-681 to the token's contract, where it is lost. So the code of a token has
  // the address alone.
  const code = isToken ? payment.depositAddress : (payment.missingUri ?? payment.depositAddress);
  const says = isToken ? words.scanThenAmount : words.scan;
  const endsAtMs = Date.parse(payment.expiresAt);
  return (
    <section class="box pay">
      <NetworkBar {...shown} />
      <div class="pay-body">
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
        {facts.isLocal ? <DemoPayment {...shown} /> : null}
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
      </div>
      <MoreWays {...shown} />
    </section>
  );
}
