const CHARACTERS_MIN = 12;
/** It limits the work of a sign-in, and is far longer than the passwords of password managers. */
const CHARACTERS_MAX = 256;

/** Returns the form that is hashed: keyboards write the same accented letter in several ways (Unicode NFKC). */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

/** Says whether the text can be a password. Only its length is judged: other rules make people choose worse ones. */
export function isPassword(text: string): boolean {
  // A normal form can be many times longer, and a character may be two UTF-16 units.
  if (text.length > 2 * CHARACTERS_MAX) return false;
  const characters = Array.from(normalizePassword(text)).length;
  return characters >= CHARACTERS_MIN && characters <= CHARACTERS_MAX;
}
