import type { Options } from '../../parts/field.js';

/** Returns the parts of a filter's value that the API takes. None: it takes nothing of it. */
export type KnownValue = (value: string) => readonly string[];

/** Any number of choices, separated by commas. */
export const someOf =
  (choices: Options): KnownValue =>
  (value) =>
    value.split(',').filter((each) => choices.some(([known]) => known === each));

/** Any one value that passes a test. */
const oneThat =
  (isKnown: (value: string) => boolean): KnownValue =>
  (value) =>
    isKnown(value) ? [value] : [];

/** One of the choices. */
export const oneOf = (choices: Options): KnownValue =>
  oneThat((value) => choices.some(([known]) => known === value));

/** Says whether a text is a whole id with this prefix. */
export const isIdOf = (prefix: string, text: string): boolean =>
  text.startsWith(`${prefix}_`) && /^[a-z]+_[0-9a-z]{26}$/.test(text);

/** A whole id. `prefix`: what ids of this kind begin with. */
export const wholeId = (prefix: string): KnownValue => oneThat((value) => isIdOf(prefix, value));

const isLine = (text: string, max: number): boolean => text !== '' && Array.from(text).length <= max;

/** A text for which the API searches. */
export const aSearch: KnownValue = oneThat((value) => isLine(value, 128));

/** An asset as `chain/TOKEN`, or a chain alone. */
export const anAsset: KnownValue = oneThat((value) => value.split('/').every((part) => isLine(part, 64)));

/** Says whether the calendar has a day such as `2026-01-31`. */
function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** A calendar day, such as `2026-01-31`. While somebody types a year, the value has a year such as 0002. */
export const aDay: KnownValue = oneThat(isDay);
