/**
 * Returns an email as it is kept, looked up and counted: each account has one form, so no other spelling of it has limits
 * of its own.
 */
export function signInEmail(written: string): string {
  return written.toLowerCase();
}
