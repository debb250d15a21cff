import type { ScriptWords } from './script-words.js';
import { findState } from './state.js';

const TICK_MS = 1_000;

/** Returns time as minutes and seconds, such as `3:05`. */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * Shows the time left at each `[data-countdown]`, an end in ms since 1970 by the server's clock. It names minutes until
 * the last quarter, and counts seconds from then on. The state has the server's time (`data-now`), so that a wrong
 * clock of this machine changes nothing.
 */
export function showTimeLeft(words: ScriptWords): () => void {
  let aheadMs = 0;
  let readFrom = '';

  const tick = (): void => {
    const serverNow = findState()?.dataset['now'] ?? '';
    if (serverNow !== '' && serverNow !== readFrom) {
      readFrom = serverNow;
      aheadMs = Number(serverNow) - Date.now();
    }
    const now = Date.now() + aheadMs;
    for (const element of document.querySelectorAll<HTMLElement>('[data-countdown]')) {
      const end = element.dataset['countdown'] ?? '';
      const start = Number(element.dataset['countdownFrom'] ?? now);
      const leftMs = Number(end) - now;
      const isLastQuarter = leftMs * 4 <= Number(end) - start || leftMs < 60_000;
      element.closest('[data-time]')?.classList.toggle('is-short', isLastQuarter);
      const text = isLastQuarter ? formatClock(leftMs) : words.minutesLeft(Math.floor(leftMs / 60_000));
      if (element.textContent !== text) element.textContent = text;
    }
  };
  setInterval(tick, TICK_MS);
  return tick;
}
