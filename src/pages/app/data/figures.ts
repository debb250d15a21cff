/** Groups the digits of a figure: `1,250.5`. It stays text, because a JavaScript number would lose digits. */
export function groupDigits(figure: string): string {
  const [whole = '0', fraction] = figure.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Removes zeros at the end, but keeps two decimals. */
export function trimZeros(figure: string): string {
  const [whole = '0', fraction = ''] = figure.split('.');
  const kept = fraction.replace(/0+$/, '').padEnd(2, '0');
  return `${whole}.${kept}`;
}

/** Writes base units as a decimal figure, with all digits and the sign. */
export function fromAtomic(atomic: string, decimals: number): string {
  const sign = atomic.startsWith('-') ? '-' : '';
  const digits = atomic.slice(sign.length).padStart(decimals + 1, '0');
  return sign + (decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`);
}

/** Says whether a decimal figure is zero, with or without a sign. */
export const isZero = (figure: string): boolean => /^-?0*\.?0*$/.test(figure);

/** Turns decimal figures into whole numbers of one scale, so that arithmetic is exact. None may be negative. */
function scaleFigures(figures: readonly string[]): { readonly scale: number; readonly wholes: bigint[] } {
  const parts = figures.map((figure) => figure.split('.'));
  const scale = Math.max(0, ...parts.map(([, fraction = '']) => fraction.length));
  const wholes = parts.map(([whole = '0', fraction = '']) => BigInt(whole + fraction.padEnd(scale, '0')));
  return { scale, wholes };
}

function unscale(whole: bigint, scale: number): string {
  const digits = whole.toString().padStart(scale + 1, '0');
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Compares two decimal figures exactly. Returns a number below 0, 0, or above 0. Neither may be negative. */
export function compareFigures(one: string, other: string): number {
  const [a = 0n, b = 0n] = scaleFigures([one, other]).wholes;
  return a === b ? 0 : a > b ? 1 : -1;
}

/** Subtracts two decimal figures exactly. The second may not be above the first. */
export function subtractFigures(one: string, other: string): string {
  const { scale, wholes } = scaleFigures([one, other]);
  const [a = 0n, b = 0n] = wholes;
  return unscale(a - b, scale);
}

/** Adds decimal figures exactly. */
export function addFigures(figures: readonly string[]): string {
  const { scale, wholes } = scaleFigures(figures);
  return unscale(
    wholes.reduce((sum, whole) => sum + whole, 0n),
    scale,
  );
}

const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Writes a calendar day, such as `2026-01-31`, as people read it. */
export const localDay = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`));

const MINUTE = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
const SECOND = { ...MINUTE, second: '2-digit' } as const;
const formatsOf = (parts: Intl.DateTimeFormatOptions) => ({
  ofThisYear: new Intl.DateTimeFormat(undefined, parts),
  ofAnother: new Intl.DateTimeFormat(undefined, { ...parts, year: 'numeric' }),
});
const TIMES = { minute: formatsOf(MINUTE), second: formatsOf(SECOND) };

/** Says whether a text is a time. A text of the API may only look like one: a name that somebody has chosen. */
export const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text));

/** Writes a local time. It has the year only if that is not the present one. A text that is no time stays as it is. */
export function localTime(iso: string, precision: keyof typeof TIMES = 'minute'): string {
  if (!isTime(iso)) return iso;
  const at = new Date(iso);
  const { ofThisYear, ofAnother } = TIMES[precision];
  return (at.getFullYear() === new Date().getFullYear() ? ofThisYear : ofAnother).format(at);
}

/** Says whether a time means never. An operator's stop is stored with a time in the year 9999. */
export const isNever = (iso: string): boolean => iso.startsWith('9999-');

const STEPS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

/** `4 min`, `2 h`: the largest unit that fits. */
export function spanOf(ms: number): string {
  const [step, unit] = STEPS.find(([least]) => ms >= least) ?? [1_000, 's'];
  return `${Math.max(0, Math.floor(ms / step))} ${unit}`;
}

/** `4 min ago` or `in 4 min`. A text that is no time stays as it is. */
export function fromNow(iso: string, nowMs = Date.now()): string {
  if (!isTime(iso)) return iso;
  const ms = new Date(iso).getTime() - nowMs;
  if (Math.abs(ms) < 1_000) return 'now';
  return ms > 0 ? `in ${spanOf(ms)}` : `${spanOf(-ms)} ago`;
}

/** `82 ms`, `1.4 s`. */
export const durationOf = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);

/** `0x1234…cdef`. Short texts stay whole. */
export function shorten(text: string, start = 6, end = 4): string {
  return text.length <= start + end + 3 ? text : `${text.slice(0, start)}…${text.slice(-end)}`;
}
