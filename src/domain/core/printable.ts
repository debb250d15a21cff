/**
 * Characters that move the cursor, break a line, set colours, or turn the direction of what follows. A stranger's text may
 * contain them.
 */
const CONTROLS =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Returns a text as it may be written to a terminal or into a log: characters that control either are escaped. */
export function printable(text: string): string {
  return text.replaceAll(CONTROLS, (one) => {
    const escaped = JSON.stringify(one).slice(1, -1);
    return escaped === one ? `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}` : escaped;
  });
}

/** How much of a reason is shown that the database has: most are shorter. */
export const REASON_SHOWN = 400;
/** Longer than any id, address, symbol or hash. */
const QUOTED_MAX = 80;

/**
 * Quotes what the database says, so that it can be told apart from our own words: it is escaped, and cut. Its owner may have
 * written anything there.
 */
export function quoted(value: unknown, most = QUOTED_MAX): string {
  const text = printable(JSON.stringify(String(value)).slice(1, -1));
  return `"${text.length <= most ? text : `${text.slice(0, most)}…`}"`;
}

/** One word: an id, an address, a hash or a symbol. No sentence fits in. */
const WORD = /^[\w./-]{1,80}$/;

/** Writes what the database says as it is, if it is a single word. Anything else is {@link quoted}. */
export function wordOrQuoted(value: unknown): string {
  const text = String(value);
  return WORD.test(text) ? text : quoted(text);
}
