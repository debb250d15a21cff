/**
 * Where programs for tables would begin a formula (https://owasp.org/www-community/attacks/CSV_Injection): at the start of a
 * cell, also behind blanks and with wide signs, and within it where another separator begins the next cell.
 */
const FORMULA = /^(?=[\t\r\n])|(^|[;\t\r\n])(?=\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** A figure below zero begins with a minus, and is no formula. */
const FIGURE = /^-?\d+(\.\d+)?$/;

/** Writes one cell of RFC 4180. What a program for tables would run gets an apostrophe before it, and is shown as text. */
function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = FIGURE.test(text) ? text : text.replace(FORMULA, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Writes one line of a CSV file, with its end. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`;
