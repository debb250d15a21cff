/**
 * Returns the form of an email in which it is stored, looked up and counted. Each account has one form, so another
 * spelling does not have limits of its own.
 */
export function signInEmail(written: string): string {
  return written.toLowerCase();
}
