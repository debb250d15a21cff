import { tabMemory } from './memory.js';

const TICK_MS = 500;

/**
 * Goes back to the merchant `data-return-after` seconds after the state has got a `[data-return-url]`. The note
 * `[data-return-note]` says so, and a touch of `[data-return-stop]` stops it. In a frame, and when the page has gone
 * back once, the customer goes by the link alone.
 */
export function goBack(): () => void {
  let endsAt = 0;
  // Of this payment: the shop may have one address for the end of all.
  const name = `returned ${location.pathname}`;
  let isStopped = window.top !== window.self;

  const tick = (): void => {
    const { returnUrl = '', returnAfter = '' } =
      document.querySelector<HTMLElement>('[data-return-url]')?.dataset ?? {};
    const isDue = !isStopped && /^https?:\/\//.test(returnUrl) && tabMemory.recall(name) === null;
    const note = document.querySelector<HTMLElement>('[data-return-note]');
    if (note !== null && note.hidden === isDue) note.hidden = !isDue;
    if (!isDue) {
      endsAt = 0;
      return;
    }
    endsAt ||= Date.now() + Number(returnAfter) * 1_000;
    if (Date.now() < endsAt) return;
    isStopped = true;
    tabMemory.remember(name, '1');
    location.assign(returnUrl);
  };
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || event.target.closest('[data-return-stop]') === null) return;
    isStopped = true;
    tick();
  });
  setInterval(tick, TICK_MS);
  return tick;
}
