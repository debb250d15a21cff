import type { FrameMessage } from '../browser/frame.js';
import type { CheckoutOptions, OpenCheckout, QuittanceEmbed } from './quittance-embed.js';

const STYLE = `dialog{border:0;padding:0;width:min(100%,480px);height:min(100%,860px);max-width:none;max-height:none;
border-radius:12px;overflow:hidden;outline:0;color-scheme:light dark;background:Canvas;color:CanvasText;
font:14px/1.4 system-ui,sans-serif}
dialog::backdrop{background:rgb(0 0 0/.55)}
div{display:flex;flex-direction:column;height:100%}
header{display:flex;justify-content:space-between;align-items:center;gap:16px;padding:4px 4px 4px 16px}
a{color:inherit;text-underline-offset:3px}button{font:inherit;color:inherit;background:none;border:0;min-width:44px;min-height:44px;cursor:pointer}
iframe{border:0;flex:1;width:100%}
@media(max-width:520px){dialog{width:100%;height:100%;border-radius:0}}`;

const WORDS = {
  en: { title: 'Payment', tab: 'Open in a new tab', close: 'Close' },
  de: { title: 'Zahlung', tab: 'In neuem Tab öffnen', close: 'Schließen' },
};

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  values: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), values);
}

function setStyle(root: ShadowRoot): void {
  // Safari has such sheets from 16.4 on.
  if (!('adoptedStyleSheets' in root)) {
    (root as ShadowRoot).append(element('style', { textContent: STYLE }));
    return;
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
}

function open(checkoutUrl: string, { onStatus, onClose }: CheckoutOptions = {}): OpenCheckout {
  const url = new URL(checkoutUrl, location.href);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new TypeError('checkoutUrl is no web address');
  const words = WORDS[document.documentElement.lang.startsWith('de') ? 'de' : 'en'];
  const host = element('div', {});
  // A shadow root with a sheet of its own: neither the shop's styles nor its policy against inline styles matter.
  const root = host.attachShadow({ mode: 'open' });
  setStyle(root);
  const frame = element('iframe', { src: url.href, title: words.title, allow: 'clipboard-write' });
  const dialog = element('dialog', { ariaLabel: words.title, tabIndex: -1 });
  const closer = element('button', { type: 'button', textContent: '✕', ariaLabel: words.close });
  const header = element('header', {});
  const column = element('div', {});
  header.append(
    element('a', { href: url.href, target: '_blank', rel: 'noopener', textContent: words.tab }),
    closer,
  );
  column.append(header, frame);
  dialog.append(column);
  root.append(dialog);

  const close = (): void => dialog.close();
  const hear = ({ source, origin, data }: MessageEvent<Partial<FrameMessage> | null>): void => {
    // Only what the checkout's own page says, from the checkout's own origin.
    if (source !== frame.contentWindow || origin !== url.origin || data?.source !== 'quittance') return;
    if (data.type === 'close') close();
    else if (data.type === 'status') onStatus?.(String(data.status));
  };
  addEventListener('message', hear);
  closer.addEventListener('click', close);
  dialog.addEventListener('close', () => {
    removeEventListener('message', hear);
    host.remove();
    onClose?.();
  });
  document.body.append(host);
  dialog.showModal();
  // It takes the focus itself: nothing around the checkout is the first thing to do.
  dialog.focus();
  return { close };
}

/**
 * `<quittance-button href="…checkoutUrl…">Pay</quittance-button>`: a link that opens the checkout over the page. Each
 * new status comes as an event `status` (in `detail`), and the end as `close`. Without this script it is the text alone,
 * so put a link inside where that matters.
 */
class QuittanceButton extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener('click', this.#open);
    // The link or button inside is what is pressed: two of them within each other would be none for many.
    if (this.querySelector('a,button') !== null) return;
    this.setAttribute('role', 'button');
    if (!this.hasAttribute('tabindex')) this.tabIndex = 0;
    this.style.setProperty('cursor', 'pointer');
    this.addEventListener('keydown', this.#press);
  }

  disconnectedCallback(): void {
    this.removeEventListener('click', this.#open);
    this.removeEventListener('keydown', this.#press);
  }

  readonly #press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    this.#open(event);
  };

  readonly #open = (event: Event): void => {
    event.preventDefault();
    open(this.getAttribute('href') ?? '', {
      onStatus: (status) => this.dispatchEvent(new CustomEvent('status', { detail: status })),
      onClose: () => this.dispatchEvent(new Event('close')),
    });
  };
}

const embed: QuittanceEmbed = { open };
Object.assign(window, { Quittance: embed });
if (customElements.get('quittance-button') === undefined)
  customElements.define('quittance-button', QuittanceButton);
