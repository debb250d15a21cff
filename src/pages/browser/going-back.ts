import { isFramed } from './frame.js';
import { tabMemory } from './memory.js';

const TICK_MS = 500;
/**
 * A longer time between two ticks means that the page was stopped, so nobody saw the note. At most this much of it
 * counts.
 */
const COUNTED_MS = 2 * TICK_MS;

/**
 * Goes back to the merchant `data-return-after` seconds after the state has got a `[data-return-url]`. Only seconds count
 * in which the customer can stop it: the page is visible, and its state is current. The note `[data-return-note]` says
 * so, and a touch of `[data-return-stop]` stops it, for this tab. The page goes back by itself only once, and never in a
 * frame. After that the link remains.
 *
 * @param isCurrent tells whether the page shows the server's present state.
 */
export function goBack(isCurrent: () => boolean): () => void {
  let countedMs = 0;
  let isCounting = false;
  let lastTickAt = Date.now();
  // Stored once the page has gone back or was stopped. The name has this payment's path, because a shop may use one
  // return address for all its payments.
  const name = `returned ${location.pathname}`;
  const tick = (): void => {
    const { returnUrl = '', returnAfter = '' } =
      document.querySelector<HTMLElement>('[data-return-url]')?.dataset ?? {};
    const isDue = !isFramed && /^https?:\/\//.test(returnUrl) && tabMemory.recall(name) === null;
    const note = document.querySelector<HTMLElement>('[data-return-note]');
    if (note !== null && note.hidden === isDue) note.hidden = !isDue;
    const sinceMs = Math.min(Date.now() - lastTickAt, COUNTED_MS);
    lastTickAt = Date.now();
    const counted = isCounting ? countedMs + sinceMs : 0;
    isCounting = isDue && document.visibilityState === 'visible' && isCurrent();
    if (!isCounting) return;
    countedMs = counted;
    if (countedMs < Number(returnAfter) * 1_000) return;
    tabMemory.remember(name, '1');
    location.assign(returnUrl);
  };
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || event.target.closest('[data-return-stop]') === null) return;
    tabMemory.remember(name, '1');
    tick();
  });
  setInterval(tick, TICK_MS);
  return tick;
}
