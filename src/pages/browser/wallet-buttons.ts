import { OWN } from './apply-state.js';
import { isFramed } from './frame.js';
import type { LiveState } from './live.js';
import { recallSent, rememberAsked, rememberSent, wasAsked, type SentPayment } from './memory.js';
import { NotPaidError, payByWallet } from './pay-by-wallet.js';
import { nameTerms, readWalletTerms, type WalletTerms } from './wallet-terms.js';
import type { ScriptWords } from './script-words.js';
import { findState } from './state.js';
import { findInstalledWallets, type InstalledWallet } from './find-installed-wallets.js';

function currentTerms(): WalletTerms | null {
  const place = document.querySelector<HTMLElement>('[data-wallet]');
  return place === null ? null : readWalletTerms(place.dataset);
}

/**
 * All choices of a checkout count as one page, because a customer who has sent a payment for one must not pay another.
 */
const currentPage = (): string => findState()?.dataset['order'] ?? '';

/**
 * Returns the payment that this browser has sent and the service has not seen yet. A changed amount does not mean that
 * it was seen: somebody else may have paid a part.
 */
function unseenPayment(slot: HTMLElement): SentPayment | null {
  const sent = recallSent(currentPage());
  return sent === null || slot.dataset['sent']?.split(' ').includes(sent.hash) === true ? null : sent;
}

/** A payment that is sent with less time left mostly comes too late, because the time of its block counts. */
const LEAST_LEFT_MS = 20_000;

/** Says whether the time ends too soon, by the server's clock. The state has to be read just before. */
function isTooLate(): boolean {
  const end = document.querySelector<HTMLElement>('[data-countdown]')?.dataset['countdown'];
  return Number(end) - Number(findState()?.dataset['now']) < LEAST_LEFT_MS;
}

function isSentAlready(): boolean {
  const slot = document.querySelector<HTMLElement>('[data-sent]');
  return slot !== null && unseenPayment(slot) !== null;
}

/** Offers a button for each installed wallet at `[data-wallet]`. In a frame, where no wallet is, it offers a new tab. */
export class WalletButtons {
  readonly #words: ScriptWords;
  readonly #live: LiveState;
  #wallets: readonly InstalledWallet[] = [];
  #isBusy = false;
  #note = '';
  /** The words of a wallet that gave no clear answer to the request to send. */
  #unclear = '';
  /** The terms for which the buttons and the note were shown. */
  #shownFor = '';

  constructor(words: ScriptWords, live: LiveState) {
    this.#words = words;
    this.#live = live;
    // Another tab may have sent the payment, or asked a wallet for it.
    addEventListener('storage', () => this.show());
    if (isFramed) return;
    findInstalledWallets((wallets) => {
      this.#wallets = wallets;
      this.show();
    });
  }

  /** Puts the buttons on the page. It is called again after each change of the state or of the wallets. */
  show(): void {
    const place = document.querySelector<HTMLElement>('[data-wallet]');
    const terms = currentTerms();
    this.#showSent();
    if (place === null || terms === null) return;
    const name = nameTerms(terms);
    if (name !== this.#shownFor && !this.#isBusy) this.#note = '';
    this.#shownFor = name;
    const box = ownBox(place, 'wallet-own');
    const parts = this.#offer();
    const wanted = parts.map((part) => part.outerHTML).join('');
    if (box.dataset['shown'] === wanted) return;
    box.dataset['shown'] = wanted;
    const focused = box.contains(document.activeElement) ? document.activeElement?.id : undefined;
    box.replaceChildren(...parts, this.#status());
    if (focused !== undefined && focused !== '') document.getElementById(focused)?.focus();
  }

  /**
   * Shows the sent payment in each state until the service has seen it. Otherwise it shows the request that a wallet
   * may still have open: from before a reload, from another tab, or after an unclear answer. All other ways to pay are
   * hidden meanwhile.
   */
  #showSent(): void {
    const slot = document.querySelector<HTMLElement>('[data-sent]');
    if (slot === null) return;
    const sent = unseenPayment(slot);
    const isAsked = sent === null && !this.#isBusy && wasAsked(currentPage());
    slot.hidden = sent === null && !isAsked;
    for (const part of document.querySelectorAll<HTMLElement>('[data-unsent]')) part.hidden = !slot.hidden;
    const box = ownBox(slot, 'sent-own');
    const wanted = sent?.hash ?? (isAsked ? `asked ${this.#unclear}` : '');
    if ((box.dataset['shown'] ?? '') === wanted) return;
    box.dataset['shown'] = wanted;
    box.replaceChildren(...(slot.hidden ? [] : this.#sent(sent)));
  }

  /** Returns the line that says what happens. Screen readers announce it. It stays while the buttons change. */
  #status(): HTMLElement {
    const line = document.getElementById('wallet-note') ?? document.createElement('p');
    line.id = 'wallet-note';
    line.className = 'wallet-note';
    line.setAttribute('role', 'status');
    line.textContent = this.#note;
    return line;
  }

  #offer(): readonly HTMLElement[] {
    if (isFramed) return [this.#tabLink()];
    return this.#wallets.map((wallet, index) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.id = `wallet-${index}`;
      // The only wallet is the main way to pay.
      button.className = this.#wallets.length === 1 ? 'button wallet-button primary' : 'button wallet-button';
      // A disabled button would lose the focus, and keyboard users would lose their place.
      button.setAttribute('aria-disabled', String(this.#isBusy));
      if (wallet.icon !== null) button.append(iconOf(wallet.icon));
      const label = document.createElement('span');
      label.textContent = this.#words.payWith(this.#nameOf(wallet));
      button.append(label);
      button.addEventListener('click', () => void this.#pay(wallet));
      return button;
    });
  }

  #tabLink(): HTMLElement {
    const link = document.createElement('a');
    link.id = 'wallet-tab';
    link.className = 'button wallet-button';
    link.href = location.href;
    link.target = '_blank';
    link.rel = 'noopener';
    link.textContent = this.#words.payInTab;
    return link;
  }

  /** @param sent Null: a wallet was asked to send, and its answer is not known. */
  #sent(sent: SentPayment | null): readonly HTMLElement[] {
    const said = document.createElement('p');
    said.className = 'wallet-sent';
    said.setAttribute('role', 'status');
    said.textContent = sent === null ? `${this.#unclear} ${this.#words.asked}`.trimStart() : this.#words.sent;
    const again = document.createElement('button');
    again.type = 'button';
    again.id = 'wallet-again';
    again.className = 'quiet';
    again.textContent = sent === null ? this.#words.offerRefused : this.#words.offerAgain;
    again.addEventListener('click', () => {
      rememberSent(currentPage(), null);
      rememberAsked(currentPage(), false);
      this.#unclear = '';
      this.show();
    });
    return [said, ...(sent === null ? [] : [hashOf(sent)]), again];
  }

  #nameOf({ name }: InstalledWallet): string {
    return name ?? this.#words.browserWallet;
  }

  #say(note: string): void {
    this.#note = note;
    const line = document.getElementById('wallet-note');
    if (line !== null) line.textContent = note;
  }

  async #pay(wallet: InstalledWallet): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#unclear = '';
    const page = currentPage();
    this.show();
    try {
      const { hash, terms } = await payByWallet({
        provider: wallet.provider,
        wallet: this.#nameOf(wallet),
        words: this.#words,
        say: (text) => this.#say(text),
        onAsk: (isAsked) => rememberAsked(page, isAsked),
        readWalletTerms: async () => {
          if (!(await this.#live.read())) throw new NotPaidError(this.#words.offline);
          if (isTooLate()) throw new NotPaidError(this.#words.tooLate);
          // Another tab may have sent it in the meantime, or asked a wallet to.
          return isSentAlready() || wasAsked(page) ? null : currentTerms();
        },
      });
      const url = terms.explorer === null ? null : `${terms.explorer.replace(/\/$/, '')}/tx/${hash}`;
      rememberSent(page, { hash, url });
      rememberAsked(page, false);
      this.#say('');
    } catch (error) {
      const { message, isUnclear = false } = error as Partial<NotPaidError> & Error;
      this.#say(isUnclear ? '' : message);
      this.#unclear = isUnclear ? message : '';
    } finally {
      this.#isBusy = false;
      this.show();
    }
  }
}

/** Returns the script's own element inside an element of the server. The server's next state does not remove it. */
function ownBox(place: HTMLElement, id: string): HTMLElement {
  const existing = place.querySelector<HTMLElement>(`#${id}`);
  if (existing !== null) return existing;
  const box = document.createElement('div');
  box.id = id;
  box.className = 'wallets';
  box.setAttribute(OWN, '');
  place.append(box);
  return box;
}

/** The hash of a sent payment, with a link if the chain has an explorer. */
function hashOf({ hash, url }: SentPayment): HTMLElement {
  const code = document.createElement(url === null ? 'code' : 'a');
  code.className = 'wallet-hash';
  code.textContent = hash;
  if (code instanceof HTMLAnchorElement) {
    code.href = url ?? '';
    code.target = '_blank';
    code.rel = 'noopener noreferrer';
  }
  return code;
}

function iconOf(source: string): HTMLImageElement {
  const icon = document.createElement('img');
  icon.src = source;
  icon.alt = '';
  icon.width = 20;
  icon.height = 20;
  return icon;
}
