/** A person who has touched nothing for this long may be away. The server records the use of a session about as often. */
const ATTENDED_MS = 60_000;

let touchedAtMs = Date.now();

/** Records from now on when somebody touches the page. */
export function watchActivity(): void {
  const note = (): void => {
    touchedAtMs = Date.now();
  };
  // Screen readers and password managers click, type and scroll without a pointer or a key.
  for (const touch of ['pointerdown', 'keydown', 'wheel', 'touchmove', 'click', 'input', 'scroll'] as const)
    addEventListener(touch, note, { capture: true, passive: true });
}

/**
 * Returns the headers of a request. Pages read their data again by themselves. While nobody touches the page, these requests
 * must not count as use of the session. Otherwise it would never end in a window that was left open.
 */
export function activityHeaders(): Readonly<Record<string, string>> {
  return Date.now() - touchedAtMs > ATTENDED_MS ? { 'x-unattended': '1' } : {};
}
