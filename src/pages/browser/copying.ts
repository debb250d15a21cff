import type { ScriptWords } from './script-words.js';

const SAID_MS = 2_000;

/** Lets each `[data-copy]` copy its text. It says so on the button itself, where the finger is. */
export function letCopy(words: ScriptWords): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-copy]') : null;
    if (button !== null) void copy(button, words);
  });
}

async function copy(button: HTMLElement, words: ScriptWords): Promise<void> {
  const said = await navigator.clipboard.writeText(button.dataset['copy'] ?? '').then(
    () => words.copied,
    () => words.copyFailed,
  );
  const label = button.querySelector('[data-copy-says]') ?? button;
  // A second touch finds the first one's words: what stood there before them comes back.
  button.dataset['before'] ??= label.textContent;
  label.textContent = said;
  button.toggleAttribute('data-done', said === words.copied);
  setTimeout(() => {
    label.textContent = button.dataset['before'] ?? label.textContent;
    delete button.dataset['before'];
    button.removeAttribute('data-done');
  }, SAID_MS);
}
