/**
 * A URL by the WHATWG's parser, or null.
 *
 * Not `URL.canParse`: in Node 20 and 22 it refuses letters like `ü` some thousand calls after the start, when V8 takes
 * its fast way to it (of https://github.com/nodejs/node/pull/47552).
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
