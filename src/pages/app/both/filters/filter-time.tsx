import { useMemo } from 'react';
import { SelectBox, type Options } from '../../parts/field.js';
import { useFilters } from './filters.js';
import { aDay, oneOf } from './known-values.js';

const DAY_MS = 86_400_000;
const BETWEEN = 'between';
const SPANS: Options = [
  ['', 'Any time'],
  ['1', 'Last 24 hours'],
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['365', 'Last year'],
  [BETWEEN, 'Between two days'],
];
const DAYS_AT_FIRST = 30;

/** The values that the filter by time takes. */
export const KNOWN_TIMES = {
  days: oneOf(SPANS.filter(([value]) => value !== BETWEEN)),
  from: aDay,
  to: aDay,
};

/**
 * Returns a span of days that can be chosen. Empty: any time. A span in the address that can't be chosen is any time
 * too.
 */
const spanOf = (days: string | undefined): string =>
  SPANS.some(([value]) => value === days && value !== BETWEEN) ? (days ?? '') : '';

/** Returns the start of a local day, such as `2026-01-31`, or of the day `later` days after it. Undefined: it is no day. */
function startOf(day: string | undefined, later = 0): number | undefined {
  if (day === undefined || aDay(day).length === 0) return undefined;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  // While a year is typed, the field has years such as 0002 and 0202.
  if (year < 1970) return undefined;
  return new Date(year, month - 1, date + later).getTime();
}

/** Returns the local day of a moment, in the format of a date field. */
function dayOf(ms: number): string {
  const at = new Date(ms);
  const pad = (part: number): string => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
}

function DayField({ name, label }: { readonly name: 'from' | 'to'; readonly label: string }) {
  const [filters, set] = useFilters();
  // What is no day is about to be left out. A date field would complain of it in the console.
  const dayIn = (field: 'from' | 'to'): string => aDay(filters[field] ?? '').join();
  return (
    <input
      type="date"
      className="input day"
      aria-label={label}
      title={label}
      data-set={dayIn(name) !== ''}
      min={name === 'to' ? dayIn('from') || undefined : undefined}
      max={name === 'from' ? dayIn('to') || undefined : undefined}
      value={dayIn(name)}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
}

/** A filter by time: a span up to now, or the time between two local days, both included. */
export function FilterTime() {
  const [filters, set] = useFilters();
  const isBetween = filters['from'] !== undefined || filters['to'] !== undefined;
  const value = isBetween ? BETWEEN : spanOf(filters['days']);
  const choose = (next: string): void => {
    const between = { days: '', from: dayOf(Date.now() - DAYS_AT_FIRST * DAY_MS), to: dayOf(Date.now()) };
    set(next === BETWEEN ? between : { days: next, from: '', to: '' });
  };
  return (
    <>
      <SelectBox aria-label="Time" data-set={value !== ''} choices={SPANS} value={value} onValue={choose} />
      {isBetween && (
        <span className="days">
          <DayField name="from" label="From" />
          <span aria-hidden="true">–</span>
          <DayField name="to" label="To, including this day" />
        </span>
      )}
    </>
  );
}

/** The chosen time, as the API takes it. */
export interface AskedTime {
  readonly createdFrom: string | undefined;
  readonly createdTo: string | undefined;
}

const isoOf = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();

/**
 * Returns the chosen time. A span up to now keeps the beginning that it had when it was chosen or the page was opened,
 * so the list stays the same while it is shown.
 */
export function useTime(): AskedTime {
  const [{ days, from, to }] = useFilters();
  return useMemo(() => {
    const span = Number(spanOf(days));
    const end = startOf(to, 1);
    return {
      createdFrom: isoOf(startOf(from) ?? (span > 0 ? Date.now() - span * DAY_MS : undefined)),
      createdTo: isoOf(end === undefined ? undefined : end - 1),
    };
  }, [days, from, to]);
}
