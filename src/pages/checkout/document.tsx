/** @jsxImportSource preact */
import type { ComponentChildren, VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { Icon } from '../design/icons.js';
import { openAmountText, wholeAmount, readableAmount } from './amounts.js';
import { renderMain, type MainRequest } from './main-part.js';
import type { CheckoutFacts } from './facts.js';
import { CHOOSES, PAYABLE, phaseOf, type Phase } from './phase.js';
import { brandCss, styleSource } from './brand.js';
import { isolate } from '../design/isolate.js';
import { STYLE } from './style.js';
import { LOCALES, WORDS, type PageLocale } from './words/locales.js';
import type { PhaseWords } from './words/words.js';

/** The addresses of the files that a page loads from this server. */
export interface PageAssets {
  /** Null: the page has no script. */
  readonly script: string | null;
  readonly icon: string;
}

const STYLE_SOURCE = styleSource(STYLE);

/** Returns the Content-Security-Policy sources that allow the inline styles of the page and no others. */
export function styleSources(color: string | null): readonly string[] {
  const css = brandCss(color);
  return css === '' ? [STYLE_SOURCE] : [STYLE_SOURCE, styleSource(css)];
}

export interface DocumentProps {
  readonly title: string;
  readonly locale: PageLocale;
  readonly assets: PageAssets;
  /** The address of the page, for links to its other languages. Null: the page has no address of its own. */
  readonly path: string | null;
  /** The merchant's colour, `#rrggbb`. */
  readonly color?: string | null;
  readonly children: ComponentChildren;
}

/** The address of the page without its mark for a form. A page without its own address is loaded again as it is. */
const reloadPath = (path: string | null, locale: PageLocale): string =>
  path === null ? '' : `${path}?lang=${locale}`;

function Languages({ path, locale }: { readonly path: string; readonly locale: PageLocale }): VNode {
  return (
    <nav class="languages">
      {LOCALES.map((other) =>
        other === locale ? (
          <span key={other} aria-current="true" lang={other}>
            {WORDS[other].language}
          </span>
        ) : (
          <a key={other} href={`${path}?lang=${other}`} lang={other} hreflang={other}>
            {WORDS[other].language}
          </a>
        ),
      )}
    </nav>
  );
}

function Page({ title, locale, assets, path, color, children }: DocumentProps): VNode {
  const words = WORDS[locale];
  const brand = brandCss(color ?? null);
  return (
    <html lang={locale} dir={words.direction}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="icon" type="image/svg+xml" href={assets.icon} />
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
        {brand === '' ? null : <style dangerouslySetInnerHTML={{ __html: brand }} />}
        {assets.script === null ? null : <script src={assets.script} defer />}
      </head>
      <body>
        {children}
        <footer>
          <noscript>
            <p>
              {words.noScript} <a href={reloadPath(path, locale)}>{words.reload}</a>
            </p>
          </noscript>
          {path === null ? null : <Languages path={path} locale={locale} />}
        </footer>
      </body>
    </html>
  );
}

/** Renders a whole page around its content. */
export function renderDocument(props: DocumentProps): string {
  return `<!doctype html>${render(<Page {...props} />)}`;
}

/** Writes the amount that is asked for, short enough for a title. */
function amountText(facts: CheckoutFacts, locale: PageLocale): string {
  const { payment } = facts;
  if (payment !== null) {
    const exact = wholeAmount(payment.amountAtomic, payment.decimals);
    return `${readableAmount(exact, locale)} ${payment.tokenSymbol}`;
  }
  return openAmountText(facts, locale);
}

/**
 * The result of the form that led to the page. `refused`: the choice is not possible now. `sent`: the demo customer has
 * paid.
 */
export type FormResult = 'refused' | 'sent';

/**
 * The phases in which the note about a form is shown. In all other phases the page itself tells the customer as much,
 * or more.
 */
const SAID_IN: Readonly<Record<FormResult, readonly Phase[]>> = { refused: CHOOSES, sent: PAYABLE };

/** The note about the result of a form. The script removes it with the next state. */
function FormNote(props: {
  readonly result: FormResult;
  readonly path: string;
  readonly locale: PageLocale;
}): VNode {
  const { result, path, locale } = props;
  const words = WORDS[locale];
  const isRefused = result === 'refused';
  return (
    <p
      class={`column notice form-note tone-${isRefused ? 'attention' : 'seen'}`}
      role={isRefused ? 'alert' : 'status'}
      data-form-note
    >
      <Icon name={isRefused ? 'alert' : 'clock'} />
      <span>
        {isRefused ? words.choiceRefused : words.demoSent}
        {isRefused ? null : (
          <noscript>
            {' '}
            <a href={reloadPath(path, locale)}>{words.reload}</a>
          </noscript>
        )}
      </span>
    </p>
  );
}

/** Renders the whole checkout page. It shows everything before any script runs. */
export function renderCheckout(
  request: MainRequest & {
    readonly assets: PageAssets;
    /** Null: no form has led here. */
    readonly formResult?: FormResult | null;
  },
): string {
  const { facts, locale, assets, formResult = null } = request;
  const title = WORDS[locale].pageTitle(amountText(facts, locale), isolate(facts.merchant.name));
  const path = `/pay/${facts.publicId}`;
  const isSaid = formResult !== null && SAID_IN[formResult].includes(phaseOf(facts, request.nowMs));
  return renderDocument({
    title,
    locale,
    assets,
    path,
    color: facts.merchant.color,
    children: (
      <>
        {isSaid ? <FormNote {...{ result: formResult, path, locale }} /> : null}
        <div class="column" dangerouslySetInnerHTML={{ __html: renderMain(request).html }} />
      </>
    ),
  });
}

/** Renders a page with nothing to pay: no such page, too many requests, or a fault of the server. */
export function renderMessage(message: {
  readonly words: PhaseWords;
  readonly locale: PageLocale;
  readonly assets: PageAssets;
  /** Null: the customer does not need to quote it. */
  readonly requestId: string | null;
  /** The origins that may show it in a frame, as far as they are known. The script tells them that it is there. */
  readonly frameOrigins: readonly string[];
}): string {
  const { words, locale, assets, requestId, frameOrigins } = message;
  return renderDocument({
    title: words.title,
    locale,
    assets,
    path: null,
    children: (
      <main class="column" data-frame-origins={frameOrigins.join(' ')}>
        <section class="status tone-over lone">
          <Icon name="info" size={20} />
          <div>
            <h1>{words.title}</h1>
            <p>{words.now}</p>
          </div>
        </section>
        {requestId === null ? null : (
          <p class="row muted">
            <span>{WORDS[locale].requestId}</span>
            <code>{requestId}</code>
          </p>
        )}
      </main>
    ),
  });
}
