import { applyState } from './apply-state.js';
import { findState } from './state.js';

const POLL_MS = 5_000;
const STREAM_AGAIN_MS = 30_000;
/** The server sends a heartbeat every 15 s. After three missing ones the stream is cut, whatever the browser thinks. */
const SILENT_MS = 45_000;
const READ_TIMEOUT_MS = 15_000;

/** Keeps the page at the server's state. */
export interface Live {
  /** Reads the state anew. Resolves with whether that was possible. */
  read(): Promise<boolean>;
}

interface Told {
  /** After each state that was put on the page. */
  readonly onState: () => void;
  /** When the server can't be reached, and when it can again. */
  readonly onConnection: (isLost: boolean) => void;
}

/**
 * Follows the stream of the state. While it is refused or cut, the page is read every 5 s instead. The page is also read
 * whenever it may have slept: when it is shown again, comes back from the browser's cache, or is online again.
 */
export function followState({ onState, onConnection }: Told): Live {
  let stream: EventSource | null = null;
  let isPolling = false;
  let lastHeardAt = Date.now();
  /** Grows with each state shown: an answer to an earlier question is not put over a later state. */
  let shown = 0;

  const heard = (): void => {
    lastHeardAt = Date.now();
    isPolling = false;
    onConnection(false);
  };
  const show = (html: string): boolean => {
    if (!applyState(html)) return false;
    shown += 1;
    onState();
    return true;
  };

  const read = async (): Promise<boolean> => {
    const before = shown;
    try {
      const answer = await fetch(findState()?.dataset['fragment'] ?? location.href, {
        headers: { accept: 'text/html' },
        cache: 'no-store',
        signal: AbortSignal.timeout(READ_TIMEOUT_MS),
      });
      const html = await answer.text();
      if (before === shown && !show(html)) throw new Error('no state');
      onConnection(false);
      return true;
    } catch {
      onConnection(true);
      return false;
    }
  };

  const open = (): void => {
    stream?.close();
    const url = findState()?.dataset['events'];
    if (url === undefined || url === '') return;
    lastHeardAt = Date.now();
    stream = new EventSource(url);
    stream.addEventListener('open', heard);
    stream.addEventListener('beat', heard);
    stream.addEventListener('state', (event: MessageEvent<string>) => {
      heard();
      show(event.data);
    });
    stream.addEventListener('error', () => (isPolling = true));
  };

  setInterval(() => {
    if (document.visibilityState === 'hidden') return;
    if (stream !== null && Date.now() - lastHeardAt > SILENT_MS) {
      isPolling = true;
      open();
    }
    if (isPolling) void read();
  }, POLL_MS);
  setInterval(() => {
    if (isPolling && stream?.readyState === EventSource.CLOSED) open();
  }, STREAM_AGAIN_MS);

  const wake = (): void => {
    if (document.visibilityState === 'hidden') return;
    void read();
    if (stream?.readyState === EventSource.CLOSED || Date.now() - lastHeardAt > SILENT_MS) open();
  };
  document.addEventListener('visibilitychange', wake);
  addEventListener('pageshow', (event) => {
    if (event.persisted) wake();
  });
  addEventListener('online', wake);
  addEventListener('offline', () => onConnection(true));
  open();
  return { read };
}
