/** Who has touched nothing for as long as this may be gone. The server notes the use of a session about as often. */
const ATTENDED_MS = 60_000;

let touchedAtMs = Date.now();

/** Notes from now on when somebody touches the page. */
export function watchActivity(): void {
  const note = (): void => {
    touchedAtMs = Date.now();
  };
  // Screen readers and password managers click, type and scroll without a pointer or a key.
  for (const touch of ['pointerdown', 'keydown', 'wheel', 'touchmove', 'click', 'input', 'scroll'] as const)
    addEventListener(touch, note, { capture: true, passive: true });
}

/**
 * Returns the headers of a request. Pages read again by themselves: what they ask while nobody touches them is no use of the
 * session, which would otherwise never end in a window that was left open.
 */
export function activityHeaders(): Readonly<Record<string, string>> {
  return Date.now() - touchedAtMs > ATTENDED_MS ? { 'x-unattended': '1' } : {};
}
