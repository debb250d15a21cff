import { isFramed } from './frame.js';
import { tabMemory } from './memory.js';

const TICK_MS = 500;

/**
 * Goes back to the merchant `data-return-after` seconds after the state has got a `[data-return-url]`. The note
 * `[data-return-note]` says so, and a touch of `[data-return-stop]` stops it, for this tab. The page goes back by itself
 * only once, and never in a frame. After that the link remains.
 */
export function goBack(): () => void {
  let endsAt = 0;
  // It has gone back, or was stopped. The name is of this payment: a shop may use one return address for all its payments.
  const name = `returned ${location.pathname}`;
  const tick = (): void => {
    const { returnUrl = '', returnAfter = '' } =
      document.querySelector<HTMLElement>('[data-return-url]')?.dataset ?? {};
    const isDue = !isFramed && /^https?:\/\//.test(returnUrl) && tabMemory.recall(name) === null;
    const note = document.querySelector<HTMLElement>('[data-return-note]');
    if (note !== null && note.hidden === isDue) note.hidden = !isDue;
    if (!isDue) {
      endsAt = 0;
      return;
    }
    endsAt ||= Date.now() + Number(returnAfter) * 1_000;
    if (Date.now() < endsAt) return;
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
