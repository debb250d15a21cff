/** What is remembered where the browser lets the page store nothing: until the page is left. */
const untilLeft = new Map<string, string>();

/** Returns what this tab remembers under a name; null: nothing. It outlives a reload where the browser allows that. */
export function recall(name: string): string | null {
  try {
    return untilLeft.get(name) ?? sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Remembers a text under a name, or forgets it (null). A browser may keep a page from all storage: that is no fault. */
export function remember(name: string, text: string | null): void {
  if (text === null) untilLeft.delete(name);
  else untilLeft.set(name, text);
  try {
    if (text === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    // It is remembered until the page is left.
  }
}
