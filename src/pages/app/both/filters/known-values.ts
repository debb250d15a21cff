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

/** A calendar day, such as `2026-01-31`. While a year is typed, it is one of the first years. */
export const aDay: KnownValue = oneThat((value) => /^\d{4}-\d\d-\d\d$/.test(value));
