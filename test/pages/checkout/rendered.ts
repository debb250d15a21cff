import { renderCheckout } from '../../../src/pages/checkout/document.js';
import type { CheckoutFacts } from '../../../src/pages/checkout/facts.js';
import type { PageLocale } from '../../../src/pages/checkout/words/locales.js';
import { SHOWN_AT } from './page-facts.js';

/** The whole page as HTML. */
export const render = (facts: CheckoutFacts, locale: PageLocale = 'en'): string =>
  renderCheckout({ facts, locale, nowMs: SHOWN_AT, assets: { script: '/pay/assets/a.js', icon: '/i.svg' } });

/** The visible text of HTML, with entities resolved. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<(style|title)>[^]*?<\/\1>/g, '')
    .replaceAll(/<[a-z/!][^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
