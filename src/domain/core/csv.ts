/**
 * The places where a spreadsheet program would begin a formula (https://owasp.org/www-community/attacks/CSV_Injection):
 * at the start of a cell, even after blanks and with full-width signs; and inside a cell, after a separator that begins
 * the next cell for that program.
 */
const FORMULA = /^(?=[\t\r\n])|(^|[;\t\r\n])(?=\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** A negative number begins with a minus, and is not a formula. */
const FIGURE = /^-?\d+(\.\d+)?$/;

/**
 * Writes one cell of RFC 4180. A text that a spreadsheet program would run gets an apostrophe, so that it is shown as
 * text.
 */
function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = FIGURE.test(text) ? text : text.replace(FORMULA, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Writes one line of a CSV file, with its end. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`;
