/** Programs for tables run a text that begins so as a formula (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r]/;
/** A figure below zero begins with a minus, and is no formula. */
const FIGURE = /^-?\d+(\.\d+)?$/;

/** Writes one cell of RFC 4180. What a program for tables would run begins with an apostrophe, and is shown as text. */
function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = FORMULA.test(text) && !FIGURE.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Writes one line of a CSV file, with its end. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`;
