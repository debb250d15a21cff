/**
 * Characters that move the cursor, break a line, set colours or change the direction of writing. Text from a stranger
 * may contain them.
 */
const CONTROLS =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Returns a text that is safe for a terminal or a log: control characters are escaped. */
export function printable(text: string): string {
  return text.replaceAll(CONTROLS, (one) => {
    const escaped = JSON.stringify(one).slice(1, -1);
    return escaped === one ? `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}` : escaped;
  });
}

/** The most characters that are shown of a reason from the database. Most reasons are shorter. */
export const REASON_SHOWN = 400;
/** Longer than any id, address, symbol or hash. */
const QUOTED_MAX = 80;

/**
 * Quotes a text from the database: it is escaped and cut, and looks different from our own words. The owner of the
 * database may have written anything.
 */
export function quoted(value: unknown, most = QUOTED_MAX): string {
  const text = printable(JSON.stringify(String(value)).slice(1, -1));
  return `"${text.length <= most ? text : `${text.slice(0, most)}…`}"`;
}

/** One word: an id, an address, a hash or a symbol. No sentence fits in. */
const WORD = /^[\w./-]{1,80}$/;

/** Returns a text from the database unchanged if it is a single word. Any other text is {@link quoted}. */
export function wordOrQuoted(value: unknown): string {
  const text = String(value);
  return WORD.test(text) ? text : quoted(text);
}
