import type { ScriptWords } from './script-words.js';

const SAID_MS = 2_000;

/** Lets each `[data-copy]` copy its text. The button itself says so: that is where the reader looks. */
export function letCopy(words: ScriptWords): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-copy]') : null;
    if (button !== null) void copy(button, words);
  });
}

/** Rejects also where the browser gives the page no clipboard, as over plain http. */
async function writeText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

async function copy(button: HTMLElement, words: ScriptWords): Promise<void> {
  const said = await writeText(button.dataset['copy'] ?? '').then(
    () => words.copied,
    () => words.copyFailed,
  );
  const label = button.querySelector('[data-copy-says]') ?? button;
  // After a second touch the label still has the words of the first one. So the first label is kept.
  button.dataset['before'] ??= label.textContent;
  label.textContent = said;
  button.toggleAttribute('data-done', said === words.copied);
  setTimeout(() => {
    label.textContent = button.dataset['before'] ?? label.textContent;
    delete button.dataset['before'];
    button.removeAttribute('data-done');
  }, SAID_MS);
}
