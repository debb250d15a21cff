import type { FrameMessage } from '../browser/frame.js';
import type { CheckoutOptions, OpenCheckout, QuittanceEmbed } from './quittance-embed.js';

const STYLE = `dialog{border:0;padding:0;width:min(100%,480px);height:min(100%,860px);max-width:none;max-height:none;
border-radius:12px;overflow:hidden;outline:0;color-scheme:light dark;background:Canvas;color:CanvasText;
font:14px/1.4 system-ui,sans-serif}
dialog::backdrop{background:rgb(0 0 0/.55)}
div{display:flex;flex-direction:column;height:100%}
header{display:flex;justify-content:space-between;align-items:center;gap:16px;padding:4px 4px 4px 16px}
a{color:inherit;text-underline-offset:3px}button{font:inherit;color:inherit;background:none;border:0;min-width:44px;min-height:44px;cursor:pointer}
iframe{border:0;flex:1;width:100%}p{margin:auto;padding:24px;font-size:16px;text-align:center}[hidden]{display:none}
@media(max-width:520px){dialog{width:100%;height:100%;border-radius:0}}`;

/**
 * The look of `quittance-button` itself, if it has no class, and of a link or button inside it, if that has neither a
 * class nor a style.
 */
const BUTTON_STYLE = `quittance-button[role=button]:not([class]),quittance-button>:is(a,button):not([class],[style]){display:inline-block;box-sizing:border-box;
min-height:44px;padding:11px 20px;border:1px solid rgb(255 255 255/.3);border-radius:8px;background:#18181b;color:#fff;
font:600 16px/20px system-ui,sans-serif;text-decoration:none;cursor:pointer}`;

/**
 * How long the page in the frame may stay silent after the frame was loaded. Its script has to be loaded before it can
 * report its status.
 */
const SILENT_MS = 4_000;

const WORDS = {
  en: {
    title: 'Payment',
    tab: 'Open in a new tab',
    close: 'Close',
    silent: 'The payment page does not show here.',
  },
  de: {
    title: 'Zahlung',
    tab: 'In neuem Tab öffnen',
    close: 'Schließen',
    silent: 'Die Zahlungsseite wird hier nicht angezeigt.',
  },
};

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  values: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), values);
}

/** Adds a sheet that no policy against inline styles forbids. @returns false before Safari 16.4, which has none. */
function addSheet(root: ShadowRoot | Document, text: string): boolean {
  if (!('adoptedStyleSheets' in root)) return false;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return true;
}

function linkTo(url: URL, text: string): HTMLAnchorElement {
  return element('a', { href: url.href, target: '_blank', rel: 'noopener', textContent: text });
}

function open(checkoutUrl: string, { onStatus, onClose }: CheckoutOptions = {}): OpenCheckout {
  const url = new URL(checkoutUrl, location.href);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new TypeError('checkoutUrl is not an http or https URL');
  const words = WORDS[document.documentElement.lang.startsWith('de') ? 'de' : 'en'];
  const host = element('div', {});
  // In a shadow root with its own style sheet, neither the shop's styles nor its policy against inline styles matter.
  const root = host.attachShadow({ mode: 'open' });
  if (!addSheet(root, STYLE)) root.append(element('style', { textContent: STYLE }));
  const frame = element('iframe', { src: url.href, title: words.title, allow: 'clipboard-write' });
  const dialog = element('dialog', { ariaLabel: words.title, tabIndex: -1 });
  const closer = element('button', { type: 'button', textContent: '✕', ariaLabel: words.close });
  const header = element('header', {});
  const column = element('div', {});
  const note = element('p', { hidden: true });
  note.append(words.silent, element('br', {}), linkTo(url, words.tab));
  header.append(linkTo(url, words.tab), closer);
  column.append(header, frame, note);
  dialog.append(column);
  root.append(dialog);

  const close = (): void => dialog.close();
  // Whether the page in the frame has reported. If not, the browser shows an error page of its own, which does not help
  // the customer.
  let isHeard = false;
  const showFrame = (isShown: boolean): void => {
    frame.hidden = !isShown;
    note.hidden = isShown;
  };
  frame.addEventListener('load', () => {
    setTimeout(() => {
      // The browser's own message does not say what the merchant has to list.
      if (!isHeard && host.isConnected)
        console.warn(
          `Quittance: ${url.origin} does not show. Is exactly ${location.origin} in frameOrigins?`,
        );
      showFrame(isHeard);
    }, SILENT_MS);
  });
  const hear = ({ source, origin, data }: MessageEvent<Partial<FrameMessage> | null>): void => {
    // Only messages of the checkout's frame, from the checkout's origin, are believed.
    if (source !== frame.contentWindow || origin !== url.origin || data?.source !== 'quittance') return;
    isHeard = true;
    showFrame(true);
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
  // The dialog itself takes the focus, so that neither the link nor the close button above the checkout has it first.
  dialog.focus();
  return { close };
}

/**
 * `<quittance-button href="…checkoutUrl…">Pay</quittance-button>`: a button that opens the checkout over the page. It
 * fires an event `status` for each new status (in `detail`), and `close` at the end. Without this script only its text is
 * left, so put a link inside where that matters.
 */
class QuittanceButton extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener('click', this.#open);
    // A link or button inside is pressed instead. Screen readers and keyboards can't use nested buttons.
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

// Without the sheet, the link inside is the button.
addSheet(document, BUTTON_STYLE);
const embed: QuittanceEmbed = { open };
Object.assign(window, { Quittance: embed });
if (customElements.get('quittance-button') === undefined)
  customElements.define('quittance-button', QuittanceButton);
