import type { Result } from './command.js';

/** Where a result is shown. */
interface Terminal {
  /** In characters; undefined when it goes elsewhere, such as into a file or another program. */
  readonly width?: number | undefined;
}

/**
 * Formats a result for people. An object becomes `field  value` lines, and an object within it is indented. A list
 * becomes a table with a line for each item. If the terminal is too narrow for the table, the items are written like
 * objects, one below the other.
 */
export function formatResult(result: Result, { width = Infinity }: Terminal = {}): string {
  if (!Array.isArray(result)) return formatFields(result as Fields).join('\n');
  const rows = result as readonly Fields[];
  if (rows.length === 0) return 'none';
  const table = formatTable(rows);
  return (table.every((line) => line.length <= width) ? table : formatItems(rows)).join('\n');
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ') || '-';
  return JSON.stringify(value);
}

function formatFields(fields: Fields): string[] {
  const names = Object.keys(fields);
  const width = Math.max(0, ...names.map((name) => name.length));
  return names.flatMap((name) => {
    const value = fields[name];
    const within = formatWithin(value);
    return within === null
      ? [`${name.padEnd(width)}  ${formatValue(value)}`]
      : [name, ...within.map((line) => (line === '' ? '' : `  ${line}`))];
  });
}

/** Returns the lines of a value that has fields of its own; null if the value is written on the line of its field. */
function formatWithin(value: unknown): string[] | null {
  if (isFields(value)) return Object.keys(value).length === 0 ? null : formatFields(value);
  return Array.isArray(value) && value.length > 0 && value.every(isFields) ? formatItems(value) : null;
}

/** Returns the lines of all items, with an empty line between two items. */
function formatItems(items: readonly Fields[]): string[] {
  return items.flatMap((item, i) => (i === 0 ? formatFields(item) : ['', ...formatFields(item)]));
}

function formatTable(rows: readonly Fields[]): string[] {
  const columns = Object.keys(rows[0] ?? {});
  const cells = [columns, ...rows.map((row) => columns.map((column) => formatValue(row[column])))];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)));
  return cells.map((line) =>
    line
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
