/** Returns the element that holds the whole state as the server rendered it; null on a page without a state. */
export function findState(from: ParentNode = document): HTMLElement | null {
  return from.querySelector<HTMLElement>('#pay');
}
