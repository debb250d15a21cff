import { styleText } from 'node:util';
import { printable } from '../domain/core/printable.js';
import type { Result } from './command.js';

/** The terminal that shows a result. */
interface Terminal {
  /** The width in characters. Undefined: the output is not a terminal but a file or another program. */
  readonly width?: number | undefined;
  readonly hasColours?: boolean;
}

/** How a list is shown. */
export interface ListStyle {
  /** The columns of the table. Fields that give a reason are added. Undefined: every field. */
  readonly columns?: readonly string[] | undefined;
  /** True: each item is one line with every field, however long. */
  readonly wide?: boolean | undefined;
}

/**
 * Tells whether a stream shows colours. Only a terminal does, unless the user has set NO_COLOR (https://no-color.org).
 */
export function takesColours(
  stream: { readonly isTTY?: boolean; hasColors?(): boolean },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return stream.isTTY === true && (env['NO_COLOR'] ?? '') === '' && stream.hasColors?.() === true;
}

type Fields = Readonly<Record<string, unknown>>;
type Style = Parameters<typeof styleText>[0];
/** Styles a text that is already padded. */
type Paint = (style: Style | null, text: string) => string;

/** The most characters of a table's line, so that a table can be read and pasted anywhere. */
const WIDTH_MAX = 120;
/** The least number of chosen columns in a table, besides the reasons. */
const COLUMNS_MIN = 3;
/** The least width of a shortened last column. A shorter text would say nothing. */
const SHORTENED_MIN = 12;

/** Fields that say why something waits, failed or was refused. They are read first. */
const REASONS = [
  ...['haltedReason', 'mismatch', 'resumeProblem', 'waitingReason', 'failureReason', 'recipientWarning'],
  ...['disabledReason', 'cancelReason', 'held', 'reason', 'lastError', 'errorMessage'],
];

const GOOD = [
  ...['active', 'approved', 'completed', 'paid', 'succeeded', 'enabled', 'following', 'up', 'confirmed'],
  ...['in_force'],
];
const BAD = [
  ...['failed', 'halted', 'mismatch', 'rejected', 'stopped', 'disabled', 'suspended', 'revoked', 'expired'],
  ...['cancelled', 'reverted', 'down', 'unreachable', 'behind'],
];

/**
 * Formats a result for people. An object becomes lines of `field  value`. An object within it is indented. A list becomes
 * a table with a line for each item. If the table is too wide, its last columns are shortened or left out. If that is not
 * enough, each item is written like an object. Fields that give a reason come first.
 */
export function formatResult(
  result: Result,
  { width = WIDTH_MAX, hasColours = false }: Terminal = {},
  { columns, wide = false }: ListStyle = {},
): string {
  const paint: Paint = (style, text) =>
    hasColours && style !== null ? styleText(style, text, { validateStream: false }) : text;
  if (!Array.isArray(result)) return formatFields(result as Fields, paint).join('\n');
  const rows = result as readonly Fields[];
  if (rows.length === 0) return 'none';
  const table = wide ? layTable(rows) : layFitting(rows, { columns, most: Math.min(width, WIDTH_MAX) });
  return (table === null ? formatItems(rows, paint) : table.lines(paint)).join('\n');
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** Moves the names of fields that give a reason to the front, if any row has a value in them. */
function reasonsFirst(names: readonly string[], rows: readonly Fields[]): string[] {
  const told = REASONS.filter((name) => names.includes(name) && rows.some((row) => !isEmpty(row[name])));
  return [...told, ...names.filter((name) => !told.includes(name))];
}

function styleOf(name: string, value: unknown): Style | null {
  if (isEmpty(value)) return null;
  if (REASONS.includes(name)) return 'yellow';
  if (name !== 'status' || typeof value !== 'string') return null;
  if (GOOD.includes(value)) return 'green';
  return BAD.includes(value) ? 'red' : null;
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'string') return printable(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return printable(value.join(', ')) || '-';
  return printable(JSON.stringify(value));
}

function formatFields(fields: Fields, paint: Paint): string[] {
  const names = reasonsFirst(Object.keys(fields), [fields]);
  const width = Math.max(0, ...names.map((name) => name.length));
  return names.flatMap((name) => {
    const value = fields[name];
    const within = formatWithin(value, paint);
    return within === null
      ? [`${paint('dim', name.padEnd(width))}  ${paint(styleOf(name, value), formatValue(value))}`]
      : [paint('dim', name), ...within.map((line) => (line === '' ? '' : `  ${line}`))];
  });
}

/** Returns the lines of a value that has fields. Null: the value is written on the line of its own field. */
function formatWithin(value: unknown, paint: Paint): string[] | null {
  if (isFields(value)) return Object.keys(value).length === 0 ? null : formatFields(value, paint);
  return Array.isArray(value) && value.length > 0 && value.every(isFields) ? formatItems(value, paint) : null;
}

/** Returns the lines of all items, with an empty line between two items. */
function formatItems(items: readonly Fields[], paint: Paint): string[] {
  return items.flatMap((item, i) =>
    i === 0 ? formatFields(item, paint) : ['', ...formatFields(item, paint)],
  );
}

/**
 * Returns the text of a cell. In a chosen column, a list of objects with reasons shows only the reasons, to save width.
 */
function formatCell(value: unknown, isChosen: boolean): string {
  const reasons = isChosen && Array.isArray(value) ? value.map((item: unknown) => reasonIn(item)) : [];
  return reasons.length > 0 && reasons.every((one) => one !== null) ? reasons.join(', ') : formatValue(value);
}

function reasonIn(item: unknown): string | null {
  return isFields(item) && typeof item['reason'] === 'string' ? printable(item['reason']) : null;
}

interface Table {
  readonly width: number;
  readonly lines: (paint: Paint) => string[];
}

/** Lays out a table that is at most `most` characters wide. Null: that is not possible. */
function layFitting(
  rows: readonly Fields[],
  { columns, most }: { readonly columns: readonly string[] | undefined; readonly most: number },
): Table | null {
  if (columns === undefined) {
    const table = layTable(rows);
    return table.width <= most ? table : null;
  }
  const told = columns.filter((name) => rows.some((row) => !isEmpty(row[name])));
  for (let count = told.length; count >= Math.min(COLUMNS_MIN, told.length); count--) {
    const chosen = told.slice(0, count);
    const table = layTable(rows, { chosen });
    const lastMax = table.lastWidth - (table.width - most);
    if (table.width <= most) return table;
    if (lastMax >= SHORTENED_MIN) return layTable(rows, { chosen, lastMax });
  }
  return null;
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** Lays out a table of the chosen columns, or of all. Chosen columns without any value are left out. */
function layTable(
  rows: readonly Fields[],
  { chosen, lastMax = Infinity }: { readonly chosen?: readonly string[]; readonly lastMax?: number } = {},
): Table & { readonly lastWidth: number } {
  const names = Object.keys(rows[0] ?? {});
  const kept = names.filter((name) => rows.some((row) => !isEmpty(row[name])));
  const columns =
    chosen === undefined
      ? reasonsFirst(names, rows)
      : reasonsFirst([...new Set([...REASONS, ...chosen])], rows).filter((name) => kept.includes(name));
  const last = columns.length - 1;
  const cells = rows.map((row) =>
    columns.map((name, i) => {
      const text = formatCell(row[name], chosen !== undefined);
      return i === last ? shorten(text, lastMax) : text;
    }),
  );
  const widths = columns.map((name, i) =>
    Math.max(name.length, ...cells.map((line) => line[i]?.length ?? 0)),
  );
  const padded = (text: string, i: number): string => (i === last ? text : text.padEnd(widths[i] ?? 0));
  return {
    width: Math.max(...[columns, ...cells].map((line) => line.map(padded).join('  ').length)),
    lastWidth: widths[last] ?? 0,
    lines: (paint) => [
      columns.map((name, i) => paint('dim', padded(name, i))).join('  '),
      ...cells.map((line, r) =>
        line
          .map((cell, i) => paint(styleOf(columns[i] ?? '', rows[r]?.[columns[i] ?? '']), padded(cell, i)))
          .join('  '),
      ),
    ],
  };
}
