import { applyState } from './apply-state.js';
import { findState } from './state.js';

const POLL_MS = 5_000;
const STREAM_AGAIN_MS = 30_000;
/**
 * The server answers at once, and sends a heartbeat every 15 s. A stream that is silent for longer counts as
 * interrupted, even if the browser says that it is open. The network may be gone, or a proxy may hold everything back.
 */
const SILENT_MS = 45_000;
const READ_TIMEOUT_MS = 15_000;

interface Told {
  /** Called after each state that was put on the page. */
  readonly onState: () => void;
  /** Called when the server can't be reached, and when it can be reached again. */
  readonly onConnection: (isLost: boolean) => void;
}

/**
 * Keeps the page at the server's state. It follows the event stream. While the stream is refused, cut or silent, it reads
 * the state every 5 s instead. It also reads whenever the page may have slept: when the page is shown again, comes back
 * from the browser's cache, or is online again.
 */
export class LiveState {
  readonly #told: Told;
  #stream: EventSource | null = null;
  #isPolling = false;
  #lastHeardAt = 0;
  /** True: the page may have missed a change, and has not reached the server since then. */
  #isStale = false;
  /** Grows with each state shown, so that an answer to an earlier request does not replace a later state. */
  #shown = 0;

  constructor(told: Told) {
    this.#told = told;
    this.#open();
    setInterval(() => {
      this.#poll();
    }, POLL_MS);
    setInterval(() => {
      if (this.#isPolling && this.#stream?.readyState === EventSource.CLOSED) this.#open();
    }, STREAM_AGAIN_MS);
    document.addEventListener('visibilitychange', () => this.#wake());
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) this.#wake();
    });
    addEventListener('online', () => this.#wake());
    addEventListener('offline', () => this.#tellConnection(true));
  }

  /** Says whether the page shows the server's state of this moment, as far as it can know. */
  isCurrent(): boolean {
    return !this.#isStale && navigator.onLine && !this.#isSilent();
  }

  /** Reads the state anew. Resolves to whether that was possible. */
  async read(): Promise<boolean> {
    const before = this.#shown;
    try {
      const answer = await fetch(findState()?.dataset['fragment'] ?? location.href, {
        headers: { accept: 'text/html' },
        cache: 'no-store',
        signal: AbortSignal.timeout(READ_TIMEOUT_MS),
      });
      const html = await answer.text();
      if (before === this.#shown) this.#showRead(html);
      this.#tellConnection(false);
      return true;
    } catch {
      this.#tellConnection(true);
      return false;
    }
  }

  #open(): void {
    this.#stream?.close();
    const { events = '', version = '' } = findState()?.dataset ?? {};
    if (events === '') return;
    const url = new URL(events, location.href);
    // The server does not send again what the page already shows.
    url.searchParams.set('have', version);
    this.#lastHeardAt = Date.now();
    const stream = new EventSource(url);
    // An open stream may still be held back by a proxy. Only its events show that it works.
    stream.addEventListener('beat', () => this.#heard());
    stream.addEventListener('state', (event: MessageEvent<string>) => {
      this.#heard();
      this.#show(event.data);
    });
    stream.addEventListener('same', (event: MessageEvent<string>) => {
      this.#heard();
      // The browser has reopened this stream, and its address still has the old version. A new stream gets the present
      // version. A server of an older release names no version.
      if (event.data !== '' && event.data !== findState()?.dataset['version']) this.#open();
    });
    stream.addEventListener('error', () => {
      // The next read shows whether the server answers. The browser reopens the stream by itself, and that reports
      // nothing more.
      if (!this.#isPolling) this.#isStale = true;
      this.#isPolling = true;
    });
    this.#stream = stream;
  }

  #heard(): void {
    this.#lastHeardAt = Date.now();
    this.#isPolling = false;
    this.#tellConnection(false);
  }

  #tellConnection(isLost: boolean): void {
    this.#isStale = isLost;
    this.#told.onConnection(isLost);
  }

  #show(html: string): boolean {
    if (!applyState(html)) return false;
    this.#shown += 1;
    this.#told.onState();
    return true;
  }

  /**
   * A state that was read may be older than the one that the stream sent before it. The stream does not send that one
   * again, so a new stream is opened.
   */
  #showRead(html: string): void {
    const before = findState()?.dataset['version'];
    if (!this.#show(html)) throw new Error('no state');
    const isChanged = findState()?.dataset['version'] !== before;
    if (isChanged && this.#stream?.readyState === EventSource.OPEN) this.#open();
  }

  #isSilent(): boolean {
    return Date.now() - this.#lastHeardAt > SILENT_MS;
  }

  #poll(): void {
    if (document.visibilityState === 'hidden') return;
    if (this.#isSilent()) {
      this.#isPolling = true;
      this.#open();
    }
    if (this.#isPolling) void this.read();
  }

  #wake(): void {
    if (document.visibilityState === 'hidden') return;
    this.#isStale = true;
    void this.read();
    if (this.#stream?.readyState === EventSource.CLOSED || this.#isSilent()) this.#open();
  }
}
