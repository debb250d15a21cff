import { findState } from './state.js';

const TICK_MS = 1_000;
const COUNTED_MS = 3_600_000;

/** The units of longer times: each with its length in ms, and the least number of it that is shown. */
const UNITS = [
  ['day', 86_400_000, 2],
  ['hour', 3_600_000, 2],
  ['minute', 60_000, 0],
] as const;

/** Returns time in the largest unit of which there are enough, such as `6 days`. */
export function formatLeft(ms: number, language: string): string {
  const [unit, unitMs] = UNITS.find(([, size, least]) => ms >= size * least) ?? UNITS[2];
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.max(0, Math.floor(ms / unitMs)));
}

/** Returns time as minutes and seconds, such as `3:05`. */
function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * Shows the time left at each `[data-countdown]`, an end in ms since 1970 by the server's clock. It names days, hours or
 * minutes at first. In the last quarter of the time it counts seconds, if less than an hour is left. At the end it marks
 * the state (`data-over`), and the page hides all that could be paid. The state has the server's time (`data-now`), so a
 * wrong clock on this machine changes nothing.
 */
export function showTimeLeft(language: string): () => void {
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
      const isCounted = isLastQuarter && leftMs < COUNTED_MS;
      // Nothing may be sent any more. Without a connection it may take long until the server says so.
      findState()?.toggleAttribute('data-over', leftMs <= 0);
      const text = isCounted ? formatClock(leftMs) : formatLeft(leftMs, language);
      if (element.textContent !== text) element.textContent = text;
    }
  };
  setInterval(tick, TICK_MS);
  return tick;
}
