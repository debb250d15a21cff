import type { Result } from './command.js';

/** Writes a result for people: an object as `field: value` lines, a list as a table of its plain fields. */
export function formatResult(result: Result): string {
  return Array.isArray(result) ? formatTable(result as Fields[]) : formatFields(result as Fields);
}

type Fields = Readonly<Record<string, unknown>>;

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ') || '-';
  return JSON.stringify(value);
}

function formatFields(fields: Fields): string {
  const names = Object.keys(fields);
  const width = Math.max(0, ...names.map((name) => name.length));
  return names.map((name) => `${name.padEnd(width)}  ${formatValue(fields[name])}`).join('\n');
}

function formatTable(rows: readonly Fields[]): string {
  const [first] = rows;
  if (first === undefined) return 'none';
  const columns = Object.keys(first);
  const cells = [columns, ...rows.map((row) => columns.map((column) => formatValue(row[column])))];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
