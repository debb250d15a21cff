/**
 * Parses a URL with the WHATWG parser; null when it is malformed.
 *
 * It does not use `URL.canParse`. In Node 20 and 22 that refuses letters like `ü` after some thousand calls, when V8
 * switches to the fast path of https://github.com/nodejs/node/pull/47552.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
